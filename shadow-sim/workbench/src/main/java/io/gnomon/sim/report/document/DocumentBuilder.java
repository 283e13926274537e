package io.gnomon.sim.report.document;

import io.gnomon.sim.report.document.Part.Heading;
import io.gnomon.sim.report.document.Part.Items;
import io.gnomon.sim.report.document.Part.Lines;
import io.gnomon.sim.report.document.Part.Paragraph;
import io.gnomon.sim.report.document.Part.Subheading;
import java.util.ArrayList;
import java.util.List;

/** Composes a document, part by part. Not thread-safe. */
public final class DocumentBuilder {
  private final List<Part> parts = new ArrayList<>();

  /** Begins a section. */
  public void heading(String text) {
    parts.add(new Heading(text));
  }

  /** Adds a heading within a section. */
  public void subheading(String text) {
    parts.add(new Subheading(text));
  }

  /** Adds a paragraph. */
  public void say(String text) {
    parts.add(new Paragraph(text));
  }

  /** Adds a list of short texts. */
  public void items(List<String> texts) {
    parts.add(new Items(texts));
  }

  /** Adds lines of a configuration file. */
  public void lines(List<String> lines) {
    parts.add(new Lines(lines));
  }

  /** Adds a table or chart. */
  public void add(Part part) {
    parts.add(part);
  }

  /** The document. */
  public Document titled(String title) {
    return new Document(title, parts);
  }
}

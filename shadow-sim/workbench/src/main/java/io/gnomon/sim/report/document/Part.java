package io.gnomon.sim.report.document;

import java.util.List;

/** A part of a document, independent of its format. */
public sealed interface Part
    permits Part.Heading,
        Part.Subheading,
        Part.Paragraph,
        Part.Items,
        Part.Lines,
        Part.Chart,
        Table {
  /** A heading of a section. */
  record Heading(String text) implements Part {}

  /** A heading below that of a section. */
  record Subheading(String text) implements Part {}

  /** A paragraph of plain text. */
  record Paragraph(String text) implements Part {}

  /** A list of short texts. */
  record Items(List<String> texts) implements Part {
    public Items {
      texts = List.copyOf(texts);
    }
  }

  /** Lines of a configuration file. */
  record Lines(List<String> lines) implements Part {
    public Lines {
      lines = List.copyOf(lines);
    }
  }

  /**
   * A chart.
   *
   * @param file name of its file without ending
   * @param svg the document
   * @param text what it shows
   */
  record Chart(String file, String svg, String text) implements Part {}
}

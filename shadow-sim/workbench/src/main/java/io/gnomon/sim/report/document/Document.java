package io.gnomon.sim.report.document;

import java.util.List;

/**
 * A document of sections.
 *
 * @param title of the whole document
 * @param parts in their order
 */
public record Document(String title, List<Part> parts) {
  /** Copies the parts. */
  public Document {
    parts = List.copyOf(parts);
  }

  /** One HTML file that loads nothing. */
  public String toHtml() {
    return Html.page(this);
  }

  /** The same as Markdown; charts are links to files beside it. */
  public String toMarkdown() {
    return Markdown.text(this);
  }
}

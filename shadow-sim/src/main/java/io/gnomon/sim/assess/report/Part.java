package io.gnomon.sim.assess.report;

import java.util.List;

/** A part of a document, independent of its format. */
sealed interface Part {
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
   * A table; the first column is text, the others are numbers.
   *
   * @param caption says what it shows
   * @param words number of columns of text at the end
   */
  record Table(String caption, List<String> header, List<List<String>> rows, int words)
      implements Part {
    public Table {
      header = List.copyOf(header);
      rows = List.copyOf(rows);
    }

    /** Whether a column holds text. */
    boolean isText(int column) {
      return column == 0 || column >= header.size() - words;
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

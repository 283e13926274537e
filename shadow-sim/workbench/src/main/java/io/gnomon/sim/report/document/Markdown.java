package io.gnomon.sim.report.document;

import io.gnomon.sim.report.document.Part.Chart;
import io.gnomon.sim.report.document.Part.Heading;
import io.gnomon.sim.report.document.Part.Items;
import io.gnomon.sim.report.document.Part.Lines;
import io.gnomon.sim.report.document.Part.Paragraph;
import io.gnomon.sim.report.document.Part.Subheading;
import java.util.List;

/** A document as Markdown; charts are links to files beside it. */
final class Markdown {
  private Markdown() {}

  static String text(Document document) {
    StringBuilder text = new StringBuilder("# " + document.title() + "\n");
    for (Part part : document.parts()) {
      text.append('\n');
      if (part instanceof Heading heading) {
        text.append("## ").append(heading.text()).append('\n');
      } else if (part instanceof Subheading heading) {
        text.append("### ").append(heading.text()).append('\n');
      } else if (part instanceof Paragraph paragraph) {
        text.append(plain(paragraph.text())).append('\n');
      } else if (part instanceof Items items) {
        items.texts().forEach(item -> text.append("- ").append(plain(item)).append('\n'));
      } else if (part instanceof Lines lines) {
        text.append("```\n").append(String.join("\n", lines.lines())).append("\n```\n");
      } else if (part instanceof Table table) {
        markdown(text, table);
      } else if (part instanceof Chart chart) {
        text.append("![").append(plain(chart.text())).append("](").append(chart.file());
        text.append(".svg)\n");
      }
    }
    return text.toString();
  }

  private static void markdown(StringBuilder text, Table table) {
    text.append(plain(table.caption())).append(":\n\n");
    row(text, table.heads());
    text.append('|');
    for (int column = 0; column < table.heads().size(); column++) {
      text.append(table.isText(column) ? " --- |" : " ---: |");
    }
    text.append('\n');
    table.rows().forEach(row -> row(text, row));
  }

  private static void row(StringBuilder text, List<String> cells) {
    text.append('|');
    cells.forEach(cell -> text.append(' ').append(plain(cell).replace("|", "\\|")).append(" |"));
    text.append('\n');
  }

  private static String plain(String text) {
    return text.replace("\\", "\\\\").replace("*", "\\*").replace("_", "\\_").replace("<", "\\<");
  }
}

package io.gnomon.sim.assess.report;

import io.gnomon.sim.assess.report.Part.Chart;
import io.gnomon.sim.assess.report.Part.Heading;
import io.gnomon.sim.assess.report.Part.Items;
import io.gnomon.sim.assess.report.Part.Lines;
import io.gnomon.sim.assess.report.Part.Paragraph;
import io.gnomon.sim.assess.report.Part.Subheading;
import io.gnomon.sim.assess.report.Part.Table;
import java.util.List;

/**
 * A document of sections.
 *
 * @param title of the whole document
 * @param parts in their order
 */
record Document(String title, List<Part> parts) {
  private static final String STYLE =
      """
      :root { color-scheme: light dark; --text: #1f2328; --page: #ffffff; --line: #c8ccd1; \
      --soft: #f3f4f6; --quiet: #57606a; }
      @media (prefers-color-scheme: dark) { :root { --text: #e6e6e6; --page: #16181c; \
      --line: #444a52; --soft: #22262c; --quiet: #a6adb6; } }
      body { font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); \
      margin: 0; }
      main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
      h1 { font-size: 1.6rem; } h2 { font-size: 1.3rem; margin-top: 2.5rem; \
      border-top: 1px solid var(--line); padding-top: 1rem; } h3 { font-size: 1.05rem; }
      p, li { max-width: 46rem; }
      .scroll { overflow-x: auto; }
      table { border-collapse: collapse; margin: 1rem 0; font-size: 0.9rem; }
      caption { text-align: left; color: var(--quiet); padding-bottom: 0.3rem; }
      th, td { padding: 0.25rem 0.7rem; border-bottom: 1px solid var(--line); text-align: left; \
      vertical-align: top; font-weight: normal; }
      thead th { font-weight: bold; background: var(--soft); }
      td.word { white-space: nowrap; }
      .number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
      figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; }
      @media screen and (prefers-color-scheme: dark) { \
      figure svg { filter: invert(0.9) hue-rotate(180deg); } }
      figcaption { color: var(--quiet); font-size: 0.9rem; }
      pre { background: var(--soft); padding: 0.7rem; overflow-x: auto; font-size: 0.85rem; }
      @media print { :root { --text: #000000; --page: #ffffff; --soft: #f3f4f6; --quiet: #333333; } \
      main { max-width: none; padding: 0; } table, figure, pre { break-inside: avoid; } \
      pre { white-space: pre-wrap; } h2 { break-after: avoid; } \
      section.first { break-after: page; } }
      """;

  Document {
    parts = List.copyOf(parts);
  }

  /** One HTML file that loads nothing. */
  String toHtml() {
    StringBuilder html = new StringBuilder();
    html.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    html.append("<title>").append(escaped(title)).append("</title>\n<style>\n");
    html.append(STYLE).append("</style>\n</head>\n<body>\n<main>\n<section class=\"first\">\n<h1>");
    html.append(escaped(title)).append("</h1>\n");
    for (Part part : parts) {
      if (part instanceof Heading) {
        html.append("</section>\n<section>\n");
      }
      html(html, part);
    }
    return html.append("</section>\n</main>\n</body>\n</html>\n").toString();
  }

  private static void html(StringBuilder html, Part part) {
    if (part instanceof Heading heading) {
      html.append("<h2>").append(escaped(heading.text())).append("</h2>\n");
    } else if (part instanceof Subheading heading) {
      html.append("<h3>").append(escaped(heading.text())).append("</h3>\n");
    } else if (part instanceof Paragraph paragraph) {
      html.append("<p>").append(escaped(paragraph.text())).append("</p>\n");
    } else if (part instanceof Items items) {
      html.append("<ul>\n");
      items.texts().forEach(text -> html.append("<li>").append(escaped(text)).append("</li>\n"));
      html.append("</ul>\n");
    } else if (part instanceof Lines lines) {
      html.append("<pre tabindex=\"0\"><code>");
      html.append(escaped(String.join("\n", lines.lines()))).append("</code></pre>\n");
    } else if (part instanceof Table table) {
      html(html, table);
    } else if (part instanceof Chart chart) {
      html.append("<figure>").append(chart.svg().strip()).append("\n<figcaption>");
      html.append(escaped(chart.text())).append("</figcaption></figure>\n");
    }
  }

  private static void html(StringBuilder html, Table table) {
    html.append("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"");
    html.append(escaped(table.caption())).append("\">\n<table>\n<caption>");
    html.append(escaped(table.caption())).append("</caption>\n<thead><tr>");
    for (int column = 0; column < table.header().size(); column++) {
      html.append("<th scope=\"col\"").append(style(table, column)).append('>');
      html.append(escaped(table.header().get(column))).append("</th>");
    }
    html.append("</tr></thead>\n<tbody>\n");
    for (List<String> row : table.rows()) {
      html.append("<tr>");
      for (int column = 0; column < row.size(); column++) {
        String tag = column == 0 ? "th" : "td";
        html.append('<').append(tag).append(column == 0 ? " scope=\"row\"" : "");
        html.append(style(table, column)).append('>').append(escaped(row.get(column)));
        html.append("</").append(tag).append('>');
      }
      html.append("</tr>\n");
    }
    html.append("</tbody>\n</table>\n</div>\n");
  }

  private static String style(Table table, int column) {
    if (!table.isText(column)) {
      return " class=\"number\"";
    }
    return column == 0 ? "" : " class=\"word\"";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** The same as Markdown; charts are links to files beside it. */
  String toMarkdown() {
    StringBuilder text = new StringBuilder("# " + title + "\n");
    for (Part part : parts) {
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
    row(text, table.header());
    text.append('|');
    for (int column = 0; column < table.header().size(); column++) {
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

package io.gnomon.sim.report.document;

import io.gnomon.sim.report.document.Part.Chart;
import io.gnomon.sim.report.document.Part.Heading;
import io.gnomon.sim.report.document.Part.Items;
import io.gnomon.sim.report.document.Part.Lines;
import io.gnomon.sim.report.document.Part.Paragraph;
import io.gnomon.sim.report.document.Part.Subheading;
import java.util.List;

/** A document as one HTML file that loads nothing. */
final class Html {
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
      table.small { font-size: 0.8rem; color: var(--quiet); }
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

  private Html() {}

  static String page(Document document) {
    StringBuilder html = new StringBuilder();
    html.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    html.append("<title>").append(escaped(document.title())).append("</title>\n<style>\n");
    html.append(STYLE).append("</style>\n</head>\n<body>\n<main>\n<section class=\"first\">\n<h1>");
    html.append(escaped(document.title())).append("</h1>\n");
    for (Part part : document.parts()) {
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
    html.append(escaped(table.caption())).append("\">\n<table");
    html.append(table.isSmall() ? " class=\"small\"" : "").append(">\n<caption>");
    html.append(escaped(table.caption())).append("</caption>\n<thead><tr>");
    for (int column = 0; column < table.heads().size(); column++) {
      html.append("<th scope=\"col\"").append(style(table, column)).append('>');
      html.append(escaped(table.heads().get(column))).append("</th>");
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
}

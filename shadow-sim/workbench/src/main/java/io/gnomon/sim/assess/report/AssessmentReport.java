package io.gnomon.sim.assess.report;

import io.gnomon.sim.assess.Assessment;
import io.gnomon.sim.report.document.Document;
import io.gnomon.sim.report.document.Part;
import java.util.LinkedHashMap;
import java.util.Map;

/** The report on an assessment. Equal assessments give equal bytes. */
public final class AssessmentReport {
  private final Assessment assessment;
  private final AssessedSource source;
  private final Document document;

  /** Composes the report. */
  public AssessmentReport(Assessment assessment, AssessedSource source) {
    this.assessment = assessment;
    this.source = source;
    document = AssessmentDocument.of(assessment, source);
  }

  /** The files of the report by name: {@code report.html}, {@code .md}, {@code .json}, charts. */
  public Map<String, String> files() {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("report.html", document.toHtml());
    files.put("report.md", document.toMarkdown());
    files.put("report.json", AssessmentJson.of(assessment, source));
    for (Part part : document.parts()) {
      if (part instanceof Part.Chart chart) {
        files.put(chart.file() + ".svg", chart.svg());
      }
    }
    return files;
  }

  /** The three sentences of the first page, one per line. */
  public String summary() {
    StringBuilder text = new StringBuilder();
    document.parts().stream()
        .takeWhile(part -> part instanceof Part.Paragraph)
        .forEach(part -> text.append(((Part.Paragraph) part).text()).append('\n'));
    return text.toString();
  }
}

package io.gnomon.sim.assess.report;

import io.gnomon.sim.assess.Assessment;
import io.gnomon.sim.report.document.Document;
import io.gnomon.sim.report.document.DocumentBuilder;
import io.gnomon.sim.report.document.Part.Chart;

/** Composes the document of an assessment. */
final class AssessmentDocument {
  private AssessmentDocument() {}

  static Document of(Assessment assessment, AssessedSource source) {
    DocumentBuilder document = new DocumentBuilder();
    Summary summary = new Summary(assessment);
    document.say(summary.happened());
    document.say(summary.caused());
    document.say(summary.reproduced());
    document.say(summary.advised());
    AdviceSection advice = new AdviceSection(assessment, document);
    if (assessment.advised() != null) {
      document.add(
          new Chart(
              "gain-by-changes",
              AssessmentCharts.changesAgainstGain(assessment).toSvg(),
              "Reduction of mean wait and mean bounded slowdown by the advised changes."));
      document.add(advice.candidates("The advised changes, each alone", true));
    }
    new CauseSection(assessment, document).add();
    new SimulationSections(assessment, document).add(source.configuration());
    advice.add(summary.advised());
    new MethodSections(assessment, document).add(source.notes());
    return document.titled("Assessment of " + source.title());
  }
}

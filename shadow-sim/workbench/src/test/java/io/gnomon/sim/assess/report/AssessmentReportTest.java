package io.gnomon.sim.assess.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.assess.AssessSettings;
import io.gnomon.sim.assess.Assessment;
import io.gnomon.sim.assess.Assessor;
import io.gnomon.sim.assess.CombinedChanges;
import io.gnomon.sim.assess.Evaluations;
import io.gnomon.sim.assess.change.PoolChanges;
import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.change.SiteChange;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.report.document.Document;
import io.gnomon.sim.report.document.Part;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AssessmentReportTest {
  private static final AssessedSource SOURCE =
      new AssessedSource("A <b> & \"c\"", "fcfs, an assumption", List.of("3 records dropped."));

  private static Assessment assessment() {
    return assessment(2000);
  }

  private static Assessment assessment(int jobs) {
    SimulatedSite setup =
        SimulatedSite.pool(WorkloadGenerator.generate(jobs, 64, 0.85, 5), 64, Spec.of("fcfs"));
    return new Assessor(
            setup,
            PoolChanges.of(setup),
            AssessSettings.defaults(setup, 1),
            Evaluations.COMPUTED,
            Runnable::run)
        .assess();
  }

  @Test
  void writesOneHtmlFileThatLoadsNothing() {
    Map<String, String> files = new AssessmentReport(assessment(), SOURCE).files();
    String html = files.get("report.html");

    assertThat(html).contains("<title>Assessment of A &lt;b&gt; &amp; &quot;c&quot;</title>");
    assertThat(html).doesNotContain("<script", "<link", "src=", "href=", "url(", "@import");
    assertThat(html).contains("<svg", "@media print", "prefers-color-scheme: dark");
    assertThat(html)
        .containsSubsequence(
            "Does the simulation reproduce the past?",
            "The queue under the configuration in force",
            "<h2>Advice",
            "What else would help",
            "<h2>Method",
            "<h2>Limits",
            "3 records dropped.");
  }

  @Test
  void beginsWithTheCauseAndTheAdvice() {
    Document document = AssessmentDocument.of(assessment(), SOURCE);

    assertThat(document.parts().subList(0, 7))
        .extracting(part -> part.getClass().getSimpleName())
        .containsExactly(
            "Paragraph", "Paragraph", "Paragraph", "Paragraph", "Chart", "Table", "Heading");
    assertThat(((Part.Paragraph) document.parts().get(1)).text())
        .contains("of the waiting is due to ");
    assertThat(((Part.Heading) document.parts().get(6)).text()).isEqualTo("Why jobs wait");
  }

  /** The busy weeks of the record come more often, or with other queues, in other orders of it. */
  @Test
  void firstPageHasTheMeanWaitOfTheRecordItself() {
    Assessment assessment = assessment();
    double recorded = meanWait(assessment.recorded());

    assertThat(assessment.arrivals()).isEqualTo(3);
    assertThat(assessment.inRecord().all().meanWait()).isEqualTo(recorded);
    assertThat(assessment.inForce().all().meanWait()).isNotEqualTo(recorded);
    assertThat(assessment.inForce().all().jobs()).isEqualTo(4 * 2000);
    assertThat(new AssessmentReport(assessment, SOURCE).summary())
        .contains("in the simulation they wait " + Words.time(recorded) + " on average");
  }

  @Test
  void comparesMeanWaitsOfTheRecord() {
    Assessment assessment = assessment();
    CombinedChanges advised = assessment.advised();
    assertThat(advised).isNotNull();
    SimulatedSite changed = assessment.recorded();
    for (SiteChange change : advised.changes()) {
      changed = change.made().apply(changed);
    }
    assertThat(advised.inRecord().all().meanWait()).isEqualTo(meanWait(changed));
    assertThat(advised.figures().all().jobs()).isEqualTo(4 * 2000);
  }

  @Test
  void saysHowMuchWaitingTheAdvisedChangesSave() {
    Assessment assessment = assessment();
    CombinedChanges advised = assessment.advised();
    List<SavedWait> saved =
        SavedWait.of(assessment.groups(), assessment.inRecord(), advised.inRecord());
    double hours =
        (assessment.inRecord().all().waitSeconds() - advised.inRecord().all().waitSeconds())
            / 3600.0;

    assertThat(SavedWait.sum(saved)).isCloseTo(hours, within(1e-6));
    Map<String, String> files = new AssessmentReport(assessment, SOURCE).files();
    assertThat(files.get("report.html"))
        .contains("would have saved " + Words.count(Math.round(hours)) + " job-hours of waiting");
    assertThat(files.get("report.json"))
        .contains("\"waitHoursSaved\": " + (long) hours, "\"waitHoursSavedByWeek\": [");
  }

  private static double meanWait(SimulatedSite setup) {
    Schedule schedule = setup.simulate();
    JobLog log = setup.log();
    return IntStream.range(0, log.size())
        .mapToLong(job -> schedule.start(job) - log.submit(job))
        .average()
        .orElseThrow();
  }

  @Test
  void showsNoPictureOfWhatIsNotAdvised() {
    Map<String, String> files = new AssessmentReport(assessment(2000), SOURCE).files();
    assertThat(files.get("gain-by-changes.svg")).contains(">1 change<");

    // a record of less than a week
    files = new AssessmentReport(assessment(300), SOURCE).files();
    assertThat(files).doesNotContainKey("gain-by-changes.svg");
    assertThat(files.get("report.html")).contains("Changes that are not advised");
  }

  @Test
  void givesNoIntervalsForARecordOfMinutes() {
    Map<String, String> files = new AssessmentReport(assessment(4), SOURCE).files();

    assertThat(files.get("report.html")).contains("record too short");
    assertThat(files.get("report.json")).contains("null").doesNotContain("NaN");
  }

  @Test
  void givesEqualBytesForEqualAssessments() {
    assertThat(new AssessmentReport(assessment(), SOURCE).files())
        .isEqualTo(new AssessmentReport(assessment(), SOURCE).files());
  }

  @Test
  void escapesMarkdown() {
    Document document =
        new Document(
            "T", List.of(new Part.Paragraph("bf_max * <x>"), new Part.Items(List.of("a_b"))));

    assertThat(document.toMarkdown()).isEqualTo("# T\n\nbf\\_max \\* \\<x>\n\n- a\\_b\n");
  }
}

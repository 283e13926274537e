package io.gnomon.sim.assess.report;

import io.gnomon.sim.assess.Assessment;
import io.gnomon.sim.assess.figure.ConfigurationFigures;
import io.gnomon.sim.assess.figure.Grouping;
import io.gnomon.sim.assess.figure.Sums;
import io.gnomon.sim.assess.reproduction.Reproduction;
import io.gnomon.sim.assess.reproduction.Reproduction.PartitionWaits;
import io.gnomon.sim.assess.reproduction.Reproduction.Trust;
import io.gnomon.sim.report.document.Columns;
import io.gnomon.sim.report.document.DocumentBuilder;
import io.gnomon.sim.report.document.Part.Chart;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The simulation of the record: how well it reproduces the past, and which jobs wait. */
record SimulationSections(Assessment assessment, DocumentBuilder document) {
  private static final String AT_MOST = " of the jobs wait at most";

  void add(String configuration) {
    fidelity(configuration);
    queue();
  }

  private void fidelity(String configuration) {
    document.heading("Does the simulation reproduce the past?");
    document.say("Configuration in force: " + configuration + ".");
    Reproduction reproduction = assessment.reproduction();
    if (reproduction.trust() == Trust.UNKNOWN) {
      document.say("The data contain no starts of jobs, so there is nothing to compare with.");
      return;
    }
    document.say(
        String.format(
            Locale.ROOT,
            "Mean wait: recorded %s, simulated %s. The two distributions of waits differ by at most"
                + " %.0f %% of the jobs. Order of the starts: Kendall's tau %.3f.",
            Words.time(reproduction.recordedWait()),
            Words.time(reproduction.simulatedWait()),
            100 * reproduction.distance(),
            reproduction.order()));
    document.add(
        new Chart(
            "waits",
            AssessmentCharts.waits(reproduction).toSvg(),
            "Distribution of recorded and simulated waits; those below a minute are drawn as a"
                + " minute."));
    document.add(
        new Columns<Integer>()
            .text("Jobs", row -> Words.share(Reproduction.FRACTIONS.get(row)) + AT_MOST)
            .text("Recorded", row -> Words.time(reproduction.quantiles().get(row)[0]))
            .text("Simulated", row -> Words.time(reproduction.quantiles().get(row)[1]))
            .table(IntStream.range(0, reproduction.quantiles().size()).boxed().toList())
            .caption("Waits", 0));
    if (!reproduction.partitions().isEmpty()) {
      document.add(
          new Columns<PartitionWaits>()
              .text("Partition", PartitionWaits::partition)
              .text("Jobs", one -> Words.count(one.jobs()))
              .text("Recorded", one -> Words.time(one.recorded()))
              .text("Simulated", one -> Words.time(one.simulated()))
              .table(reproduction.partitions())
              .caption("Mean waits by partition", 0));
    }
    if (!assessment.misfits().isEmpty()) {
      document.say("What the records show about the difference:");
      document.items(
          assessment.misfits().stream().map(misfit -> misfit.text(assessment.use())).toList());
    }
  }

  private void queue() {
    document.heading("The queue under the configuration in force");
    ConfigurationFigures inForce = assessment.inRecord();
    document.say(
        String.format(
            Locale.ROOT,
            "On average %.0f jobs wait. The figures are those of the simulation of the record.",
            inForce.meanQueue()));
    document.add(
        new Chart(
            "mean-wait",
            AssessmentCharts.blocks(assessment).toSvg(),
            "Mean wait of the jobs submitted in each of the %d %s of the record."
                .formatted(assessment.blocks().count(), assessment.blocks().words())));
    for (Grouping by : Grouping.KINDS) {
      List<ComparedGroup> groups = ComparedGroup.of(assessment, by, inForce, inForce);
      if (!groups.isEmpty()) {
        Sums all = inForce.all();
        document.add(
            new Columns<ComparedGroup>()
                .text(Words.capital(by.title()), ComparedGroup::name)
                .text("Jobs", one -> Words.share(one.share(all)))
                .text("Mean wait", one -> Words.time(one.before().meanWait()))
                .text("Mean bounded slowdown", one -> Words.slowdown(one.before().meanSlowdown()))
                .text("Share of all waiting", one -> Words.share(one.shareOfWaiting(all)))
                .table(groups)
                .caption("Jobs by " + by.title(), 0));
      }
    }
  }
}

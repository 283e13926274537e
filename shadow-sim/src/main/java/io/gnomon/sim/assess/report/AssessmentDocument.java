package io.gnomon.sim.assess.report;

import io.gnomon.sim.assess.Assessment;
import io.gnomon.sim.assess.Step;
import io.gnomon.sim.assess.Verdict;
import io.gnomon.sim.assess.WhatIf;
import io.gnomon.sim.assess.change.Change;
import io.gnomon.sim.assess.change.Change.Means;
import io.gnomon.sim.assess.change.ConfigurationLines;
import io.gnomon.sim.assess.change.Setup;
import io.gnomon.sim.assess.change.SlurmDefinitions;
import io.gnomon.sim.assess.figure.Evaluation;
import io.gnomon.sim.assess.figure.GainTest;
import io.gnomon.sim.assess.figure.Grouping;
import io.gnomon.sim.assess.figure.Sums;
import io.gnomon.sim.assess.report.Part.Chart;
import io.gnomon.sim.assess.report.Part.Heading;
import io.gnomon.sim.assess.report.Part.Items;
import io.gnomon.sim.assess.report.Part.Lines;
import io.gnomon.sim.assess.report.Part.Paragraph;
import io.gnomon.sim.assess.report.Part.Subheading;
import io.gnomon.sim.assess.report.Part.Table;
import io.gnomon.sim.assess.reproduction.Reproduction;
import io.gnomon.sim.assess.reproduction.Reproduction.Trust;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.workload.JobLog;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Composes the document of an assessment. */
final class AssessmentDocument {
  private static final int ON_FIRST_PAGE = 5;
  private static final double RELEVANT = 0.03;
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Assessment assessment;
  private final AssessedSource source;
  private final List<Part> parts = new ArrayList<>();

  private AssessmentDocument(Assessment assessment, AssessedSource source) {
    this.assessment = assessment;
    this.source = source;
  }

  static Document of(Assessment assessment, AssessedSource source) {
    AssessmentDocument composed = new AssessmentDocument(assessment, source);
    composed.firstPage();
    composed.fidelity();
    composed.queue();
    composed.advice();
    composed.alternatives();
    composed.method();
    composed.limits();
    return new Document("Assessment of " + source.title(), composed.parts);
  }

  private void say(String text) {
    parts.add(new Paragraph(text));
  }

  // --- first page

  private void firstPage() {
    say(happened());
    say(reproduced());
    say(advised());
    parts.add(
        new Chart(
            "gain-by-changes",
            AssessmentCharts.changesAgainstGain(assessment).toSvg(),
            "Reduction of mean wait and mean bounded slowdown by the number of changes."));
    parts.add(candidates("The changes with the largest gains", ON_FIRST_PAGE));
  }

  private String happened() {
    JobLog log = assessment.recorded().log();
    Reproduction reproduction = assessment.reproduction();
    boolean known = reproduction.trust() != Trust.UNKNOWN;
    double wait = known ? reproduction.recordedWait() : assessment.inRecord().all().meanWait();
    return "From %s to %s, %s jobs on %s processors %s %s on average."
        .formatted(
            date(log, 0),
            date(log, log.size() - 1),
            Words.count(log.size()),
            Words.count(assessment.recorded().processors()),
            known ? "waited" : "were submitted; in the simulation they wait",
            Words.time(wait));
  }

  private static String date(JobLog log, int job) {
    return log.originEpochSecond() <= 0
        ? "day " + (1 + log.submit(job) / 86_400)
        : DATE.format(Instant.ofEpochSecond(log.originEpochSecond() + log.submit(job)));
  }

  private String reproduced() {
    Reproduction reproduction = assessment.reproduction();
    String waits =
        "simulated under the configuration in force, they wait %s, %s"
            .formatted(Words.time(reproduction.simulatedWait()), comparedWithRecord(reproduction));
    return switch (reproduction.trust()) {
      case UNKNOWN ->
          "The data have no starts, so it is not known how well the simulation reproduces the past.";
      case CLOSE -> "The model reproduces this closely: " + waits + ".";
      case ROUGH ->
          "The model reproduces this roughly: %s, so only gains above %s count."
              .formatted(waits, Words.share(assessment.requiredGain()));
      case POOR -> "The model does not reproduce this: " + waits + ", so nothing is advised.";
    };
  }

  private static String comparedWithRecord(Reproduction reproduction) {
    String error = Words.share(Math.abs(reproduction.error()));
    if (error.equals(Words.share(0))) {
      return "within 1 % of the record";
    }
    return error + (reproduction.error() < 0 ? " less" : " more") + " than recorded";
  }

  private String advised() {
    Step step = assessment.advised();
    if (step == null) {
      return "No change is advised: " + reason() + ".";
    }
    int number = step.changes().size();
    return "%s would have %s and %s: %s."
        .formatted(
            number == 1 ? "One change" : (number == 2 ? "Two" : "Three") + " changes",
            Words.effect("the mean wait", step.gain().waitGain()),
            Words.effect("the mean bounded slowdown", step.gain().slowdownGain()),
            String.join("; ", step.changes().stream().map(Change::title).toList()));
  }

  private String reason() {
    if (!assessment.waits()) {
      return "jobs wait less than a minute on average";
    } else if (!assessment.blocks().suffice()) {
      return "the record is shorter than a week";
    } else if (!assessment.reproduction().allowsAdvice()) {
      return "the model does not reproduce the past";
    }
    return "no change has a gain of at least "
        + Words.share(assessment.requiredGain())
        + " that cannot be due to chance";
  }

  private Table candidates(String caption, int most) {
    List<List<String>> rows =
        assessment.candidates().stream()
            .limit(most)
            .map(
                one ->
                    List.of(
                        one.change().title(),
                        Words.change(one.gain().waitGain()),
                        Words.change(one.gain().slowdownGain()),
                        one.verdict() == Verdict.NOT_PURSUED ? "–" : Words.interval(one.gain()),
                        one.verdict().title()))
            .toList();
    return new Table(
        caption,
        List.of("Change", "Mean wait", "Mean bounded slowdown", "Both, 95 % interval", "Verdict"),
        rows,
        1);
  }

  // --- fidelity

  private void fidelity() {
    parts.add(new Heading("Does the simulation reproduce the past?"));
    say("Configuration in force: " + source.configuration() + ".");
    Reproduction reproduction = assessment.reproduction();
    if (reproduction.trust() == Trust.UNKNOWN) {
      say("The data contain no starts of jobs, so there is nothing to compare with.");
      return;
    }
    say(
        String.format(
            Locale.ROOT,
            "Mean wait: recorded %s, simulated %s. The two distributions of waits differ by at most"
                + " %.0f %% of the jobs. Order of the starts: Kendall's tau %.3f.",
            Words.time(reproduction.recordedWait()),
            Words.time(reproduction.simulatedWait()),
            100 * reproduction.distance(),
            reproduction.order()));
    parts.add(
        new Chart(
            "waits",
            AssessmentCharts.waits(reproduction).toSvg(),
            "Distribution of recorded and simulated waits; those below a minute are drawn as a"
                + " minute."));
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < reproduction.quantiles().size(); i++) {
      double[] pair = reproduction.quantiles().get(i);
      rows.add(
          List.of(
              Words.share(Reproduction.FRACTIONS.get(i)) + " of the jobs wait at most",
              Words.time(pair[0]),
              Words.time(pair[1])));
    }
    parts.add(new Table("Waits", List.of("Jobs", "Recorded", "Simulated"), rows, 0));
    if (!reproduction.partitions().isEmpty()) {
      parts.add(
          new Table(
              "Mean waits by partition",
              List.of("Partition", "Jobs", "Recorded", "Simulated"),
              reproduction.partitions().stream()
                  .map(
                      one ->
                          List.of(
                              one.partition(),
                              Words.count(one.jobs()),
                              Words.time(one.recorded()),
                              Words.time(one.simulated())))
                  .toList(),
              0));
    }
    if (!assessment.misfits().isEmpty()) {
      say("What the records show about the difference:");
      parts.add(
          new Items(
              assessment.misfits().stream().map(misfit -> misfit.text(assessment.use())).toList()));
    }
  }

  // --- queue

  private void queue() {
    parts.add(new Heading("The queue under the configuration in force"));
    Evaluation inForce = assessment.inRecord();
    say(
        String.format(
            Locale.ROOT,
            "On average %.0f jobs wait. The figures are those of the simulation of the record.",
            inForce.meanQueue()));
    parts.add(
        new Chart(
            "mean-wait",
            AssessmentCharts.blocks(assessment).toSvg(),
            "Mean wait of the jobs submitted in each of the %d %s of the record."
                .formatted(assessment.blocks().count(), assessment.blocks().words())));
    for (Grouping by : Grouping.values()) {
      List<String> names = assessment.groups().names(by);
      List<List<String>> rows = new ArrayList<>();
      for (int group = 0; group < names.size(); group++) {
        Sums sums = inForce.of(by, group);
        if (sums.jobs() > 0) {
          rows.add(
              List.of(
                  names.get(group),
                  Words.share((double) sums.jobs() / inForce.all().jobs()),
                  Words.time(sums.meanWait()),
                  Words.slowdown(sums.meanSlowdown()),
                  Words.share(
                      (double) sums.waitSeconds() / Math.max(1, inForce.all().waitSeconds()))));
        }
      }
      if (!rows.isEmpty()) {
        parts.add(
            new Table(
                "Jobs by " + by.title(),
                List.of(
                    capital(by.title()),
                    "Jobs",
                    "Mean wait",
                    "Mean bounded slowdown",
                    "Share of all waiting"),
                rows,
                0));
      }
    }
  }

  private static String capital(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }

  // --- advice

  private void advice() {
    parts.add(new Heading("Advice"));
    say(advised());
    if (!assessment.steps().isEmpty()) {
      parts.add(
          new Table(
              "The best combination, one change after the other",
              List.of(
                  "Changes",
                  "Mean wait",
                  "Mean bounded slowdown",
                  "Both, 95 % interval",
                  "Last change"),
              assessment.steps().stream()
                  .map(
                      step ->
                          List.of(
                              String.join(
                                  "; ", step.changes().stream().map(Change::title).toList()),
                              Words.change(step.gain().waitGain()),
                              Words.change(step.gain().slowdownGain()),
                              Words.interval(step.gain()),
                              step.verdict().title()))
                  .toList(),
              1));
    }
    Step step = assessment.advised();
    if (step != null) {
      lines(step);
      effects(step);
    }
    parts.add(new Subheading("All changes that were tried"));
    parts.add(candidates("Changes, the best first", Integer.MAX_VALUE));
    List<String> assumptions =
        assessment.candidates().stream()
            .filter(one -> !one.change().assumption().isEmpty())
            .map(one -> capital(one.change().title()) + ": " + one.change().assumption() + ".")
            .toList();
    if (!assumptions.isEmpty()) {
      say("What these simulations assume:");
      parts.add(new Items(assumptions));
    }
  }

  private void lines(Step step) {
    Setup after = assessment.recorded();
    for (Change change : step.changes()) {
      after = change.made().apply(after);
    }
    ConfigurationLines lines = ConfigurationLines.between(assessment.recorded(), after);
    boolean policy = step.changes().stream().anyMatch(one -> one.means() == Means.POLICY);
    parts.add(new Subheading("How to make the change"));
    say(
        policy
            ? "The scheduling policy in Gnomon's notation; docs/policies.md explains it:"
            : "In slurm.conf, replace these parameters on their lines, add the lines that are new,"
                + " then run scontrol reconfigure:");
    parts.add(new Lines(lines.made()));
    say("How to undo it:");
    parts.add(new Lines(lines.undone()));
  }

  private void effects(Step step) {
    Evaluation before = assessment.inRecord();
    Evaluation after = step.inRecord();
    parts.add(new Subheading("Which jobs gain, and which wait longer"));
    List<List<String>> rows = new ArrayList<>();
    for (Grouping by : Grouping.values()) {
      List<String> names = assessment.groups().names(by);
      for (int group = 0; group < names.size(); group++) {
        Sums was = before.of(by, group);
        Sums is = after.of(by, group);
        if (was.jobs() > 0) {
          rows.add(
              List.of(
                  by.title() + ": " + names.get(group),
                  Words.share((double) was.jobs() / before.all().jobs()),
                  Words.time(was.meanWait()),
                  Words.time(is.meanWait()),
                  Words.change(is.slowdownGain(was)),
                  effect(was, is)));
        }
      }
    }
    parts.add(
        new Table(
            "Mean waits by group in the simulated record, in force and with the advised changes",
            List.of("Jobs", "Share", "In force", "Changed", "Mean bounded slowdown", "Effect"),
            rows,
            1));
    if (after.examinedPerHour() > 0) {
      say(
          String.format(
              Locale.ROOT,
              "Cost to the scheduler: while jobs wait, backfill examines about %,.0f jobs an hour"
                  + " instead of %,.0f. The time of one cycle grows with the number of jobs that it"
                  + " examines; compare it with sdiag before and after.",
              after.examinedPerHour(),
              before.examinedPerHour()));
    }
  }

  private static String effect(Sums before, Sums after) {
    double seconds = after.meanWait() - before.meanWait();
    if (Math.abs(seconds) < 60 || Math.abs(after.waitGain(before)) < RELEVANT) {
      return "unchanged";
    }
    return seconds < 0 ? "shorter waits" : "longer waits";
  }

  // --- alternatives

  private void alternatives() {
    parts.add(new Heading("What else would help"));
    whatIf("Better requested times", assessment.prediction());
    whatIf("More nodes, for comparison", assessment.growth());
    WhatIf hourly = assessment.hourly();
    if (hourly == null) {
      say("The hourly loop was not simulated.");
    } else {
      whatIf("Tuning instead of durable changes", List.of(hourly));
    }
  }

  private void whatIf(String caption, List<WhatIf> rows) {
    if (!rows.isEmpty()) {
      parts.add(
          new Table(
              caption,
              List.of("What", "Mean wait", "Mean bounded slowdown", "Both, 95 % interval"),
              rows.stream()
                  .map(
                      one ->
                          List.of(
                              one.title(),
                              Words.change(one.gain().waitGain()),
                              Words.change(one.gain().slowdownGain()),
                              Words.interval(one.gain())))
                  .toList(),
              0));
    }
  }

  // --- method and limits

  private void method() {
    parts.add(new Heading("Method"));
    say(
        "Each change is simulated on the recorded jobs with their recorded submissions and runtimes%s."
                .formatted(
                    assessment.arrivals() == 0
                        ? ""
                        : (", and on %d other orders of the recorded weeks or days. Relative"
                                + " changes are over all of these, mean waits over the recorded"
                                + " submissions")
                            .formatted(assessment.arrivals()))
            + " Changes are ranked by the geometric mean of mean wait and mean bounded slowdown"
            + " (bound 10 s).");
    say(
        "Intervals come from a block bootstrap over %d %s. They hold for all changes together with"
                .formatted(assessment.blocks().count(), assessment.blocks().words())
            + " a probability of "
            + Words.share(1 - GainTest.ERROR)
            + " (max-t), so that trying many changes does not make one of them look good by chance.");
    say(
        "A change is advised if its gain is at least %s, its interval excludes no gain, and neither"
                .formatted(Words.share(assessment.requiredGain()))
            + " of the two figures rises by more than 2 %. Further changes are added while each adds"
            + " as much, up to three.");
    say(
        "The simulation reproduces the past closely if its mean wait is within 20 % of the recorded"
            + " one and the distributions of waits differ by at most 15 % of the jobs, and roughly if"
            + " within 50 % and 30 %. Within the first limits, the error is smaller than the gains"
            + " that matter. Beyond the second, the simulated queue is another one than the real"
            + " queue, so its gains say nothing. In between, a gain must be larger than the error.");
  }

  private void limits() {
    parts.add(new Heading("Limits"));
    List<String> items = new ArrayList<>(source.notes());
    items.add(
        "Users react to changes; the simulation assumes that they submit the same jobs at the same"
            + " times.");
    items.add(
        "The simulation begins with an empty machine and knows nothing of nodes that were down, of"
            + " reservations, or of jobs that administrators held or moved.");
    SlurmDefinitions site = assessment.recorded().slurm();
    Accounts accounts = site == null ? null : site.accounts();
    if (accounts != null
        && accounts.usage().isEmpty()
        && accounts.settings().weights().fairShare() > 0) {
      items.add(
          "Fair share begins without usage. If you have what sshare printed when the record begins,"
              + " name it with --usage.");
    }
    items.add("Runtimes do not depend on the nodes on which jobs run.");
    parts.add(new Items(items));
  }
}

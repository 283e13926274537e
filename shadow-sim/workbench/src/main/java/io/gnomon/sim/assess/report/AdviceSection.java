package io.gnomon.sim.assess.report;

import io.gnomon.sim.assess.Assessment;
import io.gnomon.sim.assess.Candidate;
import io.gnomon.sim.assess.CombinedChanges;
import io.gnomon.sim.assess.Verdict;
import io.gnomon.sim.assess.change.ConfigurationLines;
import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.change.SiteChange;
import io.gnomon.sim.assess.change.SiteChange.Means;
import io.gnomon.sim.assess.figure.ConfigurationFigures;
import io.gnomon.sim.assess.figure.Grouping;
import io.gnomon.sim.assess.figure.Sums;
import io.gnomon.sim.report.document.Columns;
import io.gnomon.sim.report.document.DocumentBuilder;
import io.gnomon.sim.report.document.Table;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The advice: which changes, how to make them, and their effects. */
record AdviceSection(Assessment assessment, DocumentBuilder document) {
  private static final double RELEVANT = 0.03;
  private static final int MOST_WEEKS = 10;

  /** A table of the changes that are advised, or of the others. */
  Table candidates(String caption, boolean advised) {
    List<Candidate> some =
        assessment.candidates().stream()
            .filter(one -> (one.verdict() == Verdict.ADVISED) == advised)
            .toList();
    return new Columns<Candidate>()
        .text("Change", one -> one.change().title())
        .of(Candidate::gain, Words.GAIN)
        .text(
            "Both, 95 % interval",
            one -> one.verdict() == Verdict.NOT_PURSUED ? "–" : Words.interval(one.gain()))
        .text("Verdict", one -> one.verdict().title())
        .table(some)
        .caption(caption, 1);
  }

  /**
   * Adds the section.
   *
   * @param advised the advice in one sentence
   */
  void add(String advised) {
    document.heading("Advice");
    document.say(advised);
    if (!assessment.steps().isEmpty()) {
      document.add(
          new Columns<CombinedChanges>()
              .text("Changes", AdviceSection::changes)
              .of(CombinedChanges::gain, Words.GAIN)
              .text("Both, 95 % interval", step -> Words.interval(step.gain()))
              .text("Last change", step -> step.verdict().title())
              .table(assessment.steps())
              .caption("The best combination, one change after the other", 1));
    }
    CombinedChanges step = assessment.advised();
    if (step != null) {
      lines(step);
      effects(step);
      saved(step);
    }
    document.subheading("Changes that are not advised");
    document.add(candidates("The best first", false).small());
    List<String> assumptions =
        assessment.candidates().stream()
            .map(Candidate::change)
            .filter(change -> !change.assumption().isEmpty())
            .map(change -> Words.capital(change.title()) + ": " + change.assumption() + ".")
            .toList();
    if (!assumptions.isEmpty()) {
      document.say("What these simulations assume:");
      document.items(assumptions);
    }
  }

  private static String changes(CombinedChanges step) {
    return step.changes().stream().map(SiteChange::title).collect(Collectors.joining("; "));
  }

  private void lines(CombinedChanges step) {
    SimulatedSite after = assessment.recorded();
    for (SiteChange change : step.changes()) {
      after = change.made().apply(after);
    }
    ConfigurationLines lines = ConfigurationLines.between(assessment.recorded(), after);
    boolean policy = step.changes().stream().anyMatch(one -> one.means() == Means.POLICY);
    document.subheading("How to make the change");
    document.say(
        policy
            ? "The scheduling policy in Gnomon's notation; docs/policies.md explains it:"
            : "In slurm.conf, replace these parameters on their lines, add the lines that are new,"
                + " then run scontrol reconfigure:");
    document.lines(lines.made());
    document.say("How to undo it:");
    document.lines(lines.undone());
  }

  private void effects(CombinedChanges step) {
    ConfigurationFigures before = assessment.inRecord();
    ConfigurationFigures after = step.inRecord();
    document.subheading("Which jobs gain, and which wait longer");
    document.add(
        new Columns<ComparedGroup>()
            .text("Jobs", one -> one.by().title() + ": " + one.name())
            .text("Share", one -> Words.share(one.share(before.all())))
            .text("In force", one -> Words.time(one.before().meanWait()))
            .text("Changed", one -> Words.time(one.after().meanWait()))
            .text(
                "Mean bounded slowdown",
                one -> Words.change(one.after().slowdownGain(one.before())))
            .text("Effect", one -> effect(one.before(), one.after()))
            .table(
                Grouping.KINDS.stream()
                    .flatMap(by -> ComparedGroup.of(assessment, by, before, after).stream())
                    .toList())
            .caption(
                "Mean waits by group in the simulated record, in force and with the advised changes",
                1));
    if (after.examinedPerHour() > 0) {
      document.say(
          String.format(
              Locale.ROOT,
              "Cost to the scheduler: while jobs wait, backfill examines about %,.0f jobs an hour"
                  + " instead of %,.0f. The time of one cycle grows with the number of jobs that it"
                  + " examines; compare it with sdiag before and after.",
              after.examinedPerHour(),
              before.examinedPerHour()));
    }
  }

  private void saved(CombinedChanges step) {
    List<SavedWait> saved =
        SavedWait.of(assessment.groups(), assessment.inRecord(), step.inRecord());
    document.subheading("Waiting saved by week and partition");
    document.say(
        "Over the record, the advised changes would have saved %s job-hours of waiting of %s: the waits of all jobs together."
            .formatted(
                Words.count(Math.round(SavedWait.sum(saved))),
                Words.count(Math.round(assessment.inRecord().all().waitSeconds() / 3600.0))));
    document.add(
        new Columns<SavedWait>()
            .text("Week from", one -> one.week().from())
            .text("Partition", one -> one.week().partition())
            .number("jobs", "Jobs", SavedWait::jobs, 0)
            .number("waitHoursSaved", "Job-hours saved", SavedWait::hours, 1)
            .table(
                saved.stream()
                    .sorted(Comparator.comparingDouble(one -> -Math.abs(one.hours())))
                    .limit(MOST_WEEKS)
                    .toList())
            .caption(
                "The weeks and partitions with the largest differences, by the submission of the jobs; negative where jobs would have waited longer",
                0));
  }

  private static String effect(Sums before, Sums after) {
    double seconds = after.meanWait() - before.meanWait();
    if (Math.abs(seconds) < 60 || Math.abs(after.waitGain(before)) < RELEVANT) {
      return "unchanged";
    }
    return seconds < 0 ? "shorter waits" : "longer waits";
  }
}

package io.gnomon.sim.assess.report;

import io.gnomon.sim.assess.Assessment;
import io.gnomon.sim.assess.CombinedChanges;
import io.gnomon.sim.assess.cause.BusiestAccount;
import io.gnomon.sim.assess.cause.WaitCause;
import io.gnomon.sim.assess.change.SiteChange;
import io.gnomon.sim.assess.reproduction.Reproduction;
import io.gnomon.sim.assess.reproduction.Reproduction.Trust;
import io.gnomon.sim.workload.JobLog;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The sentences of the first page. */
record Summary(Assessment assessment) {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd", Locale.ROOT).withZone(ZoneOffset.UTC);

  String happened() {
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

  /** Why jobs wait. */
  String caused() {
    if (!assessment.waits() || assessment.causes().isEmpty()) {
      return "Jobs wait too little to look for a cause.";
    }
    WaitCause first = assessment.causes().get(0);
    String text =
        "%s of the waiting is due to %s: %s."
            .formatted(Words.share(first.share()), first.kind().title(), first.evidence());
    BusiestAccount busiest = assessment.busiest();
    return busiest == null ? text : text + " " + account(busiest);
  }

  private static String account(BusiestAccount busiest) {
    String text =
        "Account %s has %s of all waiting, because %s"
            .formatted(busiest.name(), Words.share(busiest.waiting()), busiest.why());
    return busiest.reason() == BusiestAccount.Reason.UNKNOWN
        ? text.replace("because ", "and ") + "."
        : busiest.without() == busiest.before()
            ? text + "."
            : text
                + "; without this its jobs would wait %s instead of %s."
                    .formatted(Words.time(busiest.without()), Words.time(busiest.before()));
  }

  String reproduced() {
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

  String advised() {
    CombinedChanges step = assessment.advised();
    if (step == null) {
      return "No change is advised: " + reason() + ".";
    }
    int number = step.changes().size();
    return "%s would have %s and %s: %s."
        .formatted(
            number == 1 ? "One change" : (number == 2 ? "Two" : "Three") + " changes",
            Words.effect("the mean wait", step.gain().waitGain()),
            Words.effect("the mean bounded slowdown", step.gain().slowdownGain()),
            String.join("; ", step.changes().stream().map(SiteChange::title).toList()));
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
}

package io.gnomon.sim.assess.report;

import io.gnomon.sim.assess.Assessment;
import io.gnomon.sim.assess.WhatIf;
import io.gnomon.sim.assess.cause.IdleGpus;
import io.gnomon.sim.assess.cause.WaitCause;
import io.gnomon.sim.metric.IdleResources;
import io.gnomon.sim.report.document.Columns;
import io.gnomon.sim.report.document.DocumentBuilder;
import java.util.Comparator;
import java.util.List;

/** Why jobs wait, and which GPUs are idle meanwhile. */
record CauseSection(Assessment assessment, DocumentBuilder document) {
  private static final double LITTLE = 0.02;
  private static final int MOST_WEEKS = 10;

  void add() {
    addCauses();
    addIdleGpus();
  }

  private void addIdleGpus() {
    List<IdleResources.Row> idle = IdleGpus.of(assessment.recorded());
    if (idle.isEmpty()) {
      return;
    }
    double hours = idle.stream().mapToDouble(IdleResources.Row::hours).sum();
    double all = idle.stream().mapToDouble(IdleResources.Row::all).sum();
    document.heading("GPUs idle while jobs waited");
    document.say(
        "%s GPU-hours were idle while a job waited for GPUs of the same partition, %s of the GPUs in that time. What was idle may not have fitted: other nodes, too few CPUs or memory, or a limit."
            .formatted(Words.count(Math.round(hours)), Words.share(hours / all)));
    document.add(
        new Columns<IdleResources.Row>()
            .text("Week from", IdleResources.Row::monday)
            .text("Partition", IdleResources.Row::partitions)
            .number("hours", "Idle GPU-hours", IdleResources.Row::hours, 1)
            .percent("part", "Of the GPUs, %", IdleResources.Row::part)
            .table(
                idle.stream()
                    .sorted(Comparator.comparingDouble(one -> -one.hours()))
                    .limit(MOST_WEEKS)
                    .toList())
            .caption("The weeks with most GPU-hours idle while jobs waited, as recorded", 0));
  }

  private void addCauses() {
    if (!assessment.waits() || assessment.causes().isEmpty()) {
      return;
    }
    document.heading("Why jobs wait");
    document.add(
        new Columns<WaitCause>()
            .text("Cause", cause -> Words.capital(cause.kind().title()))
            .text("Share of waiting", cause -> Words.share(cause.share()))
            .table(assessment.causes())
            .caption("All waiting of the simulated record, by its cause", 0));
    document.items(
        assessment.causes().stream()
            .map(cause -> Words.capital(cause.kind().title()) + ": " + cause.evidence() + ".")
            .toList());
    assessment.growth().stream()
        .max(Comparator.comparingDouble(growth -> growth.gain().waitGain()))
        .filter(growth -> growth.gain().waitGain() < LITTLE)
        .ifPresent(growth -> document.say(moreNodes(growth)));
  }

  private String moreNodes(WhatIf growth) {
    WaitCause.Kind first = assessment.causes().get(0).kind();
    boolean tooSmall = first == WaitCause.Kind.CAPACITY || first == WaitCause.Kind.GPUS;
    return "More nodes would help little (%s: mean wait %s)%s."
        .formatted(
            growth.title(),
            Words.change(growth.gain().waitGain()),
            tooSmall ? "" : ", because the waiting is due to " + first.title());
  }
}

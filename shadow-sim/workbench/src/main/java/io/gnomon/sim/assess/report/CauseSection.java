package io.gnomon.sim.assess.report;

import io.gnomon.sim.assess.Assessment;
import io.gnomon.sim.assess.WhatIf;
import io.gnomon.sim.assess.cause.WaitCause;
import io.gnomon.sim.report.document.Columns;
import io.gnomon.sim.report.document.DocumentBuilder;
import java.util.Comparator;

/** Why jobs wait. */
record CauseSection(Assessment assessment, DocumentBuilder document) {
  private static final double LITTLE = 0.02;

  void add() {
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

package io.gnomon.events;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EnvelopeTest {
  @Test
  void namesTheInstantOfItsTime() {
    assertThat(new Envelope("a", "kth", 1, "2026-11-21T03:06:00+01:00").instant())
        .hasToString("2026-11-21T02:06:00Z");
  }

  @Test
  void namesNoInstantWithoutATimeOrForADayThatNeverWas() {
    assertThat(new Envelope("a", "kth", 1).instant()).isNull();
    assertThat(new Envelope("a", "kth", 1, "2026-02-30T03:06:00Z").instant()).isNull();
  }
}

package io.gnomon.events.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConfigurationTest {
  private static final Configuration SITE =
      new Configuration("slurm(bf_interval=30s, cores-per-node=16)", 4);

  @Test
  void aMeasuredTimeOfBackfillIsNoSetting() {
    Configuration measured =
        new Configuration("slurm(bf_interval=30s, cores-per-node=16, test-ms=0.2)", 4);
    assertThat(measured.hasSettingsOf(SITE)).isTrue();
    assertThat(SITE.hasSettingsOf(measured)).isTrue();
  }

  @Test
  void aMalformedPolicyIsComparedAsItIs() {
    Configuration malformed = new Configuration("slurm(test-ms", 4);
    assertThat(malformed.hasSettingsOf(new Configuration("slurm(test-ms", 5))).isTrue();
    assertThat(malformed.hasSettingsOf(SITE)).isFalse();
    assertThat(SITE.hasSettingsOf(malformed)).isFalse();
  }

  @Test
  void anotherIntervalIsASetting() {
    assertThat(
            new Configuration("slurm(bf_interval=60s, cores-per-node=16)", 4).hasSettingsOf(SITE))
        .isFalse();
    assertThat(new Configuration("easy", 4).hasSettingsOf(SITE)).isFalse();
  }
}

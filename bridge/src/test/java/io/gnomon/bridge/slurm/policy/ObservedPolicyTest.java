package io.gnomon.bridge.slurm.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ObservedPolicyTest {
  private static String observed(String type, String parameters) {
    return ObservedPolicy.of(Map.of("SchedulerType", type, "SchedulerParameters", parameters), 16);
  }

  @Test
  void supportedParametersOfSlurmBecomeThePolicys() {
    assertThat(
            observed(
                "sched/backfill", "bf_continue,bf_window=2880,bf_interval=5,bf_max_job_part=3"))
        .isEqualTo("slurm(bf_interval=5s, bf_window=2880m, cores-per-node=16)");
    assertThat(observed("sched/backfill", "(null)")).isEqualTo("slurm(cores-per-node=16)");
  }

  @Test
  void withoutBackfillItIsTheMainSchedulerAlone() {
    String builtin = "slurm(cores-per-node=16, scheduler=builtin)";
    assertThat(observed("sched/backfill", "bf_interval=-1")).isEqualTo(builtin);
    assertThat(observed("sched/builtin", "(null)")).isEqualTo(builtin);
  }

  /** Slurm falls back to its default; so does the policy. */
  @Test
  void aValueThatSlurmItselfRejectsIsOmitted() {
    assertThat(observed("sched/backfill", "bf_interval=99999,bf_window=x"))
        .isEqualTo("slurm(cores-per-node=16)");
  }
}

package io.gnomon.bridge.slurm.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.slurm.client.BackfillStatistics;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ObservedPolicyTest {
  private static String observed(Map<String, String> settings) {
    return ObservedPolicy.of(settings, 16, TestTime.UNKNOWN);
  }

  private static String observed(String type, String parameters) {
    return observed(Map.of("SchedulerType", type, "SchedulerParameters", parameters));
  }

  @Test
  void supportedParametersOfSlurmBecomeThePolicys() {
    assertThat(
            observed("sched/backfill", "max_rpc_cnt=9,bf_window=2880,bf_interval=5,bf_busy_nodes"))
        .isEqualTo("slurm(bf_interval=5s, bf_window=2880m, cores-per-node=16)");
    assertThat(observed("sched/backfill", "(null)")).isEqualTo("slurm(cores-per-node=16)");
  }

  @Test
  void soDoThoseThatGnomonDoesNotSet() {
    assertThat(
            observed(
                "sched/backfill",
                "bf_continue,bf_max_job_assoc=7,bf_max_job_part=3,bf_max_time=20,"
                    + "bf_min_age_reserve=600,bf_min_prio_reserve=1000000,bf_yield_sleep=9"))
        .isEqualTo(
            "slurm(bf_continue=true, bf_max_job_assoc=7, bf_max_job_part=3, bf_max_time=20s,"
                + " bf_min_age_reserve=600s, bf_min_prio_reserve=1000000, bf_yield_sleep=9,"
                + " cores-per-node=16)");
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
    assertThat(observed("sched/backfill", "bf_interval=99999,bf_window=x,bf_max_time=3601"))
        .isEqualTo("slurm(cores-per-node=16)");
  }

  @Test
  void preemptionIsThatOfTheSite() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("PreemptType", "preempt/none");
    settings.put("PreemptMode", "REQUEUE");
    assertThat(observed(settings)).isEqualTo("slurm(cores-per-node=16)");

    settings.put("PreemptType", "preempt/partition_prio");
    settings.put("PreemptMode", "GANG,SUSPEND");
    settings.put("PreemptExemptTime", "00:01:30");
    settings.put("SchedulerParameters", "preempt_youngest_first");
    assertThat(observed(settings))
        .isEqualTo(
            "slurm(PreemptExemptTime=90s, PreemptMode=suspend, PreemptType=partition_prio,"
                + " cores-per-node=16, preempt_youngest_first=true)");
  }

  @Test
  void aKnownTimeOfATestIsAParameter() {
    TestTime measured = TestTime.of(new BackfillStatistics(100, 30_000, 10));
    assertThat(ObservedPolicy.of(Map.of(), 1, measured))
        .isEqualTo("slurm(cores-per-node=1, test-ms=3)");
  }
}

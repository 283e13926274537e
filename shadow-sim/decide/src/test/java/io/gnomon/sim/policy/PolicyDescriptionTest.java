package io.gnomon.sim.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.search.PolicyLibrary;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyDescriptionTest {
  private static final int LONGEST = 130;

  // a value other than the default for every parameter of every family
  private static final Map<String, String> OTHERS = new HashMap<>();

  static {
    String[] pairs = {
      "order",
      "shortest",
      "weight",
      "1e-9",
      "seed",
      "7",
      "length",
      "expected",
      "head",
      "none",
      "wide",
      "64",
      "long",
      "4h",
      "patience",
      "2d",
      "guarantee",
      "false",
      "speculation",
      "0.4",
      "test-runs",
      "7m",
      "mold",
      "half",
      "widen",
      "true",
      "speed-up",
      "amdahl:0.05",
      "partitions",
      "3",
      "boundaries",
      "600/3600/18000/86400",
      "criteria",
      "fixed",
      "factor",
      "4",
      "tuned",
      "false",
      "override",
      "5",
      "same-processors",
      "false",
      "hold",
      "false",
      "disk",
      "100",
      "slice",
      "5m",
      "average-wait",
      "1h",
      "heuristic",
      "dp",
      "utilisation-weight",
      "2",
      "time-weight",
      "2",
      "priority-weight",
      "2",
      "fairness-weight",
      "2",
      "over-quota",
      "4+17",
      "longest-queue",
      "50",
      "tau",
      "0.1",
      "predictor",
      "global",
      "retention",
      "0.5",
      "least",
      "9",
      "bound",
      "exact",
      "scheduler",
      "builtin",
      "bf_interval",
      "45s",
      "bf_window",
      "2d",
      "bf_resolution",
      "300s",
      "bf_max_job_test",
      "700",
      "bf_max_job_user",
      "20",
      "bf_max_job_part",
      "50",
      "bf_max_job_user_part",
      "5",
      "bf_max_job_assoc",
      "15",
      "bf_min_age_reserve",
      "10m",
      "bf_min_prio_reserve",
      "1000",
      "test-ms",
      "2.5",
      "bf_max_time",
      "60s",
      "bf_yield_interval",
      "1000000",
      "bf_yield_sleep",
      "100000",
      "bf_continue",
      "true",
      "partition_job_depth",
      "50",
      "sched_max_job_start",
      "20",
      "sched_min_interval",
      "2000000",
      "bf_max_job_start",
      "30",
      "bf_job_part_count_reserve",
      "10",
      "default_queue_depth",
      "1000",
      "sched_interval",
      "120s",
      "batch_sched_delay",
      "5s",
      "bf_window_linear",
      "60s",
      "end-window",
      "0s",
      "gap",
      "0s",
      "reserve",
      "any",
      "PriorityType",
      "basic",
      "PriorityWeightAge",
      "1000",
      "PriorityWeightAssoc",
      "1000",
      "PriorityWeightFairshare",
      "0",
      "PriorityWeightJobSize",
      "1000",
      "PriorityWeightPartition",
      "1000",
      "PriorityWeightQOS",
      "1000",
      "PriorityMaxAge",
      "1d",
      "PriorityDecayHalfLife",
      "14d",
      "PriorityFavorSmall",
      "YES",
      "PreemptType",
      "partition_prio",
      "PreemptMode",
      "cancel",
      "preempt_youngest_first",
      "true",
      "PreemptExemptTime",
      "1h",
      "below",
      "2"
    };
    for (int i = 0; i < pairs.length; i += 2) {
      OTHERS.put(pairs[i], pairs[i + 1]);
    }
  }

  // what a parameter has an effect with only
  private static final Map<String, Spec> NEEDED =
      Map.of(
          "weight", Spec.parse("easy(order=shortest)"),
          "length", Spec.parse("easy(order=shortest)"),
          "test-runs", Spec.parse("conservative(speculation=0.3)"),
          "speed-up", Spec.parse("conservative(mold=half)"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          easy | oldest jobs first; reservation for the oldest job
          easy(order=shortest) | shortest jobs first; reservation for the oldest job
          easy(head=order, order=smallest-area, weight=1e-11) | smallest jobs (processors × time) first; a 32 d wait counts as 10 processor-hours less; reservation for the first job
          easy(head=order, length=expected, order=shortest, weight=1e-9) | jobs expected to be shortest first; a 3.2 d wait counts as 1 h less; reservation for the first job
          easy(head=order, order=smallest, weight=1e-6) | narrowest jobs first; a 1.2 d wait counts as 10 processors fewer; reservation for the first job
          easy(head=none, order=wfp3) | longest wait for the requested time and widest jobs first; no reservation
          conservative(guarantee=false, order=shortest, speculation=0.3, test-runs=5m, weight=1e-9) | shortest jobs first; a 3.2 d wait counts as 1 h less; planned anew at each pass; tries jobs in gaps of 30 % of their time or 5 min
          conservative(guarantee=false, mold=half, order=shortest, weight=1e-9, widen=true) | shortest jobs first; a 3.2 d wait counts as 1 h less; planned anew at each pass; jobs start on half their processors, more if idle
          multi-queue(boundaries=600/3600/18000/86400, partitions=4) | 4 queues by requested time; limits 10 min, 1 h, 5 h; limits follow the jobs each week; reservation for the oldest job of each queue
          probabilistic | jobs start early if they delay the oldest with a probability below 5 %
          slurm(bf_interval=30s, bf_max_job_test=500, order=shortest) | Slurm's scheduler with backfill; shortest jobs first
          slurm(bf_interval=10s) | Slurm's scheduler with backfill; order of priority (age, fair share, QOS, …); backfill every 10 s
          slurm(partition.batch.PriorityJobFactor=40, qos.normal.MaxJobsPU=8) | Slurm's scheduler with backfill; order of priority (age, fair share, QOS, …); partition batch has priority 40; a user runs at most 8 jobs of QOS normal
          slurm(qos.a.b.MaxTRESPU.cpu=64, qos.a.b.Priority=3) | Slurm's scheduler with backfill; order of priority (age, fair share, QOS, …); a user holds at most 64 CPUs in QOS a.b; QOS a.b has priority 3
          """)
  void readLikeThis(String policy, String words) {
    assertThat(Policies.describe(policy)).isEqualTo(words);
  }

  @Test
  void areTheTextIfThePolicyIsNotKnown() {
    assertThat(Policies.describe("maui(backfill=on)")).isEqualTo("maui(backfill=on)");
    assertThat(Policies.describe("easy(speed=1)")).isEqualTo("easy(speed=1)");
    assertThat(Policies.describe("easy(weight=much, order=shortest)"))
        .isEqualTo("easy(weight=much, order=shortest)");
    assertThat(Policies.describe("not a policy (")).isEqualTo("not a policy (");
  }

  private static Set<Spec> searched() {
    Set<Spec> all = new LinkedHashSet<>(PolicyLibrary.policies(EnumSet.allOf(Capability.class)));
    IntStream.rangeClosed(1, 8)
        .mapToObj(count -> Spec.of("multi-queue").with("partitions", count))
        .forEach(all::add);
    return all;
  }

  @Test
  void differForAllPoliciesOfTheSearches() {
    Map<String, Spec> byWords = new HashMap<>();
    for (Spec spec : searched()) {
      String words = Policies.describe(spec);
      assertThat(byWords.put(words, spec)).as("%s, as of %s", words, spec).isNull();
      assertThat(words).hasSizeLessThanOrEqualTo(LONGEST).doesNotContain("=", "_");
      spec.parameters().keySet().stream()
          .filter(key -> key.contains("-"))
          .forEach(key -> assertThat(words).doesNotContain(key));
      assertThat(words).doesNotContain("xfactor", "wfp3", "smallest-area", "e-");
    }
  }

  @Test
  void differForEachSetting() {
    for (PolicyFamily family : Policies.families()) {
      for (Parameter<?> parameter : family.parameters()) {
        String key = parameter.name();
        if (key.equals("cores-per-node")) {
          continue; // it describes the machine
        }
        assertThat(OTHERS).as("values of the test").containsKey(key);
        Spec needed = NEEDED.get(key);
        Spec plain =
            needed == null ? Spec.of(family.name()) : new Spec(family.name(), needed.parameters());
        Spec set = plain.with(key, OTHERS.get(key));
        assertThat(Policies.describe(set))
            .as("%s", set)
            .isNotEqualTo(Policies.describe(plain))
            .doesNotContain("=", "_", "%s")
            .doesNotContain(key.contains("-") || key.contains("_") ? key : "=");
        // the default, written out, is no difference
        assertThat(Policies.describe(plain.with(key, parameter.defaultText())))
            .isEqualTo(Policies.describe(plain));
      }
    }
  }
}

package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.slurm.policy.ObservedPolicy;
import io.gnomon.bridge.slurm.policy.PolicyMapping;
import io.gnomon.bridge.slurm.policy.TestTime;
import io.gnomon.sim.policy.slurm.SlurmFamily;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.text.SpecText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SiteModelTest {
  private static final Set<String> ORDERS = Set.of("order", "weight", "seed");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SchedulerType=sched/backfill",
        "SchedulerType=sched/builtin",
        "SchedulerParameters=bf_interval=-1",
        "SchedulerParameters=bf_continue,bf_interval=60,bf_window=2880,bf_resolution=300",
        "SchedulerParameters=bf_max_job_test=900,bf_max_job_part=50,bf_max_job_user=20,"
            + "bf_max_job_user_part=10,bf_max_job_assoc=30,bf_max_job_start=5",
        "SchedulerParameters=bf_min_age_reserve=600,bf_min_prio_reserve=100000,"
            + "bf_job_part_count_reserve=2,bf_window_linear=60,defer,max_rpc_cnt=150",
        "SchedulerParameters=bf_max_time=120,bf_yield_interval=1000000,bf_yield_sleep=250000",
        "SchedulerParameters=partition_job_depth=40,sched_max_job_start=10,"
            + "sched_min_interval=2000000,sched_interval=30,default_queue_depth=300,"
            + "batch_sched_delay=10",
        "PreemptType=preempt/none PreemptMode=REQUEUE",
        "PreemptType=preempt/partition_prio PreemptMode=GANG,SUSPEND",
        "PreemptType=preempt/partition_prio PreemptMode=REQUEUE PreemptExemptTime=00:01:30"
            + " SchedulerParameters=preempt_youngest_first,bf_interval=20",
        "PreemptType=preempt/qos PreemptMode=CANCEL PreemptExemptTime=1-00:00:00"
      })
  void theModelOfALiveClusterIsThatOfItsSlurmConf(String settings) throws Exception {
    Map<String, String> printed = new TreeMap<>();
    for (String setting : settings.split(" ")) {
      String[] parts = setting.split("=", 2);
      printed.put(parts[0], parts[1]);
    }
    Path conf = folder.resolve("slurm.conf");
    Files.write(conf, List.of(settings.split(" ")));
    SiteModel.isSimulated(conf, ObservedPolicy.of(printed, 1, TestTime.UNKNOWN));
  }

  /** A site may name any parameter in slurm.policy; a change keeps those that it cannot set. */
  @Test
  void everyParameterOfASiteIsKeptInAChange() throws Exception {
    for (Parameter<?> parameter : new SlurmFamily().parameters()) {
      if (!parameter.isOfSite() && !ORDERS.contains(parameter.name())) {
        Map<String, String> site = new TreeMap<>();
        site.put(parameter.name(), parameter.defaultText());
        PolicyMapping mapping = new PolicyMapping(new SpecText("slurm", site));
        site.put("bf_resolution", "31s");
        assertThat(mapping.map(new SpecText("slurm", site)).options())
            .as(parameter.name())
            .containsValue("31");
      }
    }
  }
}

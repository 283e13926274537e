package io.gnomon.bridge.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.client.RecordedSlurm;
import io.gnomon.bridge.slurm.client.ReservationRecord;
import io.gnomon.bridge.slurm.client.SlurmState;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NotSimulatedTest {
  private static final SlurmState NOTHING = state("", List.of(), List.of());

  private static SlurmState state(
      String jobs, List<PartitionRecord> partitions, List<ReservationRecord> reservations) {
    try {
      byte[] queue = ("{\"jobs\":[" + jobs + "]}").getBytes(StandardCharsets.UTF_8);
      return new SlurmState(0, RecordedSlurm.jobs(queue), List.of(), partitions, reservations);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> of(String key, String value) {
    return NotSimulated.of(Map.of(key, value, "PreemptType", "preempt/qos"), NOTHING);
  }

  @Test
  void aPlainClusterIsSimulated() {
    assertThat(of("SchedulerParameters", "bf_continue,bf_window=2880,unknown=1")).isEmpty();
    assertThat(of("PreemptMode", "REQUEUE")).isEmpty();
    assertThat(of("SlurmctldParameters", "enable_job_state_cache")).isEmpty();
  }

  @Test
  void theSettingsOfNewerReleasesAreNamed() {
    assertThat(of("SchedulerParameters", "bf_continue,max_rpc_cnt=100,bf_topopt_enable"))
        .containsExactly(
            "SchedulerParameters has max_rpc_cnt, bf_topopt_enable, which is not simulated");
    assertThat(of("PreemptMode", "REQUEUE,PRIORITY"))
        .containsExactly(
            "PreemptMode has PRIORITY; simulated jobs also preempt jobs of a higher priority than"
                + " their own");
    assertThat(of("SlurmctldParameters", "cloud_dns,enable_expedited_requeue"))
        .singleElement()
        .asString()
        .startsWith("jobs may request an expedited requeue;");
  }

  @Test
  void jobsAreCounted() {
    assertThat(
            NotSimulated.of(
                Map.of(),
                state(
                    """
                    {"job_id":1,"qos":"high,normal"},{"job_id":2,"qos":"low,normal"},
                    {"job_id":3,"qos":"normal","licenses":"a:2|b"},{"job_id":4,"licenses":"a,b"}
                    """,
                    List.of(),
                    List.of())))
        .containsExactly(
            "2 jobs request several QOS; they are simulated with the first, which has the highest"
                + " priority",
            "1 job requests one of several licences; they are simulated without a licence");
  }

  @Test
  void partitionsAndReservationsAreNamed() throws Exception {
    SlurmState site = RecordedSlurm.site("same-site/26.05/");
    assertThat(NotSimulated.of(Map.of(), site))
        .containsExactly(
            "ExclusiveUser is set for partition user; jobs of several users share nodes in"
                + " simulations");
    ReservationRecord limited =
        ReservationRecord.of(
            Map.of(
                "ReservationName",
                "r",
                "StartTime",
                "1",
                "EndTime",
                "2",
                "QOS",
                "high",
                "AllowedPartitions",
                "(null)"));
    assertThat(NotSimulated.of(Map.of(), state("", List.of(), List.of(limited))))
        .containsExactly(
            "reservation r is for some QOS or partitions; it is simulated for its users and"
                + " accounts only");
  }
}

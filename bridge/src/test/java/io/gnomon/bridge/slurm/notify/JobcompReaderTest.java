package io.gnomon.bridge.slurm.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.bridge.slurm.notify.JobcompReader.Completion;
import io.gnomon.events.EventData;
import io.gnomon.events.job.JobOutcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobcompReaderTest {
  private static final long START = 1_700_000_000;

  private final JobcompReader reader = new JobcompReader();

  private Optional<Completion> read(String json) throws IOException {
    return reader.read(json.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void timesAreUtcWithoutSayingSo() throws Exception {
    assertThat(
            read(
                """
                {"jobid":17,"username":"ada","@start":"2023-11-14T22:13:20",
                "@end":"2023-11-14T22:15:00","elapsed":100,"partition":"batch","total_cpus":8,
                "exit_code":"0:0","state":"COMPLETED","@submit":"2023-11-14T22:00:00",
                "time_limit":600}
                """))
        .contains(new Completion("17", START, START + 100, JobOutcome.COMPLETED));
  }

  @Test
  void arraysAndHeterogeneousJobsAreNamedAsInTheQueue() throws Exception {
    String times = "\"@start\":\"2023-11-14T22:13:20\",\"@end\":\"2023-11-14T22:15:00\"";
    assertThat(
            read(
                "{\"jobid\":19,\"array_job_id\":17,\"array_task_id\":2,\"state\":\"FAILED\","
                    + "\"exit_code\":\"1:0\","
                    + times
                    + "}"))
        .contains(new Completion("17_2", START, START + 100, JobOutcome.FAILED));
    assertThat(
            read(
                "{\"jobid\":21,\"het_job_id\":20,\"het_job_offset\":1,\"state\":\"TIMEOUT\","
                    + times
                    + "}"))
        .contains(new Completion("20", START, START + 100, JobOutcome.TIMEOUT));
  }

  @Test
  void aJobCancelledWhileItWaitedHasNoStart() throws Exception {
    assertThat(
            read(
                "{\"jobid\":17,\"state\":\"CANCELLED\",\"@start\":\"Unknown\","
                    + "\"@end\":\"2023-11-14T22:15:00\",\"exit_code\":\"0:0\"}"))
        .contains(new Completion("17", EventData.NONE, START + 100, JobOutcome.KILLED));
  }

  @Test
  void aRecordOfAStartIsNotAnEnd() throws Exception {
    assertThat(
            read("{\"jobid\":17,\"state\":null,\"@start\":\"2023-11-14T22:13:20\",\"@end\":\"\"}"))
        .isEmpty();
  }

  @Test
  void invalidRecordsAreReported() {
    assertThatThrownBy(() -> read("{\"job\":17}")).hasMessageContaining("jobid");
    assertThatThrownBy(() -> read("not JSON")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> read("{\"jobid\":1,\"state\":\"FAILED\",\"@end\":\"yesterday\"}"))
        .hasMessageContaining("yesterday");
  }
}

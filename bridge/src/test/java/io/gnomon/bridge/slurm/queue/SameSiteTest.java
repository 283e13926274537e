package io.gnomon.bridge.slurm.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.polling.QueueObservation;
import io.gnomon.bridge.slurm.client.RecordedSlurm;
import io.gnomon.bridge.slurm.client.SelectSettings;
import io.gnomon.events.EventData;
import io.gnomon.events.job.JobSnapshot;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One site with the same jobs, as three releases of Slurm printed it, is published alike. */
class SameSiteTest {
  private static QueueObservation observe(String release) throws Exception {
    String recorded = "same-site/" + release + "/";
    QueueObservation seen =
        new QueueMapping(
                partition -> EventData.NONE,
                null,
                SelectSettings.of(RecordedSlurm.settings(recorded + "config.txt")))
            .observe(RecordedSlurm.site(recorded));
    assertThat(seen.notes()).isEmpty();
    return seen;
  }

  /**
   * A job without its times, and without the most nodes: newer releases give a job of one task one.
   */
  private static String described(JobSnapshot job) {
    return job.toString().replaceAll("\\b\\d{10}\\b", "time").replaceAll("max=-?\\d+", "max");
  }

  private static List<String> jobs(QueueObservation seen) {
    return seen.active().values().stream().map(active -> described(active.job())).sorted().toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"24.11", "26.05"})
  void isPublishedAsOf2205(String release) throws Exception {
    QueueObservation older = observe("22.05");
    QueueObservation newer = observe(release);
    assertThat(jobs(newer)).hasSize(18).isEqualTo(jobs(older));
    assertThat(newer.capacity()).isEqualTo(older.capacity());
    assertThat(newer.machine().nodes()).isEqualTo(older.machine().nodes());
    assertThat(newer.machine().partitions()).isEqualTo(older.machine().partitions());
    assertThat(newer.machine().placement()).isEqualTo(older.machine().placement());
    assertThat(newer.machine().reservations())
        .extracting(one -> one.name() + " " + one.nodes() + " " + one.users())
        .isEqualTo(List.of("maint m001 [root]"));
  }
}

package io.gnomon.sim.workload.sacct;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.priority.Golden;
import io.gnomon.sim.workload.JobLog;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exports of schedules that Slurm's own code made, compared with what its controller logged. */
class GoldenExportsTest {
  @ParameterizedTest
  @CsvSource({"med5k, 5000", "micro_a, 500"})
  void anExportEqualsTheSchedule(String name, int jobs) throws IOException {
    SacctExport export =
        SacctExport.read(Golden.file(name + ".sacct.txt.gz"), SacctOptions.UTC, Optional.empty());
    Map<String, Map<String, String>> schedule =
        Golden.rows(name + ".csv.gz", ",").stream()
            .collect(Collectors.toMap(row -> row.get("job_id"), row -> row));

    JobLog log = export.log();
    assertThat(log.size()).isEqualTo(jobs);
    assertThat(export.report().cases()).isEmpty();
    for (int job = 0; job < log.size(); job++) {
      Map<String, String> row = schedule.get(log.label(job));
      long submit = log.originEpochSecond() + log.submit(job);
      long start = Long.parseLong(row.get("start"));
      assertThat(submit).isEqualTo(Long.parseLong(row.get("submit")));
      assertThat(submit + log.recordedWait(job)).isEqualTo(start);
      assertThat(log.runtime(job)).isEqualTo(Long.parseLong(row.get("end")) - start);
      assertThat(log.estimate(job)).isEqualTo(Integer.parseInt(row.get("timelimit_s")));
      assertThat(log.jobAccount(job).user()).isEqualTo(row.get("user"));
      assertThat(log.jobAccount(job).account()).isEqualTo(row.get("account"));
      assertThat(log.jobAccount(job).qos()).isEqualTo(row.get("qos"));
      assertThat(log.request(job).partitions()).isEqualTo(List.of(row.get("partition")));
      assertThat(log.request(job).features().toString()).isEqualTo(row.get("features"));
    }
  }
}

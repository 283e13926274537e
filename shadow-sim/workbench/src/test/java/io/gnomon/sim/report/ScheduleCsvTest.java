package io.gnomon.sim.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.workload.JobLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScheduleCsvTest {

  @Test
  void writesOneLineForEachJob(@TempDir Path folder) throws IOException {
    JobLog log =
        JobLog.builder().job(41, 5, 10, 20, 3).by(7, 1, 1).to(1, 2).job(42, 6, 10, 20, 3).build();
    Schedule.Recorder recorder = Schedule.recorder(2);
    recorder.started(0, 7, 3);
    recorder.finished(0, 17);
    Path file = folder.resolve("schedule.csv");

    ScheduleCsv.write(file, log, recorder.schedule());

    assertThat(Files.readString(file))
        .isEqualTo(
            "job_id,submit,start,end,processors,estimate,user,partition\n"
                + "41,5,7,17,3,20,7,2\n42,6,-1,-1,-1,20,,\n");
  }
}

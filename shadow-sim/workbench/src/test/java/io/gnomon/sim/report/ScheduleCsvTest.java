package io.gnomon.sim.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.machine.Request;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.report.document.Csv;
import io.gnomon.sim.workload.JobLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "ann; ann",
        "a,b; ~\"a,b\"~",
        "=HYPERLINK(\"x\"); ~\"'=HYPERLINK(\"\"x\"\")\"~",
        "+1; '+1",
        "-1; '-1",
        "@SUM(A1); '@SUM(A1)",
        "a-b; a-b"
      })
  void textThatLooksLikeAFormulaIsNeutralised(String text, String cell) {
    assertThat(Csv.text(text)).isEqualTo(cell);
  }

  @Test
  void namesOfUsersAreNeutralised() throws IOException {
    Request request = Request.ofCpus(1).toBuilder().partitions(List.of("@batch")).build();
    JobLog log =
        JobLog.builder()
            .job(1, 5, 10, 20, 1)
            .request(request)
            .jobAccount(new JobAccount("=cmd", "physics", "", 0))
            .build();
    StringBuilder written = new StringBuilder();

    ScheduleCsv.write(written, log, Schedule.recorder(1).schedule());

    assertThat(written).contains(",20,'=cmd,'@batch\n");
  }
}

package io.gnomon.sim.workload.sacct;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.priority.Golden;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.anonymous.Pseudonyms;
import io.gnomon.sim.workload.anonymous.Pseudonyms.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SacctAnonymizerTest {
  @TempDir private Path folder = Path.of("");
  private final Pseudonyms names = new Pseudonyms(new byte[32]);

  @Test
  void hashesNamesAndKeepsTheRest() throws IOException {
    Path export =
        Files.writeString(
            folder.resolve("jobs.txt"),
            new ExportText()
                .job(
                    Map.of(
                        SacctField.STATE, "CANCELLED by 1234",
                        SacctField.RESERVATION, "ann_talk",
                        SacctField.CONSTRAINTS, "intel|amd",
                        SacctField.JOB_NAME, "ann's job"))
                .job(SacctField.JOB_ID, "12.batch")
                .toString()
                .replaceFirst("\\|JobName", "|JobName|WorkDir")
                .replace("job\n", "job|/home/ann\n")
                .replace("relax\n", "relax|/home/ann\n"));
    Path out = folder.resolve("anonymous.txt");

    SacctAnonymizer.write(export, out, names, SacctOptions.UTC);

    String text = Files.readString(out);
    assertThat(text.lines()).hasSize(2);
    assertThat(text.lines().findFirst()).hasValue(SacctField.exportedAsOption().replace(',', '|'));
    assertThat(text)
        .contains(names.of(Kind.USER, "ann"), names.of(Kind.JOB, "ann's job"), "|CANCELLED|")
        .contains("|cpu|normal|", "|intel|amd|", "|n[1-2]|")
        .doesNotContain("|ann", "physics", "1234", "home");
    assertThat(names.of(Kind.USER, "ann")).matches("user-[0-9a-f]{12}");
  }

  @Test
  void theWorkloadIsTheSameExceptForTheNames() throws IOException {
    Path export = Golden.file("med5k.sacct.txt.gz");
    Path out = folder.resolve("anonymous.txt.gz");

    SacctAnonymizer.write(export, out, names, SacctOptions.UTC);

    JobLog original = SacctExport.read(export, SacctOptions.UTC, Optional.empty()).log();
    JobLog anonymous = SacctExport.read(out, SacctOptions.UTC, Optional.empty()).log();
    assertThat(anonymous.size()).isEqualTo(original.size());
    for (int job = 0; job < original.size(); job++) {
      assertThat(anonymous.submit(job)).isEqualTo(original.submit(job));
      assertThat(anonymous.runtime(job)).isEqualTo(original.runtime(job));
      assertThat(anonymous.estimate(job)).isEqualTo(original.estimate(job));
      assertThat(anonymous.recordedWait(job)).isEqualTo(original.recordedWait(job));
      assertThat(anonymous.request(job)).isEqualTo(original.request(job));
      assertThat(anonymous.user(job)).isEqualTo(original.user(job));
      assertThat(anonymous.application(job)).isEqualTo(original.application(job));
      assertThat(anonymous.jobAccount(job).account())
          .isEqualTo(names.of(Kind.ACCOUNT, original.jobAccount(job).account()));
      assertThat(anonymous.jobAccount(job).qos())
          .isEqualTo(names.of(Kind.QOS, original.jobAccount(job).qos()));
    }
  }
}

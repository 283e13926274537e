package io.gnomon.sim.workload.swf;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SwfWriterTest {
  @TempDir Path folder;

  private final JobLog log =
      JobLog.builder(843_480_031L)
          .job(7, 100, 60, 120, 4)
          .by(3, 2, 9)
          .to(1, 0)
          .memoryKb(2048)
          .job(8, 110, -1, -1, -1)
          .build();

  @Test
  void writesTheEighteenFieldsAndTheWaitOfASchedule() throws IOException {
    Path file = folder.resolve("out.swf");

    SwfWriter.write(file, SwfHeader.EMPTY, log, job -> job == 0 ? 150 : JobLog.UNKNOWN);

    assertThat(Files.readAllLines(file))
        .containsExactly(
            "; Version: 2.2",
            "; MaxJobs: 2",
            "; MaxRecords: 2",
            "; UnixStartTime: 843480031",
            "7 100 50 60 4 -1 -1 4 120 2048 1 3 2 9 1 0 -1 -1",
            "8 110 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1");
  }

  @Test
  void keepsCommentsThatItDoesNotSet() throws IOException {
    Path file = folder.resolve("out.swf");
    SwfHeader header = new SwfHeader(List.of(" MaxProcs: 100", " MaxJobs: 9999", " Note: kept"));

    SwfWriter.write(file, header, log);

    assertThat(SwfReader.read(file).header().lines())
        .containsExactly(
            " Version: 2.2",
            " MaxJobs: 2",
            " MaxRecords: 2",
            " UnixStartTime: 843480031",
            " MaxProcs: 100",
            " Note: kept");
  }

  @Test
  void compressesByFileName() throws IOException {
    Path plain = folder.resolve("out.swf");
    Path compressed = folder.resolve("out.swf.gz");

    SwfWriter.write(plain, SwfHeader.EMPTY, log);
    SwfWriter.write(compressed, SwfHeader.EMPTY, log);

    assertThat(Files.readAllBytes(compressed)).startsWith(0x1f, 0x8b);
    assertThat(SwfReader.read(compressed).log()).isEqualTo(SwfReader.read(plain).log());
  }

  @Test
  void keepsARealTraceWhole() throws IOException {
    SwfWorkload original = SwfReader.read(Traces.trace("KTH-SP2-1996-2.1-cln"));
    Path copy = folder.resolve("copy.swf");

    SwfWriter.write(copy, original.header(), original.log());

    assertThat(SwfReader.read(copy).log()).isEqualTo(original.log());
  }

  @Test
  void theHeaderOfAGeneratedLogRecordsItsParameters() {
    SwfHeader header = SwfHeader.generated(500, 100, 0.7, 42);

    assertThat(header.maxProcs()).hasValue(100);
    assertThat(header.lines()).anyMatch(line -> line.endsWith("load=0.7 seed=42"));
  }
}

package io.gnomon.sim.workload.swf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.swf.ReadReport.DropReason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SwfReaderTest {
  private static final String LINE = "7 100 5 60 4 -1 -1 8 120 2048 1 3 2 9 1 0 -1 -1\n";

  private static SwfWorkload read(String text) throws IOException {
    return SwfReader.read(new ByteArrayInputStream(text.getBytes(UTF_8)), "test.swf");
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(plain);
    }
    return out.toByteArray();
  }

  @Test
  void readsEveryFieldThatALogHolds() throws IOException {
    JobLog log = read("; UnixStartTime: 843480031\n" + LINE).log();

    assertThat(log.size()).isEqualTo(1);
    assertThat(log.originEpochSecond()).isEqualTo(843_480_031L);
    assertThat(log.jobId(0)).isEqualTo(7);
    assertThat(log.submit(0)).isEqualTo(100);
    assertThat(log.runtime(0)).isEqualTo(60);
    assertThat(log.estimate(0)).isEqualTo(120);
    assertThat(log.width(0)).isEqualTo(4);
    assertThat(log.memoryKb(0)).isEqualTo(2048);
    assertThat(log.user(0)).isEqualTo(3);
    assertThat(log.group(0)).isEqualTo(2);
    assertThat(log.application(0)).isEqualTo(9);
    assertThat(log.queue(0)).isEqualTo(1);
    assertThat(log.partition(0)).isEqualTo(0);
    assertThat(log.recordedWait(0)).isEqualTo(5);
  }

  @Test
  void takesTheRequestedProcessorsWhereNoneWereAllocated() throws IOException {
    assertThat(read(LINE.replace(" 4 -1", " -1 -1")).log().width(0)).isEqualTo(8);
    assertThat(read(LINE.replace(" 4 -1", " 0 -1")).log().width(0)).isEqualTo(8);
  }

  @Test
  void keepsHeadersAndIgnoresTheRemarksAfterTheirNumbers() throws IOException {
    SwfHeader header =
        read("; MaxProcs: 338 (batch; 512 total)\n;Note:  odd  \n;\n" + LINE).header();

    assertThat(header.lines())
        .containsExactly(" MaxProcs: 338 (batch; 512 total)", "Note:  odd", "");
    assertThat(header.maxProcs()).hasValue(338);
    assertThat(header.value("note")).contains("odd");
    assertThat(header.unixStartTime()).isEmpty();
  }

  @Test
  void toleratesDecimalsTabsCarriageReturnsBlankLinesAndAMissingLastLineFeed() throws IOException {
    SwfWorkload workload =
        read("\r\n1\t10.9 -1 60.99 4 142.00 -1 -1 1e3 -1 1 1 1 1 1 1 -1 -1\r\n  \n" + LINE.strip());

    assertThat(workload.log().size()).isEqualTo(2);
    assertThat(workload.log().submit(0)).isEqualTo(10);
    assertThat(workload.log().runtime(0)).isEqualTo(60);
    assertThat(workload.log().estimate(0)).isEqualTo(1000);
    assertThat(workload.report().lines()).isEqualTo(4);
    assertThat(workload.report().dropped()).isZero();
  }

  @Test
  void takesMissingTrailingFieldsAsUnknownAndCountsThem() throws IOException {
    SwfWorkload workload = read("1 10 -1 60 4\n");

    assertThat(workload.report().shortLines()).isEqualTo(1);
    assertThat(workload.log().estimate(0)).isEqualTo(JobLog.UNKNOWN);
    assertThat(workload.log().user(0)).isEqualTo(JobLog.UNKNOWN);
  }

  @Test
  void sortsJobsBySubmitAndCountsThoseThatCameLate() throws IOException {
    SwfWorkload workload = read("1 30 -1 1 1\n2 10 -1 1 1\n3 30 -1 1 1\n4 10 -1 1 1\n");

    JobLog log = workload.log();
    assertThat(List.of(log.jobId(0), log.jobId(1), log.jobId(2), log.jobId(3)))
        .containsExactly(2L, 4L, 1L, 3L);
    assertThat(workload.report().outOfOrder()).isEqualTo(2);
  }

  @Test
  void reportsWhatItDropsWithLineNumbersAndReasons() throws IOException {
    ReadReport report =
        read("; a comment\n"
                + LINE.repeat(6)
                + "8 100 5 sixty 4\n"
                + "9 100\n"
                + "10 -5 5 60 4\n"
                + "11 1073741824 5 60 4\n"
                + "12 100 5 60 4 -1 -1 4 60 -1 3\n"
                + "13 100 5 1.5.2 4\n")
            .report();

    assertThat(report.jobs()).isEqualTo(6);
    assertThat(report.dropped()).isEqualTo(6);
    assertThat(report.drops().get(DropReason.NOT_A_NUMBER))
        .isEqualTo(
            new ReadReport.Drop(
                2, List.of(8, 13), "field 4 (run time) is 'sixty', a number is needed"));
    assertThat(report.dropped(DropReason.TOO_FEW_FIELDS)).isEqualTo(1);
    assertThat(report.dropped(DropReason.NEGATIVE_SUBMIT)).isEqualTo(1);
    assertThat(report.dropped(DropReason.TIME_TOO_LARGE)).isEqualTo(1);
    assertThat(report.dropped(DropReason.PARTIAL_EXECUTION)).isEqualTo(1);
    assertThat(report.summary())
        .contains("6 jobs read from 13 lines", "2 dropped: a field is not a number (lines 8, 13)");
  }

  @Test
  void clampsRequestsThatNoLogCanHold() throws IOException {
    SwfWorkload workload = read("1 10 -1 60 4 -1 -1 4 99999999999 8589934592 1\n");

    assertThat(workload.log().estimate(0)).isEqualTo(JobLog.MAX_SECONDS);
    assertThat(workload.log().memoryKb(0)).isEqualTo(Integer.MAX_VALUE);
    assertThat(workload.report().clampedRequests()).isEqualTo(2);
  }

  @Test
  void recognisesGzipByItsContent(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("plain.swf"), gzip(LINE.getBytes(UTF_8)));

    assertThat(SwfReader.read(file).log()).isEqualTo(read(LINE).log());
  }

  @Test
  void readsLinesThatCrossItsBuffer() throws IOException {
    String comment = ";" + "x".repeat(200_000) + "\n";

    SwfWorkload workload = read(comment + LINE.repeat(5_000) + comment + LINE.repeat(5_000));

    assertThat(workload.log().size()).isEqualTo(10_000);
    assertThat(workload.header().lines()).hasSize(2).allMatch(line -> line.length() == 200_000);
  }

  @Test
  void refusesAFileThatIsNoWorkload() {
    assertThatThrownBy(() -> read("job_id,submit,start\n1,2,3\n"))
        .isInstanceOf(SwfFormatException.class)
        .hasMessageContainingAll("test.swf", "line 1", "'job_id,submit,start'", "';'", "numbers");
    assertThatThrownBy(() -> read(""))
        .isInstanceOf(SwfFormatException.class)
        .hasMessageContaining("the file is empty");
    assertThatThrownBy(() -> read("; only comments\n"))
        .isInstanceOf(SwfFormatException.class)
        .hasMessageContaining("0 jobs");
  }

  @Test
  void refusesALineWithoutEnd() {
    byte[] noise = new byte[2 * LineSource.LONGEST_LINE];
    Arrays.fill(noise, (byte) '1');

    assertThatThrownBy(() -> SwfReader.read(new ByteArrayInputStream(noise), "noise"))
        .isInstanceOf(SwfFormatException.class)
        .hasMessageContaining("noise:1");
  }

  @Test
  void reportsWhereCompressedDataEnds() throws IOException {
    byte[] whole = gzip(LINE.repeat(20_000).getBytes(UTF_8));
    byte[] half = Arrays.copyOf(whole, whole.length - 12);
    byte[] beginning = Arrays.copyOf(whole, 4);

    assertThatThrownBy(() -> SwfReader.read(new ByteArrayInputStream(half), "half.gz"))
        .isInstanceOf(SwfFormatException.class)
        .hasMessageContainingAll("half.gz", "damaged after line");
    assertThatThrownBy(() -> SwfReader.read(new ByteArrayInputStream(beginning), "bad.gz"))
        .isInstanceOf(SwfFormatException.class)
        .hasMessageContainingAll("bad.gz", "damaged after line 0");
  }
}

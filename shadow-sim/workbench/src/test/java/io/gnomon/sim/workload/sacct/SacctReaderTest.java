package io.gnomon.sim.workload.sacct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.machine.Features;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.workload.JobLog;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SacctReaderTest {
  @ParameterizedTest
  @CsvSource({"60, 3600", "UNLIMITED, 1073741822", "Partition_Limit, -1", "'', -1"})
  void readsTimeLimits(String raw, int seconds) throws IOException {
    JobLog log = new ExportText().job(SacctField.TIMELIMIT_RAW, raw).read().log();

    assertThat(log.estimate(0)).isEqualTo(seconds);
  }

  @ParameterizedTest
  @CsvSource({"01:00:00, 3600", "3-12:00:00, 302400", "30:00, 1800", "UNLIMITED, 1073741822"})
  void readsTimeLimitsForPeople(String limit, int seconds) throws IOException {
    List<SacctField> fields = new ArrayList<>(SacctField.EXPORTED);
    fields.set(fields.indexOf(SacctField.TIMELIMIT_RAW), SacctField.TIMELIMIT);

    JobLog log = new ExportText(fields).job(SacctField.TIMELIMIT, limit).read().log();

    assertThat(log.estimate(0)).isEqualTo(seconds);
  }

  @ParameterizedTest
  @CsvSource({
    "4000Mn, 4000, 0", // per node, up to 21.02
    "2Gc, 0, 2048", // per CPU
    "32G, 16384, 0", // of the job, which has 2 nodes
    "262.50G, 134400, 0", // 268,800 MiB
    "0, 16384, 0", // 32 GiB in ReqTRES
    "1500K, 1, 0" // 1.5 MiB of the job, rounded up
  })
  void readsMemory(String requested, int perNode, int perCpu) throws IOException {
    Request request = new ExportText().job(SacctField.REQ_MEM, requested).read().log().request(0);

    assertThat(request.memoryPerNode()).isEqualTo(perNode);
    assertThat(request.memoryPerCpu()).isEqualTo(perCpu);
  }

  /** 8 CPUs with 32 GiB requested for one node; on two nodes the job got 32 GiB too, not 64. */
  @Test
  void memoryThatDoesNotGrowWithTheNodesIsPerCpu() throws IOException {
    Request request = new ExportText().job(SacctField.REQ_NODES, "1").read().log().request(0);

    assertThat(request.memoryPerCpu()).isEqualTo(4096);
    assertThat(request.minNodes()).isEqualTo(1);
    assertThat(request.maxNodes()).isEqualTo(Partition.UNLIMITED);
  }

  @Test
  void readsGpusWithAndWithoutType() throws IOException {
    Request request =
        new ExportText()
            .job(SacctField.REQ_TRES, "cpu=8,gres/gpu:a100=2,gres/gpu=6,mem=32G,node=2")
            .read()
            .log()
            .request(0);

    assertThat(request.gpusPerNode()).isEqualTo(Map.of("a100", 1, Request.ANY_GPU, 2));
  }

  @Test
  void readsTheDelimiterWithinConstraintsAndNames() throws IOException {
    SacctExport export =
        new ExportText()
            .job(Map.of(SacctField.CONSTRAINTS, "intel|amd", SacctField.JOB_NAME, "a|b||c"))
            .read();

    assertThat(export.log().request(0).features()).isEqualTo(Features.parse("intel|amd"));
    assertThat(export.report().count(SacctIssue.DELIMITER_IN_TEXT)).isEqualTo(1);
  }

  @Test
  void keepsANameWithDelimiters() throws IOException {
    assertThat(new ExportText().job(SacctField.JOB_NAME, "a|b|").records(SacctOptions.UTC))
        .extracting(SacctRecord::name)
        .containsExactly("a|b|");
  }

  @Test
  void dropsAndRepairsWithReasons() throws IOException {
    SacctExport export =
        new ExportText()
            .job()
            .job() // twice
            .job(SacctField.JOB_ID, "12.batch")
            .job(SacctField.JOB_ID, "12_3.extern")
            .job(
                Map.of(
                    SacctField.JOB_ID, "13_[4-9,20%2]",
                    SacctField.STATE, "PENDING",
                    SacctField.START, "Unknown",
                    SacctField.END, "Unknown",
                    SacctField.ELAPSED_RAW, "0"))
            .job(cancelledBefore("14", "None")) // 21.08 and later
            .job(cancelledBefore("15", "2026-07-01T10:35:00")) // up to 20.11
            .job(
                Map.of(
                    SacctField.JOB_ID, "16",
                    SacctField.JOB_ID_RAW, "16",
                    SacctField.STATE, "RUNNING",
                    SacctField.END, "Unknown"))
            .job(Map.of(SacctField.JOB_ID, "17+1", SacctField.JOB_ID_RAW, "18"))
            .job(Map.of(SacctField.JOB_ID, "19_3", SacctField.JOB_ID_RAW, "20"))
            .job(
                Map.of(
                    SacctField.JOB_ID, "21",
                    SacctField.JOB_ID_RAW, "21",
                    SacctField.STATE, "CANCELLED by 1000",
                    SacctField.RESERVATION, "school",
                    SacctField.SUSPENDED, "00:01:00"))
            .read();

    assertThat(export.report().cases().keySet())
        .containsExactly(
            SacctIssue.STEP,
            SacctIssue.PENDING,
            SacctIssue.NEVER_STARTED,
            SacctIssue.DUPLICATE,
            SacctIssue.RUNNING,
            SacctIssue.HETEROGENEOUS,
            SacctIssue.RESERVED,
            SacctIssue.SUSPENDED);
    assertThat(export.report().count(SacctIssue.STEP)).isEqualTo(2);
    assertThat(export.report().count(SacctIssue.PENDING)).isEqualTo(7);
    assertThat(export.report().count(SacctIssue.NEVER_STARTED)).isEqualTo(2);
    assertThat(export.report().cases().get(SacctIssue.NEVER_STARTED).firstLines())
        .containsExactly(7L, 8L);
    assertThat(ids(export)).containsExactly(12L, 16L, 18L, 20L, 21L);
    assertThat(export.report().summary())
        .first()
        .isEqualTo("jobs.txt: 5 jobs from 11 lines; dropped: 12; broken: 0; repaired: 4");
  }

  private static Map<SacctField, String> cancelledBefore(String id, String start) {
    return Map.of(
        SacctField.JOB_ID, id,
        SacctField.JOB_ID_RAW, id,
        SacctField.STATE, "CANCELLED by 1000",
        SacctField.START, start,
        SacctField.ELAPSED_RAW, "0",
        SacctField.NODES, "0",
        SacctField.CPUS, "0",
        SacctField.ALLOC_TRES, "",
        SacctField.NODE_LIST, "None assigned");
  }

  /** With -D, each run of a requeued job has a record of its own. */
  @Test
  void keepsEachRunOfARequeuedJob() throws IOException {
    SacctExport export =
        new ExportText()
            .job(Map.of(SacctField.STATE, "REQUEUED"))
            .job(
                Map.of(
                    SacctField.SUBMIT, "2026-07-01T10:35:00",
                    SacctField.ELIGIBLE, "2026-07-01T10:37:01",
                    SacctField.START, "2026-07-01T10:40:00",
                    SacctField.END, "2026-07-01T11:10:00"))
            .read();

    assertThat(ids(export)).containsExactly(12L, 12L);
    assertThat(export.log().recordedWait(1)).isEqualTo(300);
    assertThat(export.report().count(SacctIssue.REQUEUED)).isEqualTo(1);
  }

  @Test
  void readsFilesThatWereJoinedWithTheirHeaders() throws IOException {
    String text =
        new ExportText().job() + new ExportText().jobs(2).toString().replace("\n", "\r\n");

    SacctExport export = ExportText.read(text, SacctOptions.UTC);

    assertThat(ids(export)).containsExactly(12L, 1000L, 1001L);
    assertThat(export.report().count(SacctIssue.REPEATED_HEADER)).isEqualTo(1);
  }

  @Test
  void readsGzipTrailingDelimitersAndSecondsSince1970() throws IOException {
    List<SacctField> fields =
        SacctField.EXPORTED.stream().filter(field -> field != SacctField.JOB_NAME).toList();
    String text =
        new ExportText(fields)
            .job(Map.of(SacctField.SUBMIT, "1782900000", SacctField.ELIGIBLE, "1782900000"))
            .toString()
            .replace("\n", "|\n"); // as with -p

    SacctExport export =
        SacctExport.read(
            new ByteArrayInputStream(gzip(text)), "jobs.gz", SacctOptions.UTC, Optional.empty());

    assertThat(export.log().originEpochSecond()).isEqualTo(1782900000L);
    assertThat(export.log().recordedWait(0)).isEqualTo(300);
    assertThat(export.report().cases()).isEmpty();
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  /** Submissions out of order are sorted, and times count from the first. */
  @Test
  void sortsByTheSubmission() throws IOException {
    SacctExport export =
        new ExportText()
            .job()
            .job(
                Map.of(
                    SacctField.JOB_ID, "13",
                    SacctField.JOB_ID_RAW, "13",
                    SacctField.SUBMIT, "2026-07-01T09:00:00",
                    SacctField.ELIGIBLE, "2026-07-01T09:00:00"))
            .read();

    assertThat(ids(export)).containsExactly(13L, 12L);
    assertThat(export.log().submit(1)).isEqualTo(3600);
    assertThat(export.log().recordedWait(0)).isEqualTo(3900);
  }

  @Test
  void dropsBrokenRecordsAndSaysWhere() throws IOException {
    SacctExport export =
        new ExportText()
            .jobs(40)
            .line("13|13|ann|phys") // as when the disk was full
            .job(SacctField.ELAPSED_RAW, "-5")
            .job(SacctField.STATE, "DONE")
            .job(SacctField.END, "2026-07-01T10:00:00")
            .read();

    SacctReport report = export.report();
    assertThat(report.jobs()).isEqualTo(40);
    assertThat(example(report, SacctIssue.TRUNCATED))
        .isEqualTo("the line '13|13|ann|phys' has 4 fields; expected are the 25 of the header");
    assertThat(example(report, SacctIssue.NEGATIVE_ELAPSED))
        .isEqualTo("ElapsedRaw is '-5'; expected is 0 or more");
    assertThat(report.count(SacctIssue.NEGATIVE_ELAPSED)).isEqualTo(2);
    assertThat(report.cases().get(SacctIssue.NOT_UNDERSTOOD).firstLines()).containsExactly(44L);
    assertThat(example(report, SacctIssue.NOT_UNDERSTOOD))
        .isEqualTo("State is 'DONE'; expected is a state such as COMPLETED or TIMEOUT");
  }

  private static String example(SacctReport report, SacctIssue issue) {
    return report.cases().get(issue).example();
  }

  @Test
  void refusesAFileOfWhichATenthIsBroken() {
    assertThatThrownBy(new ExportText().jobs(8).job(SacctField.SUBMIT, "yesterday")::read)
        .isInstanceOf(SacctFormatException.class)
        .hasMessageContainingAll(
            "jobs.txt, line 10", "Submit is 'yesterday'", "expected is a time", "1 of 9 records");
  }

  @Test
  void refusesTimesInTheFuture() {
    SacctOptions until =
        new SacctOptions(
            ZoneOffset.UTC, Optional.of(Instant.parse("2026-07-01T10:30:00Z")), fraction -> {});

    assertThatThrownBy(() -> ExportText.read(new ExportText().job().toString(), until))
        .hasMessageContainingAll(
            "line 2", "End is '2026-07-01T10:35:00'", "before 2026-07-01T10:30:00Z", "time zone");
  }

  @Test
  void refusesFilesThatAreNoExports() {
    assertRefused("", "the file is empty");
    assertRefused("\n\n", "the file is empty");
    assertRefused("\u0000\u0001ELF\n", "line 1", "binary", "sacct --allusers");
    assertRefused("JobID,User,Start\n1,2,3\n", "line 1", "'JobID,User,Start'", "separated by '|'");
    assertRefused("12|ann|physics\n", "line 1", "'12|ann|physics'", "without --noheader");
    assertRefused(
        "JobID|User|Submit\n1|2|3\n",
        "lacks",
        "Account, Partition, Start, State, ElapsedRaw, TimelimitRaw, ReqCPUS",
        "--format=JobID,JobIDRaw,User");
    assertRefused(new ExportText().toString(), "a header and no records");
    assertRefused(
        new ExportText().job(SacctField.STATE, "PENDING").toString(),
        "at least one that has started",
        "1 dropped");
  }

  private static void assertRefused(String text, String... parts) {
    assertThatThrownBy(() -> ExportText.read(text, SacctOptions.UTC))
        .isInstanceOf(SacctFormatException.class)
        .hasMessageContainingAll(parts);
  }

  private static List<Long> ids(SacctExport export) {
    List<Long> ids = new ArrayList<>();
    for (int job = 0; job < export.log().size(); job++) {
      ids.add(export.log().jobId(job));
    }
    return ids;
  }
}

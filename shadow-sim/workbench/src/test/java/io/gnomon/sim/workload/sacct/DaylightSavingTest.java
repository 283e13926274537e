package io.gnomon.sim.workload.sacct;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** In Berlin, clocks go from 3:00 to 2:00 on 2026-10-25 and from 2:00 to 3:00 on 2026-03-29. */
class DaylightSavingTest {
  private static final SacctOptions BERLIN = SacctOptions.UTC.withZone(ZoneId.of("Europe/Berlin"));
  private static final long REPEATED_FROM =
      second("2026-10-25T00:00:00Z"); // 2:00 for the first time

  @Test
  void aJobThatStartsInTheFirstHourAndEndsInTheSecond() throws IOException {
    SacctRecord job =
        record("2026-10-25T02:10:00", "2026-10-25T02:40:00", "2026-10-25T02:30:00", 3000);

    assertThat(job.submit()).isEqualTo(second("2026-10-25T00:10:00Z"));
    assertThat(job.start()).hasValue(second("2026-10-25T00:40:00Z"));
    assertThat(job.end()).hasValue(second("2026-10-25T01:30:00Z"));
  }

  @Test
  void theEndSaysInWhichHourAJobStarted() throws IOException {
    SacctRecord job =
        record("2026-10-25T01:50:00", "2026-10-25T02:40:00", "2026-10-25T03:10:00", 1800);

    assertThat(job.start()).hasValue(second("2026-10-25T01:40:00Z"));
  }

  @Test
  void aSubmissionFollowsThatOfTheJobBefore() throws IOException {
    List<SacctRecord> jobs =
        new ExportText()
            .job(times("1", "2026-10-25T02:50:00", "2026-10-25T02:55:00"))
            .job(times("2", "2026-10-25T02:05:00", "2026-10-25T02:06:00"))
            .records(BERLIN);

    assertThat(jobs)
        .extracting(SacctRecord::submit)
        .containsExactly(second("2026-10-25T00:50:00Z"), second("2026-10-25T01:05:00Z"));
    assertThat(jobs.get(1).start()).hasValue(second("2026-10-25T01:06:00Z"));
  }

  @Test
  void countsTimesThatTheZoneSkips() throws IOException {
    String text =
        new ExportText().job(times("1", "2026-03-29T02:30:00", "2026-03-29T03:30:00")).toString();

    assertThat(ExportText.read(text, BERLIN).report().count(SacctIssue.SKIPPED_TIME)).isEqualTo(1);
  }

  /** A job is printed in local time and read again; only its submission may be an hour off. */
  @Property(tries = 300)
  void readsTheTimesThatWerePrinted(
      @ForAll @IntRange(min = -9000, max = 10_000) int submit,
      @ForAll @IntRange(max = 5000) int wait,
      @ForAll @IntRange(max = 9000) int runtime)
      throws IOException {
    long submitted = REPEATED_FROM + submit;

    SacctRecord job =
        new ExportText().job(printed("1", submitted, wait, runtime)).records(BERLIN).get(0);

    long start = job.start().orElseThrow();
    assertThat(job.end().orElseThrow() - start).isEqualTo(runtime);
    assertThat(start).isGreaterThanOrEqualTo(job.submit());
    if (submit + wait + runtime >= 7200 || submit + wait + runtime < 0) {
      assertThat(start).isEqualTo(submitted + wait); // its end is unambiguous
    }
    if (submit < 0 || submit >= 7200) {
      assertThat(job.submit()).isEqualTo(submitted);
    }
  }

  private static Map<SacctField, String> printed(String id, long submit, int wait, int runtime) {
    return Map.of(
        SacctField.JOB_ID, id,
        SacctField.JOB_ID_RAW, id,
        SacctField.SUBMIT, local(submit),
        SacctField.ELIGIBLE, local(submit),
        SacctField.START, local(submit + wait),
        SacctField.END, local(submit + wait + runtime),
        SacctField.ELAPSED_RAW, "" + runtime);
  }

  private static String local(long second) {
    LocalDateTime time = LocalDateTime.ofInstant(Instant.ofEpochSecond(second), BERLIN.zone());
    String text = time.toString();
    return text.length() == 16 ? text + ":00" : text;
  }

  private static SacctRecord record(String submit, String start, String end, int elapsed)
      throws IOException {
    return new ExportText()
        .job(
            Map.of(
                SacctField.SUBMIT, submit,
                SacctField.ELIGIBLE, submit,
                SacctField.START, start,
                SacctField.END, end,
                SacctField.ELAPSED_RAW, "" + elapsed))
        .records(BERLIN)
        .get(0);
  }

  private static Map<SacctField, String> times(String id, String submit, String start) {
    LocalDateTime begins = LocalDateTime.parse(start);
    long ends = begins.toEpochSecond(ZoneOffset.UTC);
    return Map.of(
        SacctField.JOB_ID, id,
        SacctField.JOB_ID_RAW, id,
        SacctField.SUBMIT, submit,
        SacctField.ELIGIBLE, submit,
        SacctField.START, start,
        SacctField.END, LocalDateTime.ofEpochSecond(ends + 30, 0, ZoneOffset.UTC).toString(),
        SacctField.ELAPSED_RAW, "30");
  }

  private static long second(String instant) {
    return Instant.parse(instant).getEpochSecond();
  }
}

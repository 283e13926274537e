package io.gnomon.sim.workload.sacct;

import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.sacct.value.Amounts;
import io.gnomon.sim.workload.sacct.value.JobTimes;
import io.gnomon.sim.workload.sacct.value.SiteClock;
import io.gnomon.sim.workload.sacct.value.TresAmounts;
import io.gnomon.slurm.value.JobNumber;
import io.gnomon.slurm.value.RequestedMemory;
import io.gnomon.slurm.value.SlurmJobState;
import io.gnomon.text.Excerpt;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes records of the cells of lines. Not thread-safe.
 *
 * <p>Local times in the hour that daylight saving repeats are resolved by order: a submission is
 * not before that of a job with a smaller number on an earlier line, the other times of a job
 * follow each other, and its end is its elapsed time after its start.
 */
final class RecordParser {
  private static final int CACHED = 10_000;
  private static final int SECONDS_PER_MINUTE = 60;
  private static final String TIME = "a time such as 2026-10-25T02:30:00, or Unknown";

  private static final String TRES = "a list such as cpu=4,mem=8G";

  private final SiteClock clock;
  private final long latest;
  private final Map<String, TresAmounts> tres = new HashMap<>();
  private final Map<String, RequestedMemory> memory = new HashMap<>();
  private final Map<String, String> names = new HashMap<>();
  private long lastJob = -1;
  private long lastSubmit;

  RecordParser(SacctOptions options) {
    clock = new SiteClock(options.zone());
    latest = options.latest().map(Instant::getEpochSecond).orElse(Long.MAX_VALUE);
  }

  /**
   * The record of a row.
   *
   * @param number that of the row
   * @param repairs receives what was repaired, if the row can be used
   * @throws InvalidField if it cannot be used
   */
  SacctRecord parse(SacctRow row, long line, JobNumber number, IssueCounts repairs)
      throws InvalidField {
    boolean suspended = suspended(row.get(SacctField.SUSPENDED));
    SlurmJobState state = state(row.get(SacctField.STATE));
    OptionalLong elapsed = elapsed(row);
    JobTimes times = times(row, number.job(), elapsed);
    SacctRecord record =
        new SacctRecord(
            line,
            number,
            id(row, number),
            name(row, SacctField.JOB_NAME),
            name(row, SacctField.USER),
            name(row, SacctField.ACCOUNT),
            name(row, SacctField.PARTITION),
            name(row, SacctField.QOS),
            name(row, SacctField.RESERVATION),
            name(row, SacctField.CONSTRAINTS),
            row.get(SacctField.NODE_LIST),
            state,
            times.submit(),
            times.eligible(),
            times.start(),
            times.end(),
            checkedElapsed(row, times, elapsed),
            limit(row),
            count(row, SacctField.REQ_NODES),
            count(row, SacctField.NODES),
            count(row, SacctField.REQ_CPUS),
            count(row, SacctField.CPUS),
            cached(row, SacctField.REQ_MEM, memory, RequestedMemory::parse, "an amount such as 4G"),
            cached(row, SacctField.REQ_TRES, tres, TresAmounts::parse, TRES),
            cached(row, SacctField.ALLOC_TRES, tres, TresAmounts::parse, TRES));
    if (times.ambiguous()) {
      repairs.add(SacctIssue.AMBIGUOUS_TIME, line);
    }
    if (times.skipped()) {
      repairs.add(SacctIssue.SKIPPED_TIME, line);
    }
    if (suspended) {
      repairs.add(SacctIssue.SUSPENDED, line);
    }
    lastJob = number.job();
    lastSubmit = times.submit();
    return record;
  }

  private static SlurmJobState state(String text) throws InvalidField {
    return SlurmJobState.parse(text.endsWith("+") ? text.substring(0, text.length() - 1) : text)
        .orElseThrow(
            () -> InvalidField.of(SacctField.STATE, text, "a state such as COMPLETED or TIMEOUT"));
  }

  private static boolean suspended(String text) throws InvalidField {
    try {
      return !text.isEmpty() && Amounts.seconds(text) > 0;
    } catch (IllegalArgumentException wrong) {
      throw InvalidField.of(SacctField.SUSPENDED, text, "a duration such as 1-02:30:00");
    }
  }

  private static long id(SacctRow row, JobNumber number) throws InvalidField {
    String raw = row.get(SacctField.JOB_ID_RAW);
    return raw.isEmpty()
        ? number.job()
        : JobNumber.parse(raw)
            .map(JobNumber::job)
            .orElseThrow(() -> InvalidField.of(SacctField.JOB_ID_RAW, raw, "a number"));
  }

  private String name(SacctRow row, SacctField field) {
    String value = row.get(field);
    if (value.isEmpty()) {
      return value;
    }
    if (names.size() > CACHED) {
      names.clear();
    }
    String known = names.putIfAbsent(value, value);
    return known == null ? value : known;
  }

  private JobTimes times(SacctRow row, long job, OptionalLong elapsed) throws InvalidField {
    SiteClock.Reading submit = time(row, SacctField.SUBMIT);
    if (submit == null) {
      throw new InvalidField(
          SacctIssue.WITHOUT_SUBMIT,
          "Submit is '%s'; expected is a time such as 2026-10-25T02:30:00"
              .formatted(row.get(SacctField.SUBMIT)));
    }
    return JobTimes.resolve(
        new JobTimes.Printed(
            submit,
            time(row, SacctField.ELIGIBLE),
            time(row, SacctField.START),
            time(row, SacctField.END)),
        job > lastJob ? lastSubmit : Long.MIN_VALUE,
        elapsed);
  }

  private static int checkedElapsed(SacctRow row, JobTimes times, OptionalLong elapsed)
      throws InvalidField {
    OptionalLong start = times.start();
    OptionalLong end = times.end();
    if (start.isPresent() && end.isPresent() && end.getAsLong() < start.getAsLong()) {
      throw new InvalidField(
          SacctIssue.NEGATIVE_ELAPSED,
          "End is '%s' and Start '%s'; expected is an end after the start"
              .formatted(row.get(SacctField.END), row.get(SacctField.START)));
    }
    long seconds = 0;
    if (elapsed.isPresent()) {
      seconds = elapsed.getAsLong();
    } else if (start.isPresent() && end.isPresent()) {
      seconds = end.getAsLong() - start.getAsLong();
    }
    return (int) Math.min(seconds, JobLog.MAX_SECONDS - 1);
  }

  private SiteClock.@Nullable Reading time(SacctRow row, SacctField field) throws InvalidField {
    String text = row.get(field);
    SiteClock.Reading reading;
    try {
      reading = clock.read(text);
    } catch (DateTimeException wrong) {
      throw InvalidField.of(field, text, TIME);
    }
    if (reading != null && reading.earlier() > latest) {
      throw new InvalidField(
          SacctIssue.FUTURE,
          "%s is '%s'; expected is a time before %s, or another time zone"
              .formatted(field.title(), text, Instant.ofEpochSecond(latest)));
    }
    return reading;
  }

  private static OptionalLong elapsed(SacctRow row) throws InvalidField {
    SacctField field =
        row.has(SacctField.ELAPSED_RAW) ? SacctField.ELAPSED_RAW : SacctField.ELAPSED;
    String text = row.get(field);
    if (text.isEmpty() || text.equalsIgnoreCase("INVALID")) {
      return OptionalLong.empty();
    }
    if (text.startsWith("-")) {
      throw new InvalidField(
          SacctIssue.NEGATIVE_ELAPSED,
          "%s is '%s'; expected is 0 or more".formatted(field.title(), Excerpt.of(text)));
    }
    try {
      return OptionalLong.of(
          field == SacctField.ELAPSED_RAW ? Amounts.count(text) : Amounts.seconds(text));
    } catch (IllegalArgumentException wrong) {
      throw InvalidField.of(field, text, "seconds, or a duration such as 1-02:30:00");
    }
  }

  private static OptionalInt limit(SacctRow row) throws InvalidField {
    SacctField field =
        row.has(SacctField.TIMELIMIT_RAW) ? SacctField.TIMELIMIT_RAW : SacctField.TIMELIMIT;
    String text = row.get(field);
    if (text.isEmpty() || text.equalsIgnoreCase("Partition_Limit")) {
      return OptionalInt.empty();
    }
    if (text.equalsIgnoreCase("UNLIMITED") || text.equalsIgnoreCase("INFINITE")) {
      return OptionalInt.of(Integer.MAX_VALUE);
    }
    try {
      long seconds =
          text.indexOf(':') < 0
              ? (long) Amounts.count(text) * SECONDS_PER_MINUTE
              : Amounts.seconds(text);
      return OptionalInt.of((int) Math.min(seconds, JobLog.MAX_SECONDS - 1));
    } catch (IllegalArgumentException wrong) {
      throw InvalidField.of(field, text, "a limit such as 90, 1-12:00:00 or UNLIMITED");
    }
  }

  private static int count(SacctRow row, SacctField field) throws InvalidField {
    String text = row.get(field);
    try {
      return text.isEmpty() ? 0 : Amounts.count(text);
    } catch (IllegalArgumentException wrong) {
      throw InvalidField.of(field, text, "a number");
    }
  }

  private static <T> T cached(
      SacctRow row,
      SacctField field,
      Map<String, T> cache,
      Function<String, T> parse,
      String expected)
      throws InvalidField {
    String text = row.get(field);
    T known = cache.get(text);
    if (known != null) {
      return known;
    }
    try {
      T value = parse.apply(text);
      if (cache.size() > CACHED) {
        cache.clear();
      }
      cache.put(text, value);
      return value;
    } catch (IllegalArgumentException wrong) {
      throw InvalidField.of(field, text, expected);
    }
  }
}

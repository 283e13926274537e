package io.gnomon.sim.workload.submission;

import io.gnomon.sim.eligibility.DependencyKind;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import io.gnomon.sim.workload.StartConditions;
import io.gnomon.sim.workload.StartConditions.JobReference;
import io.gnomon.sim.workload.slurm.SlurmUnits;
import io.gnomon.slurm.value.ArrayTasks.Range;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the options of submissions that say when a job may start: {@code --begin}, {@code
 * --dependency}, {@code --array} and {@code --hold}.
 *
 * <p>Source: manual of sbatch.
 */
final class SbatchConditions {
  private static final int MOST_TASKS = 4_000_001; // the largest MaxArraySize
  private static final Pattern FROM_NOW = Pattern.compile("now(?:\\+(\\d{1,9})([a-z]*))?");
  private static final Pattern OTHER =
      Pattern.compile("(\\d{1,18})(?:_(\\d{1,7}))?(?:\\+(\\d{1,7}))?");
  private static final String DEPENDENCIES =
      "dependencies such as afterok:12:13,after:14+5, joined by commas or by question marks";

  private record Row(int row, StartConditions conditions, int series, boolean fails) {}

  private final long originEpochSecond;
  private final List<Row> rows = new ArrayList<>();
  private final Map<String, Integer> series = new HashMap<>();

  /** A reader of submissions whose times count from an instant. */
  SbatchConditions(long originEpochSecond) {
    this.originEpochSecond = originEpochSecond;
  }

  /** The numbers of the tasks of an array, and how many of them may have started at a time. */
  record Tasks(List<Integer> numbers, int limit) {}

  /** Reads {@code --array}; without it, one task without a number. */
  static Tasks tasks(String text) {
    if (text.isEmpty()) {
      return new Tasks(List.of(JobLog.UNKNOWN), Integer.MAX_VALUE);
    }
    int percent = text.indexOf('%');
    int limit = percent < 0 ? Integer.MAX_VALUE : SlurmUnits.number(text.substring(percent + 1));
    Set<Integer> numbers = new TreeSet<>();
    for (String part : (percent < 0 ? text : text.substring(0, percent)).split(",", -1)) {
      Range range =
          Range.parse(part)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "--array is '%s'; allowed are tasks such as 0-15:4,20%%2"
                              .formatted(text)));
      if (range.size() == 0 || range.last() >= MOST_TASKS) {
        throw new IllegalArgumentException(
            "--array is '"
                + text
                + "'; allowed are tasks 0 to "
                + (MOST_TASKS - 1)
                + " in rising order");
      }
      range.tasks().forEach(numbers::add);
    }
    return new Tasks(List.copyOf(numbers), Math.max(1, limit));
  }

  /**
   * Adds a job.
   *
   * @param row its row in the log
   * @param submit its submission, seconds since the origin
   * @param jobId its number, that of its array if it is a task
   * @param fails whether it ends without success
   */
  void add(
      int row,
      int submit,
      long jobId,
      Tasks tasks,
      int task,
      boolean fails,
      Map<String, String> options) {
    boolean isTask = task != JobLog.UNKNOWN;
    String dependency = options.getOrDefault("--dependency", "");
    StartConditions conditions =
        new StartConditions(
            beginDelay(options.getOrDefault("--begin", ""), submit),
            dependencies(dependency, task),
            dependency.indexOf('?') >= 0,
            options.containsKey("--hold"),
            isTask ? jobId : JobLog.UNKNOWN,
            task,
            isTask ? tasks.limit() : Integer.MAX_VALUE,
            JobLog.UNKNOWN,
            false);
    String named = options.getOrDefault("--uid", "") + ' ' + options.getOrDefault("--job-name", "");
    rows.add(new Row(row, conditions, series.computeIfAbsent(named, key -> series.size()), fails));
  }

  /** Sets the conditions of all jobs that have some. */
  void apply(JobLogBuilder log) {
    Set<Integer> waitedFor = new HashSet<>();
    boolean any = false;
    for (Row row : rows) {
      any |= !row.conditions().dependencies().isEmpty();
      if (isSingleton(row.conditions())) {
        waitedFor.add(row.series());
      }
    }
    for (Row row : rows) {
      StartConditions own = row.conditions();
      StartConditions conditions =
          new StartConditions(
              own.beginDelay(),
              own.dependencies(),
              own.anySuffices(),
              own.held(),
              own.array(),
              own.task(),
              own.arrayLimit(),
              waitedFor.contains(row.series()) ? row.series() : JobLog.UNKNOWN,
              any && row.fails());
      if (!conditions.equals(StartConditions.NONE)) {
        log.conditions(row.row(), conditions);
      }
    }
  }

  private static boolean isSingleton(StartConditions conditions) {
    return conditions.dependencies().stream()
        .anyMatch(one -> one.kind() == DependencyKind.SINGLETON);
  }

  private int beginDelay(String text, int submit) {
    if (text.isEmpty()) {
      return 0;
    }
    Matcher fromNow = FROM_NOW.matcher(text);
    if (fromNow.matches()) {
      return fromNow.group(1) == null
          ? 0
          : limited(text, Long.parseLong(fromNow.group(1)) * unit(text, fromNow.group(2)));
    }
    try {
      LocalDateTime time =
          text.indexOf('T') < 0 ? LocalDate.parse(text).atStartOfDay() : LocalDateTime.parse(text);
      long second = time.toEpochSecond(ZoneOffset.UTC) - originEpochSecond;
      return limited(text, Math.max(0, second - submit));
    } catch (DateTimeException wrong) {
      throw new IllegalArgumentException(
          "--begin is '"
              + text
              + "'; allowed are now+90, now+2hours and UTC times such as 2026-01-31T12:00:00",
          wrong);
    }
  }

  private int limited(String text, long seconds) {
    if (seconds > JobLog.MAX_SECONDS) {
      throw new IllegalArgumentException(
          "--begin is '%s', which is %d s after the submission; allowed are %d s. Times of the workload count from epoch second %d"
              .formatted(text, seconds, JobLog.MAX_SECONDS, originEpochSecond));
    }
    return (int) seconds;
  }

  private static int unit(String text, String name) {
    if (name.isEmpty() || "seconds".startsWith(name)) {
      return 1;
    } else if ("minutes".startsWith(name)) {
      return 60;
    } else if ("hours".startsWith(name)) {
      return 3_600;
    } else if ("days".startsWith(name)) {
      return 86_400;
    } else if ("weeks".startsWith(name)) {
      return 604_800;
    }
    throw new IllegalArgumentException(
        "--begin is '" + text + "'; allowed units are seconds, minutes, hours, days and weeks");
  }

  private static List<JobReference> dependencies(String text, int task) {
    List<JobReference> dependencies = new ArrayList<>();
    if (text.isEmpty()) {
      return dependencies;
    }
    if (text.indexOf('?') >= 0 && text.indexOf(',') >= 0) {
      throw invalidDependency(text);
    }
    for (String term : text.split("[,?]", -1)) {
      String[] parts = term.split(":", -1);
      String type = parts[0].toLowerCase(Locale.ROOT);
      if (type.equals("singleton") && parts.length == 1) {
        dependencies.add(
            new JobReference(DependencyKind.SINGLETON, JobLog.UNKNOWN, JobLog.UNKNOWN, 0));
        continue;
      }
      DependencyKind kind = kind(type, text);
      if (parts.length < 2) {
        throw invalidDependency(text);
      }
      for (int i = 1; i < parts.length; i++) {
        dependencies.add(reference(kind, parts[i], type.equals("aftercorr") ? task : -1, text));
      }
    }
    return dependencies;
  }

  private static DependencyKind kind(String type, String text) {
    return switch (type) {
      case "after" -> DependencyKind.START;
      case "afterany" -> DependencyKind.END;
      case "afterok", "aftercorr" -> DependencyKind.SUCCESS;
      case "afternotok" -> DependencyKind.FAILURE;
      default ->
          throw new IllegalArgumentException(
              "--dependency is '"
                  + text
                  + "', which is not simulated; allowed are after, afterany, afterok, afternotok,"
                  + " aftercorr and singleton");
    };
  }

  private static JobReference reference(
      DependencyKind kind, String text, int ownTask, String option) {
    Matcher other = OTHER.matcher(text);
    if (!other.matches() || (other.group(3) != null && kind != DependencyKind.START)) {
      throw invalidDependency(option);
    }
    int minutes = other.group(3) == null ? 0 : Integer.parseInt(other.group(3));
    return new JobReference(
        kind,
        Long.parseLong(other.group(1)),
        other.group(2) == null ? ownTask : Integer.parseInt(other.group(2)),
        60 * minutes);
  }

  private static IllegalArgumentException invalidDependency(String text) {
    return new IllegalArgumentException(
        "--dependency is '" + text + "'; allowed are " + DEPENDENCIES);
  }
}

package io.gnomon.slurm.value;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A job's number as {@code sacct} prints it: {@code 12}, {@code 12_3} for a task of an array,
 * {@code 12_[4-9%2]} for tasks that have not started, {@code 12+1} for a component of a
 * heterogeneous job, each followed by a period and a name for a step.
 *
 * @param job number of the job, the array or the heterogeneous job
 * @param task the task, {@link #NONE} if the job is none or stands for several
 * @param component the component, {@link #NONE} if the job is not heterogeneous
 * @param tasks number of tasks for which the record stands, 1 for a job of no array
 * @param isStep whether it is a step
 */
public record JobNumber(long job, int task, int component, int tasks, boolean isStep) {
  /** No task, or no component. */
  public static final int NONE = -1;

  private static final int MOST_TASKS = 4_000_001; // the largest MaxArraySize
  private static final Pattern FORM =
      Pattern.compile("(\\d{1,18})(?:_(\\d{1,9})|_\\[([^\\]]*)\\]?)?(?:\\+(\\d{1,9}))?(\\..+)?");

  /** The number that a text stands for; empty if it is none. */
  public static Optional<JobNumber> parse(String text) {
    long plain = plain(text);
    if (plain >= 0) {
      return Optional.of(new JobNumber(plain, NONE, NONE, 1, false));
    }
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        new JobNumber(
            Long.parseLong(form.group(1)),
            number(form.group(2)),
            number(form.group(4)),
            form.group(3) == null ? 1 : tasks(form.group(3)),
            form.group(5) != null));
  }

  private static long plain(String text) {
    if (text.isEmpty() || text.length() > 18) {
      return -1;
    }
    long number = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = 10 * number + digit;
    }
    return number;
  }

  private static int number(String digits) {
    return digits == null ? NONE : Integer.parseInt(digits);
  }

  private static int tasks(String list) {
    return (int) Math.min(Math.max(1, ArrayTasks.count(list)), MOST_TASKS);
  }
}

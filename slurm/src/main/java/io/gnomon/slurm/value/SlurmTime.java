package io.gnomon.slurm.value;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations and time limits: {@code minutes}, {@code minutes:seconds}, {@code h:m:s}, {@code d-h},
 * {@code d-h:m} or {@code d-h:m:s}; a fraction of a second is dropped. Source: manuals of sbatch,
 * {@code --time}, and of sacct, {@code Elapsed}.
 */
public final class SlurmTime {
  private static final Set<String> WITHOUT_LIMIT = Set.of("INFINITE", "UNLIMITED", "-1");
  private static final Pattern FORM =
      Pattern.compile("(?:(\\d{1,10})-)?(\\d{1,10})(?::(\\d{1,10})(?::(\\d{1,10}))?(?:\\.\\d+)?)?");

  private SlurmTime() {}

  /** Whether a text says that there is no limit. */
  public static boolean isUnlimited(String text) {
    return WITHOUT_LIMIT.contains(text.toUpperCase(Locale.ROOT));
  }

  /** The seconds of a time; empty for another text, such as UNLIMITED or NONE. */
  public static OptionalLong seconds(String text) {
    Matcher time = FORM.matcher(text);
    if (!time.matches()) {
      return OptionalLong.empty();
    }
    boolean fromHours = time.group(1) != null || time.group(4) != null;
    long hours = 24 * part(time, 1) + (fromHours ? part(time, 2) : 0);
    long minutes = part(time, fromHours ? 3 : 2);
    long seconds = part(time, fromHours ? 4 : 3);
    return OptionalLong.of((hours * 60 + minutes) * 60 + seconds);
  }

  private static long part(Matcher time, int group) {
    return time.group(group) == null ? 0 : Long.parseLong(time.group(group));
  }

  /** The minutes of a time, rounded up; empty for another text, such as UNLIMITED or NONE. */
  public static OptionalLong minutes(String text) {
    OptionalLong seconds = seconds(text);
    return seconds.isEmpty() ? seconds : OptionalLong.of((seconds.getAsLong() + 59) / 60);
  }
}

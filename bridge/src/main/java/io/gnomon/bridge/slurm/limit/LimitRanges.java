package io.gnomon.bridge.slurm.limit;

import io.gnomon.slurm.parameter.SiteLimit;
import io.gnomon.slurm.parameter.Values;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The limits of QOS and partitions that Gnomon may change, each with the range of its values.
 *
 * @param ranges by limit, in the order of their declaration
 */
public record LimitRanges(Map<SiteLimit, Range> ranges) {
  /** No limit may be changed. */
  public static final LimitRanges NONE = new LimitRanges(Map.of());

  /** The most ranges; a cluster declares at most 64 parameters of a policy. */
  static final int MOST = 24;

  /** The text form, to complete the sentence "it must be …". */
  public static final String ALLOWED =
      "at most "
          + MOST
          + " ranges NAME=LEAST..MOST joined by commas, where NAME is one of "
          + String.join(", ", SiteLimit.forms());

  private static final Pattern RANGE = Pattern.compile("([^=\\s]+)=(\\d{1,10})\\.\\.(\\d{1,10})");

  /**
   * The values that a limit may have.
   *
   * @param least the smallest
   * @param most the largest, at least {@code least}
   */
  public record Range(long least, long most) {
    @Override
    public String toString() {
      return least + ".." + most;
    }
  }

  /** Ranges are copied. */
  public LimitRanges {
    ranges = Collections.unmodifiableMap(new LinkedHashMap<>(ranges));
  }

  /**
   * Parses ranges such as {@code qos.normal.MaxJobsPU=4..32, qos.high.Priority=0..500}.
   *
   * @throws IllegalArgumentException if the text is not of that form, a range is empty or beyond
   *     what Slurm allows, or a limit is given twice
   */
  public static LimitRanges parse(String text) {
    Map<SiteLimit, Range> ranges = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      Matcher matcher = RANGE.matcher(part.strip());
      if (!matcher.matches()) {
        throw new IllegalArgumentException("'" + part.strip() + "' is not NAME=LEAST..MOST");
      }
      SiteLimit limit =
          SiteLimit.of(matcher.group(1))
              .orElseThrow(
                  () -> new IllegalArgumentException("'" + part.strip() + "' names no limit"));
      long least = Long.parseLong(matcher.group(2));
      long most = Long.parseLong(matcher.group(3));
      Values allowed = limit.row().allowed();
      if (least < allowed.least() || most > allowed.most() || most < least) {
        throw new IllegalArgumentException(
            "'%s' is not a range within %d..%d"
                .formatted(part.strip(), allowed.least(), allowed.most()));
      }
      if (ranges.put(limit, new Range(least, most)) != null) {
        throw new IllegalArgumentException("'" + limit.parameter() + "' is given twice");
      }
    }
    if (ranges.size() > MOST) {
      throw new IllegalArgumentException(ranges.size() + " ranges are too many");
    }
    return new LimitRanges(ranges);
  }

  /**
   * Returns these ranges, and for each limit of a policy that is in none of them, one with its
   * value alone.
   */
  public LimitRanges including(Map<String, String> parameters) {
    Map<SiteLimit, Range> all = new LinkedHashMap<>(ranges);
    parameters.forEach(
        (name, value) ->
            SiteLimit.of(name)
                .filter(limit -> value.matches("\\d{1,10}"))
                .ifPresent(
                    limit ->
                        all.putIfAbsent(
                            limit, new Range(Long.parseLong(value), Long.parseLong(value)))));
    return new LimitRanges(all);
  }

  /** Returns the text form. */
  @Override
  public String toString() {
    return ranges.entrySet().stream()
        .map(one -> one.getKey().parameter() + "=" + one.getValue())
        .collect(Collectors.joining(", "));
  }

  /** Returns whether a limit may be changed. */
  public boolean contains(SiteLimit limit) {
    return ranges.containsKey(limit);
  }

  /**
   * Checks a policy's value of a declared limit.
   *
   * @return the value as Slurm prints it
   * @throws IllegalArgumentException if the limit is not declared, or the value is not a whole
   *     number within its range
   */
  public String checked(SiteLimit limit, String value) {
    @Nullable Range range = ranges.get(limit);
    if (range == null) {
      throw new IllegalArgumentException(limit.parameter() + " is not in slurm.ranges");
    }
    long number = value.matches("\\d{1,10}") ? Long.parseLong(value) : -1;
    if (number < range.least || number > range.most) {
      throw new IllegalArgumentException(
          "%s is '%s'; slurm.ranges allows whole numbers from %d to %d"
              .formatted(limit.parameter(), value, range.least, range.most));
    }
    return Long.toString(number);
  }

  /** Returns the names of the declared limits, for messages. */
  public String names() {
    return ranges.isEmpty()
        ? "nothing"
        : ranges.keySet().stream().map(SiteLimit::parameter).collect(Collectors.joining(", "));
  }
}

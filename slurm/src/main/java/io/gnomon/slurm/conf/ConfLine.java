package io.gnomon.slurm.conf;

import io.gnomon.slurm.release.ReleaseDifference;
import io.gnomon.slurm.release.ReleaseDifference.Record;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of a {@code slurm.conf}, {@code gres.conf}, {@code topology.conf} or similar file, with
 * those that it continues by a backslash, and without its comment. Source: manual of slurm.conf.
 *
 * @param number the number of its last line in the file, from 1
 * @param text not blank, without spaces at its ends
 */
public record ConfLine(int number, String text) {
  private static final Pattern PAIR =
      Pattern.compile("([^\\s=]+?)\\s*[-+*/]?=\\s*(\"[^\"]*\"(?=\\s|$)|\\S*)\\s*");
  private static final Pattern INCLUDE = Pattern.compile("(?i)include\\s+(\\S+)");
  private static final int LONGEST_QUOTE = 80;

  /** The lines of a file that are not blank. */
  public static List<ConfLine> of(List<String> file) {
    List<ConfLine> lines = new ArrayList<>();
    StringBuilder pending = new StringBuilder();
    int number = 0;
    for (String line : file) {
      number++;
      int comment = line.indexOf('#');
      String content = (comment < 0 ? line : line.substring(0, comment)).stripTrailing();
      boolean continued = content.endsWith("\\");
      pending.append(continued ? content.substring(0, content.length() - 1) : content);
      if (!continued || number == file.size()) {
        String text = pending.toString().strip();
        if (!text.isEmpty()) {
          lines.add(new ConfLine(number, text));
        }
        pending.setLength(0);
      }
    }
    return lines;
  }

  /** The file that the line includes, as written; empty if it is no {@code Include} line. */
  public Optional<String> include() {
    Matcher include = INCLUDE.matcher(text);
    return include.matches() ? Optional.of(include.group(1)) : Optional.empty();
  }

  /**
   * The pairs of a line.
   *
   * @param values in their order, by key in lower case because Slurm ignores case, without quotes
   * @param rest the first word that is no pair; empty if there is none
   */
  record Pairs(Map<String, String> values, String rest) {}

  /**
   * The line's {@code Key=Value} pairs up to something else. Of a key that is repeated, the last
   * value. A partition of a newer release of Slurm has the older form, see {@link
   * ReleaseDifference}.
   */
  Pairs pairs() {
    Map<String, String> pairs = new LinkedHashMap<>();
    Matcher matcher = PAIR.matcher(text);
    while (matcher.lookingAt()) {
      pairs.put(matcher.group(1).toLowerCase(Locale.ROOT), unquoted(matcher.group(2)));
      matcher.region(matcher.end(), text.length());
    }
    String rest = shortened(text.substring(matcher.regionStart()).split("\\s", 2)[0]);
    if (!pairs.containsKey("partitionname")) {
      return new Pairs(pairs, rest);
    }
    Map<String, String> older = new LinkedHashMap<>();
    ReleaseDifference.inOlderForm(Record.PARTITION, pairs)
        .forEach((key, value) -> older.put(key.toLowerCase(Locale.ROOT), value));
    return new Pairs(older, rest);
  }

  private static String shortened(String text) {
    return text.length() > LONGEST_QUOTE ? text.substring(0, LONGEST_QUOTE) + "…" : text;
  }

  private static String unquoted(String value) {
    boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
    return quoted ? value.substring(1, value.length() - 1) : value;
  }
}

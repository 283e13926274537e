package io.gnomon.slurm.listing;

import io.gnomon.slurm.release.ReleaseDifference;
import io.gnomon.slurm.release.ReleaseDifference.Record;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the output of {@code scontrol show}. With {@code -o} each line is a record of the form
 * {@code Key=value Key=value}. A value may contain spaces; it ends where the next key begins. What
 * releases of Slurm print in different forms has the older one, see {@link ReleaseDifference}.
 */
public final class ScontrolOutput {
  private static final Pattern KEY = Pattern.compile("(?:^|\\s+)([A-Za-z][\\w:\\[\\]]*)=");
  private static final Pattern SETTING = Pattern.compile("^(\\S+)\\s+= (.*)$");

  private ScontrolOutput() {}

  /** Returns the records whose first key is {@code first}; other lines are ignored. */
  public static List<Map<String, String>> records(String printed, String first) {
    List<Map<String, String>> records = new ArrayList<>();
    printed
        .lines()
        .filter(line -> line.startsWith(first + "="))
        .forEach(line -> records.add(record(line)));
    return records;
  }

  /** Returns the values of a record by key; of a key that is repeated, the first. */
  public static Map<String, String> record(String line) {
    Map<String, String> record = new LinkedHashMap<>();
    Matcher matcher = KEY.matcher(line);
    String key = "";
    int from = 0;
    while (matcher.find()) {
      if (!key.isEmpty()) {
        record.putIfAbsent(key, line.substring(from, matcher.start()).strip());
      }
      key = matcher.group(1);
      from = matcher.end();
    }
    record.putIfAbsent(key, line.substring(from).strip());
    return record.containsKey("PartitionName")
        ? ReleaseDifference.inOlderForm(Record.PARTITION, record)
        : record;
  }

  /** Returns the settings in the output of {@code scontrol show config}. */
  public static Map<String, String> settings(String printed) {
    Map<String, String> settings = new LinkedHashMap<>();
    printed
        .lines()
        .map(SETTING::matcher)
        .filter(Matcher::matches)
        .forEach(match -> settings.putIfAbsent(match.group(1), match.group(2).strip()));
    return ReleaseDifference.inOlderForm(Record.SETTINGS, settings);
  }
}

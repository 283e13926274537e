package io.gnomon.slurm.conf;

import io.gnomon.slurm.conf.SlurmConf.Line;
import io.gnomon.slurm.listing.ScontrolOutput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code scontrol show config}, {@code show node}, {@code show partition} and {@code show
 * topology} print, one after the other in one file, as the lines of a {@code slurm.conf}. Records
 * may be on one line, as with {@code --oneliner}, or on several. Values that are not set are left
 * out. Source: manual of scontrol.
 */
final class ScontrolConf {
  private static final String FIRST = "Configuration data as of";
  private static final Pattern PARAMETER = Pattern.compile("(\\w[\\w/]*)\\s+=\\s*(.*)");
  private static final Pattern RECORD =
      Pattern.compile("(?:NodeName|PartitionName|SwitchName)=\\S.*");
  private static final Set<String> UNSET = Set.of("", "(null)", "n/a", "none");

  /** Keys of a slurm.conf for those that scontrol prints instead. */
  private static final Map<String, String> RENAMED =
      Map.of("cputot", "cpus", "availablefeatures", "feature");

  private final Path file;
  private final List<Line> lines = new ArrayList<>();
  private final StringBuilder record = new StringBuilder();
  private int recordLine;

  private ScontrolConf(Path file) {
    this.file = file;
  }

  /** Whether a file has the output of {@code show config}. */
  static boolean matches(List<String> text) {
    return text.stream().anyMatch(line -> line.startsWith(FIRST));
  }

  /** The lines of a file. */
  static List<Line> read(Path file, List<String> text) {
    ScontrolConf output = new ScontrolConf(file);
    int number = 0;
    for (String line : text) {
      number++;
      String bare = line.strip();
      if (RECORD.matcher(line).matches()) {
        output.endRecord();
        output.recordLine = number;
        output.record.append(bare);
      } else if (output.record.length() > 0 && !bare.isEmpty() && line.startsWith(" ")) {
        output.record.append(' ').append(bare);
      } else {
        output.endRecord();
        output.parameter(number, line);
      }
    }
    output.endRecord();
    return output.lines;
  }

  private void parameter(int number, String line) {
    Matcher matcher = PARAMETER.matcher(line);
    if (matcher.matches()) {
      value(matcher.group(1), matcher.group(2))
          .ifPresent(
              value ->
                  lines.add(
                      new Line(
                          place(number),
                          Map.of(matcher.group(1).toLowerCase(Locale.ROOT), value))));
    }
  }

  private void endRecord() {
    if (record.length() == 0) {
      return;
    }
    Map<String, String> values = new LinkedHashMap<>();
    ScontrolOutput.record(record.toString())
        .forEach((key, text) -> put(values, key.toLowerCase(Locale.ROOT), text));
    record.setLength(0);
    if (values.containsKey("switches")) {
      values.remove("nodes"); // those below
    }
    if (!values.isEmpty()) {
      lines.add(new Line(place(recordLine), values));
    }
  }

  private static void put(Map<String, String> values, String key, String text) {
    value(key, text).ifPresent(value -> values.putIfAbsent(RENAMED.getOrDefault(key, key), value));
  }

  /** The value of a key; empty if it is not set. */
  private static Optional<String> value(String key, String text) {
    String value = text.strip();
    boolean memory = key.toLowerCase(Locale.ROOT).startsWith("defmemper");
    boolean unset =
        UNSET.contains(value.toLowerCase(Locale.ROOT))
            || (memory && value.equalsIgnoreCase("UNLIMITED"));
    return unset ? Optional.empty() : Optional.of(value);
  }

  private String place(int number) {
    return file + ", line " + number;
  }
}

package io.gnomon.sandbox.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A slurm.conf with the lines that an assessment prints. */
final class ChangedConf {
  private static final String PARTITION = "partitionname=";

  private ChangedConf() {}

  /**
   * Replaces parameters on their lines, and adds the lines that are new before the first Include.
   *
   * @param conf text of a slurm.conf
   * @param lines {@code NAME=VALUE}, or {@code PartitionName=NAME} and parameters of a partition;
   *     comments change nothing
   */
  static String of(String conf, List<String> lines) {
    List<String> changed = new ArrayList<>(conf.lines().toList());
    for (String line : lines) {
      if (!line.startsWith("#")) {
        change(changed, line);
      }
    }
    return String.join("\n", changed) + "\n";
  }

  private static void change(List<String> conf, String line) {
    boolean partition = lower(line).startsWith(PARTITION);
    String key = partition ? line.split("\\s+")[0] + " " : name(line);
    for (int i = 0; i < conf.size(); i++) {
      if (lower(conf.get(i) + " ").startsWith(lower(key))) {
        conf.set(i, partition ? merged(conf.get(i), line) : line);
        return;
      }
    }
    int include = 0;
    while (include < conf.size() && !lower(conf.get(include)).startsWith("include ")) {
      include++;
    }
    conf.add(include, line);
  }

  /** The name of a parameter with its equals sign. */
  private static String name(String parameter) {
    return parameter.substring(0, parameter.indexOf('=') + 1);
  }

  private static String merged(String partition, String line) {
    List<String> parameters = new ArrayList<>(List.of(partition.strip().split("\\s+")));
    for (String parameter : line.strip().split("\\s+")) {
      String name = lower(name(parameter));
      int at = 0;
      while (at < parameters.size() && !lower(parameters.get(at)).startsWith(name)) {
        at++;
      }
      if (at < parameters.size()) {
        parameters.set(at, parameter);
      } else {
        parameters.add(parameter);
      }
    }
    return String.join(" ", parameters);
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}

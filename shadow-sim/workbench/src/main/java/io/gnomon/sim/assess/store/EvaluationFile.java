package io.gnomon.sim.assess.store;

import io.gnomon.sim.assess.figure.ConfigurationFigures;
import io.gnomon.sim.assess.figure.Grouping;
import io.gnomon.sim.assess.figure.Sums;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The content of a file: a table with one row for the evaluation, and a table of its sums. Numbers
 * have all their digits, so that reading gives an equal evaluation.
 *
 * @param input a checksum of the input
 * @param evaluation what was computed
 */
record EvaluationFile(String input, ConfigurationFigures evaluation) {
  private static final String VERSION = "2";
  private static final String FIRST = "version,input,examined_per_hour,mean_queue";
  private static final String SECOND = "of,number,jobs,wait_seconds,bounded_slowdown";
  private static final String BLOCK = "block";

  String toCsv() {
    StringBuilder text = new StringBuilder(FIRST + "\n");
    text.append(VERSION).append(',').append(input).append(',');
    text.append(evaluation.examinedPerHour()).append(',').append(evaluation.meanQueue());
    text.append('\n').append(SECOND).append('\n');
    rows(text, BLOCK, evaluation.blocks());
    evaluation.groups().forEach((by, sums) -> rows(text, word(by), sums));
    return text.toString();
  }

  private static void rows(StringBuilder text, String of, List<Sums> sums) {
    for (int i = 0; i < sums.size(); i++) {
      Sums row = sums.get(i);
      text.append(of).append(',').append(i).append(',').append(row.jobs()).append(',');
      text.append(row.waitSeconds()).append(',').append(row.slowdown()).append('\n');
    }
  }

  private static String word(Grouping by) {
    return by.name().toLowerCase(Locale.ROOT);
  }

  /** Whether another version of assess has written a text. */
  static boolean isOfAnotherVersion(String text) {
    List<String> lines = text.lines().limit(2).toList();
    return lines.size() == 2
        && lines.get(0).startsWith("version,")
        && !lines.get(1).startsWith(VERSION + ",");
  }

  /**
   * Reads a text.
   *
   * @param name of the file, for messages
   * @throws IOException if it is not such a file
   */
  static EvaluationFile parse(String name, String text) throws IOException {
    List<String> lines = text.lines().toList();
    if (lines.size() < 3
        || !lines.get(0).equals(FIRST)
        || !lines.get(1).startsWith(VERSION + ",")
        || !lines.get(2).equals(SECOND)) {
      throw new IOException(
          name + " is not an evaluation of this version of assess; remove it and run again");
    }
    int number = 1;
    try {
      String[] head = lines.get(1).split(",", -1);
      List<Sums> blocks = new ArrayList<>();
      Map<Grouping, List<Sums>> groups = new EnumMap<>(Grouping.class);
      for (number = 3; number < lines.size(); number++) {
        String[] cells = lines.get(number).split(",", -1);
        Sums sums =
            new Sums(
                Long.parseLong(cells[2]), Long.parseLong(cells[3]), Double.parseDouble(cells[4]));
        if (cells[0].equals(BLOCK)) {
          blocks.add(sums);
        } else {
          Grouping by = Grouping.valueOf(cells[0].toUpperCase(Locale.ROOT));
          groups.computeIfAbsent(by, key -> new ArrayList<>()).add(sums);
        }
      }
      return new EvaluationFile(
          head[1],
          new ConfigurationFigures(
              blocks, groups, Double.parseDouble(head[2]), Double.parseDouble(head[3])));
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException wrong) {
      throw new IOException(
          "%s, line %d is '%s'; it must have the columns of the header; remove the file and run"
                  .formatted(name, number + 1, lines.get(number))
              + " again",
          wrong);
    }
  }
}

package io.gnomon.sandbox.experiment;

import java.util.List;

/**
 * A completed job as {@code sacct} prints it.
 *
 * @param name by which it is compared with that of the twin
 * @param account that it counts for
 * @param submit epoch second, as start and end
 * @param cpus that it had
 */
record SiteJob(String name, String account, long submit, long start, long end, int cpus) {
  /** The fields of sacct, with its option -o. */
  static final String FIELDS = "JobName,Account,Submit,Start,End,NCPUS,State";

  /**
   * The bound of the slowdown in seconds. Ten seconds of the usual definition would be longer than
   * most of the scaled jobs.
   */
  static final int BOUND = 1;

  /** The completed jobs in lines with the fields, separated by bars, and times in epoch seconds. */
  static List<SiteJob> parse(String lines) {
    return lines
        .lines()
        .map(line -> line.split("\\|", -1))
        .filter(field -> field[6].equals("COMPLETED") || field[6].equals("TIMEOUT"))
        .map(
            field ->
                new SiteJob(
                    field[0],
                    field[1],
                    Long.parseLong(field[2]),
                    Long.parseLong(field[3]),
                    Long.parseLong(field[4]),
                    Integer.parseInt(field[5])))
        .toList();
  }

  long waited() {
    return start - submit;
  }

  double boundedSlowdown() {
    return Math.max(1, (double) (end - submit) / Math.max(BOUND, end - start));
  }
}

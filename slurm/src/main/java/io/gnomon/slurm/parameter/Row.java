package io.gnomon.slurm.parameter;

import io.gnomon.slurm.release.SlurmRelease;
import java.util.Map;

/**
 * What is known of a parameter.
 *
 * @param printed its name in slurm.conf, or as {@code scontrol} and {@code sacctmgr} print it;
 *     empty if it has that of the policy
 * @param leastSet the smallest value that Gnomon sets or takes from Slurm
 * @param words a phrase for a value other than the default, with {@code %s} for the value
 * @param wordsOf phrases for single values
 * @param meaning one line
 * @param since the oldest release of 22.05, 24.11 and 26.05 that has it
 */
record Row(
    Place place,
    Group group,
    Change change,
    boolean simulated,
    Values values,
    String printed,
    long leastSet,
    String words,
    Map<String, String> wordsOf,
    String meaning,
    SlurmRelease since) {
  private static final SlurmRelease OLDEST = new SlurmRelease(22, 5);
  static final int MILLION = 1_000_000;
  static final int MINUTE = 60;
  static final int HOUR = 3_600;
  static final int DAY = 86_400;
  static final int MOST_POINTS = 1 << 30;
  static final int MOST_JOB_FACTOR = 65_533;
  static final long MOST_PRIORITY = 4_294_967_295L;

  private static Row of(
      Place place, Group group, Change change, Values values, String words, String meaning) {
    return new Row(
        place, group, change, true, values, "", values.least(), words, Map.of(), meaning, OLDEST);
  }

  /** An option of SchedulerParameters that Gnomon sets. */
  static Row option(Group group, Values values, String words, String meaning) {
    return of(Place.SCHEDULER_PARAMETERS, group, Change.RECONFIGURE, values, words, meaning);
  }

  /** An option of SchedulerParameters that Gnomon does not set. */
  static Row fixedOption(Group group, Values values, String words, String meaning) {
    return of(Place.SCHEDULER_PARAMETERS, group, Change.NONE, values, words, meaning);
  }

  /** A line of slurm.conf about priorities that Gnomon sets, with the site's value as default. */
  static Row setting(Values values, String words, String meaning) {
    return of(Place.SLURM_CONF, Group.PRIORITY, Change.RECONFIGURE, values, words, meaning);
  }

  /** A line of slurm.conf that Gnomon does not set. */
  static Row fixedSetting(Group group, Values values, String words, String meaning) {
    return of(Place.SLURM_CONF, group, Change.NONE, values, words, meaning);
  }

  /** A property of Slurm or of the cluster. */
  static Row model(Group group, Values values, String words, String meaning) {
    return of(Place.MODEL, group, Change.NONE, values, words, meaning);
  }

  /** The weight of a factor of the priority. */
  static Row weight(String factor, String words) {
    return setting(
        Values.points(MOST_POINTS),
        "%s points for " + words,
        "points of priority of a " + factor + " factor of 1");
  }

  /** A limit or priority of a QOS or partition. */
  static Row limit(Place place, long least, long most, String words, String meaning) {
    return of(
        place,
        Group.LIMITS,
        Change.AT_RUN_TIME,
        Values.count(Unit.NONE, least, most, 0).ofSite(),
        words,
        meaning);
  }

  /** An option of SchedulerParameters that is not simulated. */
  static Row notSimulated(Values values, String meaning) {
    Row row = fixedOption(Group.SCHEDULERS, values, "", meaning);
    return new Row(
        row.place,
        row.group,
        row.change,
        false,
        values,
        "",
        row.leastSet,
        "",
        Map.of(),
        meaning,
        OLDEST);
  }

  Row printed(String name) {
    return new Row(
        place, group, change, simulated, values, name, leastSet, words, wordsOf, meaning, since);
  }

  Row leastSet(long least) {
    return new Row(
        place, group, change, simulated, values, printed, least, words, wordsOf, meaning, since);
  }

  Row wordsOf(Map<String, String> phrases) {
    return new Row(
        place, group, change, simulated, values, printed, leastSet, words, phrases, meaning, since);
  }

  /** The same parameter, which releases before have not. */
  Row since(int year, int month) {
    return new Row(
        place,
        group,
        change,
        simulated,
        values,
        printed,
        leastSet,
        words,
        wordsOf,
        meaning,
        new SlurmRelease(year, month));
  }
}

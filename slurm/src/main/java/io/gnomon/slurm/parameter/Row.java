package io.gnomon.slurm.parameter;

import io.gnomon.slurm.release.SlurmRelease;
import java.util.List;
import java.util.Map;

/** What is known of a parameter. It is described while its enum is made, and not changed later. */
final class Row {
  private static final SlurmRelease OLDEST = new SlurmRelease(22, 5);
  static final int MILLION = 1_000_000;
  static final int MINUTE = 60;
  static final int HOUR = 3_600;
  static final int DAY = 86_400;
  static final int MOST_POINTS = 1 << 30;
  static final int MOST_JOB_FACTOR = 65_533;
  static final long MOST_PRIORITY = 4_294_967_295L;

  final Place place;
  final ParameterGroup group;
  final ChangeMethod change;
  final Values values;
  final String words; // a phrase for a value other than the default, with %s for the value
  final String meaning;

  boolean simulated = true;
  String printed = "";
  long leastSet;
  Map<String, String> wordsOf = Map.of();
  SlurmRelease since = OLDEST;
  List<String> studied = List.of();

  private Row(
      Place place,
      ParameterGroup group,
      ChangeMethod change,
      Values values,
      String words,
      String meaning) {
    this.place = place;
    this.group = group;
    this.change = change;
    this.values = values;
    this.words = words;
    this.meaning = meaning;
    leastSet = values.least();
  }

  /** An option of SchedulerParameters that Gnomon sets. */
  static Row option(ParameterGroup group, Values values, String words, String meaning) {
    return new Row(
        Place.SCHEDULER_PARAMETERS, group, ChangeMethod.RECONFIGURE, values, words, meaning);
  }

  /** An option of SchedulerParameters that Gnomon does not set. */
  static Row fixedOption(ParameterGroup group, Values values, String words, String meaning) {
    return new Row(Place.SCHEDULER_PARAMETERS, group, ChangeMethod.NONE, values, words, meaning);
  }

  /** A line of slurm.conf about priorities that Gnomon sets, with the site's value as default. */
  static Row setting(Values values, String words, String meaning) {
    return new Row(
        Place.SLURM_CONF,
        ParameterGroup.PRIORITY,
        ChangeMethod.RECONFIGURE,
        values,
        words,
        meaning);
  }

  /** A line of slurm.conf that Gnomon does not set. */
  static Row fixedSetting(ParameterGroup group, Values values, String words, String meaning) {
    return new Row(Place.SLURM_CONF, group, ChangeMethod.NONE, values, words, meaning);
  }

  /** A property of Slurm or of the cluster. */
  static Row model(ParameterGroup group, Values values, String words, String meaning) {
    return new Row(Place.MODEL, group, ChangeMethod.NONE, values, words, meaning);
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
    return new Row(
        place,
        ParameterGroup.LIMITS,
        ChangeMethod.AT_RUN_TIME,
        Values.count(Unit.NONE, least, most, 0).ofSite(),
        words,
        meaning);
  }

  /** An option of SchedulerParameters that is not simulated. */
  static Row notSimulated(Values values, String meaning) {
    Row row = fixedOption(ParameterGroup.SCHEDULERS, values, "", meaning);
    row.simulated = false;
    return row;
  }

  /** Its name in slurm.conf, or as scontrol and sacctmgr print it, if the policy has another. */
  Row printed(String name) {
    printed = name;
    return this;
  }

  /** The smallest value that Gnomon sets or takes from Slurm. */
  Row leastSet(long least) {
    leastSet = least;
    return this;
  }

  /** Phrases for single values. */
  Row wordsOf(Map<String, String> phrases) {
    wordsOf = phrases;
    return this;
  }

  /** The oldest release of 22.05, 24.11 and 26.05 that has it. */
  Row since(int year, int month) {
    since = new SlurmRelease(year, month);
    return this;
  }

  /** The values that studies try, as a policy has them. */
  Row studied(String... tried) {
    studied = List.of(tried);
    return this;
  }
}

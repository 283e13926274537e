package io.gnomon.slurm.release;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What releases of Slurm print in different forms, a row each. Both forms are read from every
 * release, and only the older one is known elsewhere. Where it is written, as by {@code scontrol
 * create}, newer releases take it too. Source: what 22.05, 24.11 and 26.05 print.
 */
public enum ReleaseDifference {
  /** No preemption. */
  NO_PREEMPTION(Record.SETTINGS, "PreemptType", "preempt/none", "PreemptType", "(null)"),
  /** A setting that is on. */
  ON(Record.SETTINGS, "", "Yes", "", "yes"),
  /** A setting that is off. */
  OFF(Record.SETTINGS, "", "No", "", "no"),
  /** The first script of PrologSlurmctld. */
  PROLOG(Record.SETTINGS, "PrologSlurmctld", "", "PrologSlurmctld[0]", ""),
  /** The first script of EpilogSlurmctld. */
  EPILOG(Record.SETTINGS, "EpilogSlurmctld", "", "EpilogSlurmctld[0]", ""),
  /** Nodes that one job uses, since 26.05. */
  NODES_OF_A_JOB(Record.PARTITION, "OverSubscribe", "EXCLUSIVE", "Exclusive", "NODE"),
  /** Nodes that the jobs of one user use, since 26.05. */
  NODES_OF_A_USER(Record.PARTITION, "ExclusiveUser", "YES", "Exclusive", "USER"),
  /** Parts of the network that one job uses, since 26.05. */
  NETWORK_OF_A_JOB(Record.PARTITION, "ExclusiveTopo", "YES", "Exclusive", "TOPO");

  /** What a row is printed in. */
  public enum Record {
    /** {@code scontrol show config}. */
    SETTINGS,
    /** {@code scontrol show partition}, or a partition of slurm.conf. */
    PARTITION
  }

  /**
   * The form of {@code squeue --json} that the bridge reads where squeue has it, in 24.11 to 26.05.
   * Newer forms lack {@code shared} of exclusive jobs; before, {@code --json} takes no form.
   */
  public static final String JOBS_FORM = "v0.0.42";

  private final Record record;
  private final String key;
  private final String value;
  private final String newerKey;
  private final String newerValue;

  /**
   * A row.
   *
   * @param key empty for every key
   * @param value empty for any
   * @param newerKey empty for every key
   * @param newerValue empty if the value is the same
   */
  ReleaseDifference(Record record, String key, String value, String newerKey, String newerValue) {
    this.record = record;
    this.key = key;
    this.value = value;
    this.newerKey = newerKey;
    this.newerValue = newerValue;
  }

  /**
   * Returns a record with the older form of everything that it has in a newer one. Neither keys nor
   * the newer values are case-sensitive, as in slurm.conf.
   */
  public static Map<String, String> inOlderForm(Record record, Map<String, String> printed) {
    Map<String, String> older = new LinkedHashMap<>(printed);
    Arrays.stream(values())
        .filter(row -> row.record == record)
        .forEach(row -> row.replaceIn(older));
    return older;
  }

  private void replaceIn(Map<String, String> printed) {
    if (key.isEmpty()) {
      printed.replaceAll((any, found) -> found.equals(newerValue) ? value : found);
      return;
    }
    for (String other : List.copyOf(printed.keySet())) {
      String found = printed.getOrDefault(other, "");
      if (other.equalsIgnoreCase(newerKey)
          && (newerValue.isEmpty() || found.equalsIgnoreCase(newerValue))) {
        printed.remove(other);
        printed.put(key, value.isEmpty() ? found : value);
      }
    }
  }
}

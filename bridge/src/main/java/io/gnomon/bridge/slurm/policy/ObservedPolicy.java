package io.gnomon.bridge.slurm.policy;

import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.client.SlurmReader;
import io.gnomon.slurm.mapping.SlurmScheduling;
import io.gnomon.slurm.parameter.ParameterGroup;
import io.gnomon.slurm.parameter.SchedulerParameters;
import io.gnomon.slurm.parameter.SlurmParameter;
import io.gnomon.slurm.parameter.ValueText;
import io.gnomon.text.SpecText;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Derives the policy {@code slurm(…)} that simulates a Slurm cluster from its SchedulerParameters,
 * its preemption, the size of its nodes and the time that backfill takes. It is the policy that
 * {@code gnomon simulate} takes from the same slurm.conf.
 */
public final class ObservedPolicy {
  /** The name of the observed policy, and the value of {@code slurm.policy} that asks for it. */
  public static final String NAME = PolicyMapping.SLURM;

  private ObservedPolicy() {}

  /**
   * Reads the policy that the site has configured, whatever Gnomon has set since.
   *
   * @param siteSettings the site's own values of settings that Gnomon has set
   * @param partition partition whose nodes are measured, or null for the default partition
   * @param testTime time that backfill takes for a job
   * @throws SlurmException if Slurm does not answer
   */
  public static String read(
      SlurmReader reader,
      Map<String, String> siteSettings,
      @Nullable String partition,
      TestTime testTime)
      throws SlurmException {
    Map<String, String> slurm = new TreeMap<>(reader.settings());
    slurm.putAll(siteSettings);
    int processors =
        PartitionRecord.find(reader.partitions(), partition)
            .map(PartitionRecord::processorsPerNode)
            .orElse(1);
    return of(slurm, processors, testTime);
  }

  /**
   * Returns the policy for the given settings. Values that Slurm itself would reject are omitted,
   * as Slurm uses its default for them.
   *
   * @param slurm the output of {@code scontrol show config}
   * @param processorsPerNode processors of a node
   * @param testTime time that backfill takes for a job
   */
  public static String of(Map<String, String> slurm, int processorsPerNode, TestTime testTime) {
    SlurmScheduling site =
        SlurmScheduling.of(key -> slurm.getOrDefault(key, ""), (key, item, why) -> {});
    Map<String, String> parameters = preemption(site);
    parameters.put(SlurmParameter.CORES_PER_NODE.parameter(), Integer.toString(processorsPerNode));
    boolean builtin = !site.backfills();
    for (SchedulerParameters.Option option :
        SchedulerParameters.parse(site.parameters()).options()) {
      option
          .row()
          .filter(row -> row.group() != ParameterGroup.PREEMPTION)
          .flatMap(row -> ValueText.toPolicy(row, option.value().orElse("")))
          .ifPresent(value -> parameters.put(option.name(), value));
      builtin |= option.isOff(SlurmParameter.BF_INTERVAL);
    }
    if (builtin) {
      parameters.put(SlurmParameter.SCHEDULER.parameter(), "builtin");
    }
    if (testTime.isKnown()) {
      parameters.put(TestTime.PARAMETER, testTime.text());
    }
    return new SpecText(PolicyMapping.SLURM, parameters).toString();
  }

  private static Map<String, String> preemption(SlurmScheduling site) {
    Map<String, String> parameters = new TreeMap<>();
    if (site.preemptType().equals("none")) {
      return parameters;
    }
    parameters.put(SlurmParameter.PREEMPT_TYPE.parameter(), site.preemptType());
    SlurmParameter mode = SlurmParameter.PREEMPT_MODE;
    if (mode.allowed().words().indexOf(site.preemptMode()) > 0) { // the first is the default
      parameters.put(mode.parameter(), site.preemptMode());
    }
    if (site.youngestFirst()) {
      parameters.put(SlurmParameter.PREEMPT_YOUNGEST_FIRST.parameter(), "true");
    }
    if (site.preemptExemptSeconds() > 0) {
      parameters.put(
          SlurmParameter.PREEMPT_EXEMPT_TIME.parameter(), site.preemptExemptSeconds() + "s");
    }
    return parameters;
  }
}

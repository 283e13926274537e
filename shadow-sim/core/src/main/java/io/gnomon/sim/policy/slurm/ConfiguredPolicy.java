package io.gnomon.sim.policy.slurm;

import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.spec.Spec;
import io.gnomon.slurm.parameter.ParameterGroup;
import io.gnomon.slurm.parameter.SchedulerParameters;
import io.gnomon.slurm.parameter.SlurmParameter;
import io.gnomon.slurm.parameter.Unit;
import io.gnomon.slurm.parameter.Values;
import java.util.ArrayList;
import java.util.List;

/**
 * The policy that corresponds to Slurm's SchedulerParameters.
 *
 * @param policy the policy {@code slurm} with the modelled parameters
 * @param notModelled the other parameters, as written
 */
public record ConfiguredPolicy(Spec policy, List<String> notModelled) {
  private static final String DEFER = "defer"; // concerns interactive jobs only

  /** Copies the list. */
  public ConfiguredPolicy {
    notModelled = List.copyOf(notModelled);
  }

  /**
   * Parses the value of {@code SchedulerParameters} from slurm.conf or {@code scontrol show
   * config}: options joined by commas, in Slurm's units, {@code (null)} for none. {@code defer}
   * changes nothing: batch jobs never start at their submission.
   *
   * @param coresPerNode processors of a node, 1 if processors are whole nodes
   * @throws InvalidSpecException for a value that Slurm does not allow
   */
  public static ConfiguredPolicy parse(String text, int coresPerNode) {
    Spec policy =
        Spec.of(SlurmFamily.NAME).with(SlurmParameter.CORES_PER_NODE.parameter(), coresPerNode);
    List<String> notModelled = new ArrayList<>();
    for (SchedulerParameters.Option option : SchedulerParameters.parse(text).options()) {
      SlurmParameter row = option.row().orElse(null);
      if (option.isOff(SlurmParameter.BF_INTERVAL)) {
        policy = policy.with(SlurmParameter.SCHEDULER.parameter(), "builtin");
      } else if (row != null && isModelled(row, option)) {
        policy = policy.with(row.parameter(), value(row, option));
      } else if (!option.toString().equals(DEFER)) {
        notModelled.add(option.toString());
      }
    }
    Policies.create(policy);
    return new ConfiguredPolicy(policy, notModelled);
  }

  private static boolean isModelled(SlurmParameter row, SchedulerParameters.Option option) {
    return option.value().isPresent()
        ? !option.isOff(row)
        : row.allowed().kind() == Values.Kind.FLAG && row.group() != ParameterGroup.PREEMPTION;
  }

  /** Slurm reads the digits at the beginning and ignores what follows them, such as a unit. */
  private static String value(SlurmParameter row, SchedulerParameters.Option option) {
    String value = option.value().orElse("true");
    if (option.value().isPresent() && !value.matches("[0-9]{1,10}")) {
      throw new InvalidSpecException(
          "SchedulerParameters has %s=%s; allowed are whole numbers without a unit"
              .formatted(row.parameter(), value));
    }
    return row.allowed().unit() == Unit.MINUTES ? value + Unit.MINUTES.letter() : value;
  }
}

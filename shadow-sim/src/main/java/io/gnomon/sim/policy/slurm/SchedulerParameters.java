package io.gnomon.sim.policy.slurm;

import io.gnomon.sim.policy.InvalidPolicyException;
import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import java.util.ArrayList;
import java.util.List;

/**
 * The policy that corresponds to Slurm's SchedulerParameters.
 *
 * @param policy the policy {@code slurm} with the modelled parameters
 * @param notModelled the other parameters, as written
 */
public record SchedulerParameters(PolicySpec policy, List<String> notModelled) {
  private static final String INTERVAL = "bf_interval";
  private static final String WINDOW = "bf_window";
  private static final String OFF = "-1";
  private static final String CONTINUE = "bf_continue";
  private static final String DEFER = "defer"; // concerns interactive jobs only

  /** Copies the list. */
  public SchedulerParameters {
    notModelled = List.copyOf(notModelled);
  }

  /**
   * Parses the value of {@code SchedulerParameters} from slurm.conf or {@code scontrol show
   * config}: options joined by commas, in Slurm's units, {@code (null)} for none. {@code defer}
   * changes nothing: batch jobs never start at their submission.
   *
   * @param coresPerNode processors of a node, 1 if processors are whole nodes
   * @throws InvalidPolicyException for a value that Slurm does not allow
   */
  public static SchedulerParameters parse(String text, int coresPerNode) {
    PolicySpec policy = PolicySpec.of(SlurmFamily.NAME).with("cores-per-node", coresPerNode);
    List<String> notModelled = new ArrayList<>();
    for (String option : text.equals("(null)") ? new String[0] : text.split(",", -1)) {
      String[] parts = option.strip().split("=", 2);
      String name = parts[0];
      if (name.isEmpty()) {
        continue;
      }
      boolean isOff = parts.length == 2 && parts[1].equals(OFF);
      if (isOff && name.equals(INTERVAL)) {
        policy = policy.with("scheduler", "builtin");
      } else if (option.strip().equals(CONTINUE)) {
        policy = policy.with(CONTINUE, "true");
      } else if (option.strip().equals(DEFER)) {
        continue;
      } else if (isOff || parts.length < 2 || !isSlurms(name)) {
        notModelled.add(option.strip());
      } else {
        policy = policy.with(name, name.equals(WINDOW) ? parts[1] + "m" : parts[1]);
      }
    }
    Policies.create(policy);
    return new SchedulerParameters(policy, notModelled);
  }

  /** Whether the name is Slurm's: it contains underscores, unlike the policy's own parameters. */
  private static boolean isSlurms(String name) {
    return name.indexOf('_') > 0
        && SlurmSettings.parameters().stream().map(Parameter::name).anyMatch(name::equals);
  }
}

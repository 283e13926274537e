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
        String value = number(name, parts[1]);
        policy = policy.with(name, name.equals(WINDOW) ? value + "m" : value);
      }
    }
    Policies.create(policy);
    return new SchedulerParameters(policy, notModelled);
  }

  /** Slurm reads the digits at the beginning and ignores what follows them, such as a unit. */
  private static String number(String name, String value) {
    if (!value.matches("[0-9]{1,10}")) {
      throw new InvalidPolicyException(
          "SchedulerParameters has %s=%s; allowed are whole numbers without a unit"
              .formatted(name, value));
    }
    return value;
  }

  /**
   * The value of a parameter that is a count or a time in a policy {@code slurm}, in seconds for a
   * time; its default if the policy leaves it out.
   *
   * @throws InvalidPolicyException for a value that is not allowed
   * @throws IllegalArgumentException if the policy has no such parameter
   */
  public static int valueOf(String name, PolicySpec policy) {
    for (Parameter<?> parameter : SlurmSettings.parameters()) {
      if (parameter.name().equals(name) && parameter.in(policy) instanceof Integer value) {
        return value;
      }
    }
    throw new IllegalArgumentException(name + " is not a number of the policy slurm");
  }

  /** Whether the name is Slurm's: it contains underscores, unlike the policy's own parameters. */
  private static boolean isSlurms(String name) {
    return name.indexOf('_') > 0
        && SlurmSettings.parameters().stream().map(Parameter::name).anyMatch(name::equals);
  }
}

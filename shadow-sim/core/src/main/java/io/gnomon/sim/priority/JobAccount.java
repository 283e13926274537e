package io.gnomon.sim.priority;

/**
 * On whose behalf a job was submitted, by name. An empty name stands for the default: the user's
 * default account, or the QOS {@code normal}.
 *
 * @param user name of the user; empty if unknown
 * @param account name of the account
 * @param qos name of the QOS
 * @param nice points taken off the priority, from the submission
 */
public record JobAccount(String user, String account, String qos, int nice) {
  /** A user's job with default account and QOS. */
  public static JobAccount of(String user) {
    return new JobAccount(user, "", "", 0);
  }
}

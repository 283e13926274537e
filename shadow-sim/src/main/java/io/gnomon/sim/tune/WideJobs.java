package io.gnomon.sim.tune;

import io.gnomon.sim.policy.PolicySpec;
import java.util.List;

/**
 * Whether, and when, policies are tried that let wide jobs start first: EASY's with an order, whose
 * {@code wide} says which. Immutable.
 *
 * @param from processors from which on a job is wide, 0 for none
 * @param owed whether such policies are tried beside the others, as long as these jobs are owed
 *     something ({@link OwedWaits}), rather than in their place
 */
public record WideJobs(int from, boolean owed) {
  /** The word for {@link #OWED}. */
  public static final String AUTO = "auto";

  /** No policy lets wide jobs start first. */
  public static final WideJobs NONE = new WideJobs(0, false);

  /** The very wide of kettimuthu2005, Table 1, as long as they are owed something. */
  public static final WideJobs OWED = new WideJobs(33, true);

  private static final int DIGITS = 9;
  private static final String WIDE = "wide";
  private static final String PATIENCE = "patience";
  // a patience that nobody's wait exceeds
  private static final String NEVER = "365d";
  private static final String AT_ONCE = "0s";

  /**
   * What a text says: processors, or {@link #AUTO}.
   *
   * @throws IllegalArgumentException for another text
   */
  public static WideJobs parse(String text) {
    if (text.equals(AUTO)) {
      return OWED;
    }
    if (!text.matches("\\d{1," + DIGITS + "}")) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not allowed: a whole number of at most "
              + DIGITS
              + " digits, or auto");
    }
    return new WideJobs(Integer.parseInt(text), false);
  }

  /** A policy in all forms in which it is tried. */
  public List<PolicySpec> forms(PolicySpec spec) {
    if (from == 0 || !spec.name().equals("easy") || !spec.parameters().containsKey("order")) {
      return List.of(spec);
    }
    PolicySpec first = spec.with(WIDE, from);
    return owed
        ? List.of(spec, first.with(PATIENCE, NEVER), first.with(PATIENCE, AT_ONCE))
        : List.of(first);
  }

  /** Whether wide jobs start first under a policy. */
  static boolean first(PolicySpec spec) {
    return !spec.parameters().getOrDefault(WIDE, "0").equals("0");
  }
}

package io.gnomon.sim.search;

import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.order.Order;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The policies beside the multi-queue that a full search tries, by what a scheduler needs for them.
 */
public final class PolicyLibrary {
  /** What not every scheduler can do. */
  public enum Need {
    /** To stop a running job and queue it again. */
    REQUEUEING,
    /** To suspend a running job and resume it. */
    SUSPENSION,
    /** To start a job with another width than it asked for. */
    MOLDING,
    /** To order jobs by how long they are expected to run. */
    PREDICTION
  }

  // a study of the queue takes the one that serves it best now; what would starve jobs in the long
  // run is bounded by the objective and left again at the next look
  private static final List<String> PLAIN =
      List.of(
          "easy",
          "easy(order=shortest)",
          "easy(head=order, order=shortest, weight=1e-8)",
          "easy(head=order, order=shortest, weight=1e-9)",
          "easy(head=order, order=shortest, weight=1e-10)",
          "easy(head=order, order=smallest-area, weight=1e-10)",
          "easy(head=order, order=smallest-area, weight=1e-11)",
          "easy(head=order, order=smallest, weight=1e-6)",
          "easy(head=order, order=random/length, weight=1e-9)",
          "easy(head=order, order=xfactor)",
          "easy(head=order, order=wfp3)",
          "easy(head=none, order=wfp3)",
          "conservative(guarantee=false, order=random/length, weight=1e-9)",
          "conservative(guarantee=false, order=smallest-area, weight=1e-10)");
  // too dear to simulate each hour, or without their memory worth little in a study
  private static final List<String> SLOW =
      List.of("conservative", "conservative(order=shortest)", "slack", "probabilistic");
  private static final List<String> REQUEUEING =
      List.of(
          "conservative(order=shortest, speculation=0.3, test-runs=5m)",
          "conservative(guarantee=false, order=shortest, speculation=0.3, test-runs=5m, weight=1e-9)");
  private static final List<String> SUSPENSION =
      List.of("selective-suspension(factor=2, tuned=true)");
  private static final List<String> MOLDING =
      List.of("conservative(guarantee=false, mold=half, order=shortest, weight=1e-9, widen=true)");

  private PolicyLibrary() {}

  /** The policies for a scheduler that can do what {@code abilities} says. */
  public static List<PolicySpec> policies(Set<Need> abilities) {
    List<PolicySpec> policies = new ArrayList<>(quick(abilities));
    SLOW.stream().map(PolicySpec::parse).forEach(policies::add);
    return List.copyOf(policies);
  }

  /** Those of them that are quick enough to be simulated each hour. */
  public static List<PolicySpec> quick(Set<Need> abilities) {
    List<String> texts = new ArrayList<>(PLAIN);
    texts.addAll(abilities.contains(Need.REQUEUEING) ? REQUEUEING : List.of());
    texts.addAll(abilities.contains(Need.SUSPENSION) ? SUSPENSION : List.of());
    texts.addAll(abilities.contains(Need.MOLDING) ? MOLDING : List.of());
    List<PolicySpec> policies = new ArrayList<>(texts.stream().map(PolicySpec::parse).toList());
    if (abilities.contains(Need.PREDICTION)) {
      PLAIN.stream()
          .map(PolicySpec::parse)
          .filter(PolicyLibrary::headsByLength)
          .map(spec -> spec.with("length", "expected"))
          .forEach(policies::add);
    }
    return List.copyOf(policies);
  }

  /** Whether it reserves for the first of an order that asks how long jobs are. */
  private static boolean headsByLength(PolicySpec spec) {
    return "order".equals(spec.parameters().get("head"))
        && Order.of(spec.parameters().getOrDefault("order", "arrival")).usesLength();
  }

  /** No special ability. */
  public static Set<Need> none() {
    return EnumSet.noneOf(Need.class);
  }
}

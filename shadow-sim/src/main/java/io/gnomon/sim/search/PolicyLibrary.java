package io.gnomon.sim.search;

import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.order.Order;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The policies that a search of the library tries, grouped by the capability of the scheduler that
 * they need.
 */
public final class PolicyLibrary {
  /** Capabilities that not every scheduler has. */
  public enum Need {
    /** Stop a running job and queue it again. */
    REQUEUEING,
    /** Suspend a running job and resume it. */
    SUSPENSION,
    /** Start a job with another width than requested. */
    MOLDING,
    /** Order jobs by expected runtime. */
    PREDICTION
  }

  // a study of the live queue chooses the policy that is best now; the objective bounds starvation,
  // and the next evaluation can choose another policy
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
  // too slow to simulate each hour, or of little use in a study without the state they build up
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

  /** The policies for a scheduler with these capabilities. */
  public static List<PolicySpec> policies(Set<Need> capabilities) {
    List<PolicySpec> policies = new ArrayList<>(quick(capabilities));
    SLOW.stream().map(PolicySpec::parse).forEach(policies::add);
    return List.copyOf(policies);
  }

  /** The policies that are quick enough to simulate each hour. */
  public static List<PolicySpec> quick(Set<Need> capabilities) {
    List<String> texts = new ArrayList<>(PLAIN);
    texts.addAll(capabilities.contains(Need.REQUEUEING) ? REQUEUEING : List.of());
    texts.addAll(capabilities.contains(Need.SUSPENSION) ? SUSPENSION : List.of());
    texts.addAll(capabilities.contains(Need.MOLDING) ? MOLDING : List.of());
    List<PolicySpec> policies = new ArrayList<>(texts.stream().map(PolicySpec::parse).toList());
    if (capabilities.contains(Need.PREDICTION)) {
      PLAIN.stream()
          .map(PolicySpec::parse)
          .filter(PolicyLibrary::headsByLength)
          .map(spec -> spec.with("length", "expected"))
          .forEach(policies::add);
    }
    return List.copyOf(policies);
  }

  /** Whether the policy reserves for the first job of an order that uses the length of jobs. */
  private static boolean headsByLength(PolicySpec spec) {
    return "order".equals(spec.parameters().get("head"))
        && Order.of(spec.parameters().getOrDefault("order", "arrival")).usesLength();
  }

  /** No capability. */
  public static Set<Need> none() {
    return EnumSet.noneOf(Need.class);
  }
}

package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Capability;
import io.gnomon.sim.policy.LibraryPolicy;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.nodes.NodeEasy;
import io.gnomon.sim.policy.order.HeadSelection;
import io.gnomon.sim.policy.order.Order;
import io.gnomon.sim.policy.order.QueueOrder;
import io.gnomon.sim.spec.Description;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The family {@code easy}. */
public final class EasyFamily implements PolicyFamily {
  private static final Parameter<String> HEAD =
      Parameter.choice(
          "head",
          HeadSelection.ARRIVAL.word(),
          HeadSelection.words(),
          "the job that has the reservation: the oldest, the first in the order, or none");

  // a study of the live queue chooses the policy that is best now; the objective bounds starvation,
  // and the next evaluation can choose another policy
  private static final List<LibraryPolicy> LIBRARY =
      Stream.of(
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
              "easy(head=none, order=wfp3)")
          .map(LibraryPolicy::quick)
          .toList();

  @Override
  public String name() {
    return "easy";
  }

  @Override
  public String summary() {
    return "EASY backfilling: at most one waiting job has a reservation";
  }

  @Override
  public List<Parameter<?>> parameters() {
    List<Parameter<?>> parameters = new ArrayList<>(QueueOrder.parameters());
    parameters.add(QueueOrder.LENGTH);
    parameters.add(HEAD);
    parameters.addAll(WideFirst.parameters());
    return List.copyOf(parameters);
  }

  @Override
  public String describe(Spec spec) {
    Description policy = QueueOrder.describe(new Description(spec, parameters()));
    return policy.add(HeadSelection.of(policy.text(HEAD.name())).describe()).toString();
  }

  @Override
  public double relativeCost(Spec spec) {
    return spec.parameters().isEmpty() ? 1 : 2;
  }

  @Override
  public List<LibraryPolicy> library() {
    List<LibraryPolicy> library = new ArrayList<>(LIBRARY);
    LIBRARY.stream()
        .map(LibraryPolicy::spec)
        .filter(EasyFamily::headsByLength)
        .map(spec -> spec.with(QueueOrder.LENGTH.name(), "expected"))
        .forEach(spec -> library.add(LibraryPolicy.needing(Capability.PREDICTION, spec)));
    return library;
  }

  /** Whether the policy reserves for the first job of an order that uses the length of jobs. */
  private static boolean headsByLength(Spec spec) {
    return HEAD.in(spec).equals(HeadSelection.ORDER.word())
        && Order.of(spec.parameters().getOrDefault("order", "arrival")).usesLength();
  }

  @Override
  public SchedulingPolicy create(Spec spec) {
    QueueOrder order = QueueOrder.of(spec);
    HeadSelection head = HeadSelection.of(HEAD.in(spec));
    WideFirst wide = WideFirst.of(spec);
    if (order.isArrival() && head == HeadSelection.ORDER) {
      throw new InvalidSpecException(
          "easy: head=order needs an order other than arrival; nearest legal form: "
              + spec.without(HEAD.name()));
    }
    if (order.isArrival() && head == HeadSelection.ARRIVAL && !wide.any()) {
      return new Easy(spec, new ClusterState(1));
    }
    return new OrderedEasy(spec, order, head, wide, new ClusterState(1));
  }

  @Override
  public String refusesNodes() {
    return "";
  }

  @Override
  public SchedulingPolicy createForNodes(Spec spec) {
    QueueOrder order = QueueOrder.of(spec);
    HeadSelection head = HeadSelection.of(HEAD.in(spec));
    create(spec); // checks the combination
    if (WideFirst.of(spec).any()) {
      throw new InvalidSpecException(
          "easy: wide, long and patience select jobs by processors, which a cluster of nodes does not"
              + " have; nearest legal form: "
              + spec.without("wide").without("long").without("patience"));
    }
    return new NodeEasy(spec, order, head, true);
  }
}

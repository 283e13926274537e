package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.InvalidPolicyException;
import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.nodes.NodeEasy;
import io.gnomon.sim.policy.order.HeadSelection;
import io.gnomon.sim.policy.order.QueueOrder;
import java.util.ArrayList;
import java.util.List;

/** The family {@code easy}. */
public final class EasyFamily implements PolicyFamily {
  private static final Parameter<String> HEAD =
      Parameter.choice(
          "head",
          HeadSelection.ARRIVAL.word(),
          HeadSelection.words(),
          "the job that has the reservation: the oldest, the first in the order, or none");

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
  public SchedulingPolicy create(PolicySpec spec) {
    QueueOrder order = QueueOrder.of(spec);
    HeadSelection head = HeadSelection.of(HEAD.in(spec));
    WideFirst wide = WideFirst.of(spec);
    if (order.isArrival() && head == HeadSelection.ORDER) {
      throw new InvalidPolicyException(
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
  public SchedulingPolicy createForNodes(PolicySpec spec) {
    QueueOrder order = QueueOrder.of(spec);
    HeadSelection head = HeadSelection.of(HEAD.in(spec));
    create(spec); // checks the combination
    if (WideFirst.of(spec).any()) {
      throw new InvalidPolicyException(
          "easy: wide, long and patience select jobs by processors, which a cluster of nodes does not"
              + " have; nearest legal form: "
              + spec.without("wide").without("long").without("patience"));
    }
    return new NodeEasy(spec, order, head);
  }
}

package io.gnomon.sim.policy.nodes.plan;

import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.placement.ConsTres;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placer;
import io.gnomon.sim.machine.placement.Shape;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What each shape needs in each place, found once. Not thread-safe. */
final class ShapeNeeds {
  private final NodeGroups groups;
  private final Placer placer;
  private final FreeResources idle;
  private @Nullable PlaceNeeds[] needs = new PlaceNeeds[16];

  ShapeNeeds(Machine machine, NodeGroups groups) {
    this(groups, new ConsTres(machine), new FreeResources(machine));
  }

  private ShapeNeeds(NodeGroups groups, Placer placer, FreeResources idle) {
    this.groups = groups;
    this.placer = placer;
    this.idle = idle;
  }

  /** A copy that another thread can use. */
  ShapeNeeds copy() {
    ShapeNeeds copy = new ShapeNeeds(groups, new ConsTres(idle.machine()), idle);
    copy.needs = needs.clone();
    return copy;
  }

  /** What the shape needs. */
  PlaceNeeds of(Shape shape) {
    if (shape.id() >= needs.length) {
      needs = Arrays.copyOf(needs, Math.max(shape.id() + 1, 2 * needs.length));
    }
    PlaceNeeds known = needs[shape.id()];
    if (known == null) {
      known = new PlaceNeeds(shape, groups, placer, idle);
      needs[shape.id()] = known;
    }
    return known;
  }
}

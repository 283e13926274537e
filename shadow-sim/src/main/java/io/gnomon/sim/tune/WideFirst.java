package io.gnomon.sim.tune;

import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A space in which wide jobs start first under whatever can let them and the scheduler can be set
 * to; the others stay as they are.
 *
 * @param plain the space without
 * @param widened the policy that lets them, or itself where it cannot
 */
record WideFirst(SearchSpace plain, UnaryOperator<PolicySpec> widened) implements SearchSpace {
  @Override
  public List<PolicySpec> alternatives(SchedulingPolicy incumbent, RecordedJobs past) {
    return alternatives(incumbent, past, spec -> true);
  }

  @Override
  public List<PolicySpec> alternatives(
      SchedulingPolicy incumbent, RecordedJobs past, Predicate<PolicySpec> possible) {
    // the incumbent, which the plain space leaves out, may have such a form too
    return Stream.concat(plain.alternatives(incumbent, past).stream(), Stream.of(incumbent.spec()))
        .map(
            spec -> {
              PolicySpec wide = widened.apply(spec);
              return possible.test(wide) ? wide : spec;
            })
        .filter(spec -> possible.test(spec) && !spec.equals(incumbent.spec()))
        .distinct()
        .toList();
  }
}

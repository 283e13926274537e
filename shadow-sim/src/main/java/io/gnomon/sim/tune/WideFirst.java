package io.gnomon.sim.tune;

import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A space in which policies take other forms: those in which wide jobs start first.
 *
 * @param plain the space without
 * @param wide in whose forms a policy is tried, in place of itself; where the scheduler can be set
 *     to none of them it is tried as it is
 */
record WideFirst(SearchSpace plain, WideJobs wide) implements SearchSpace {
  @Override
  public boolean owing() {
    return wide.owed();
  }

  @Override
  public SearchSpace owingNothing() {
    return wide.owed() ? plain : this;
  }

  @Override
  public List<PolicySpec> alternatives(SchedulingPolicy incumbent, RecordedJobs past) {
    return alternatives(incumbent, past, spec -> true);
  }

  @Override
  public List<PolicySpec> alternatives(
      SchedulingPolicy incumbent, RecordedJobs past, Predicate<PolicySpec> possible) {
    // the incumbent, which the plain space leaves out, may have such forms too
    return Stream.concat(plain.alternatives(incumbent, past).stream(), Stream.of(incumbent.spec()))
        .flatMap(
            spec -> {
              List<PolicySpec> able = wide.forms(spec).stream().filter(possible).toList();
              return able.isEmpty() ? Stream.of(spec) : able.stream();
            })
        .filter(spec -> possible.test(spec) && !spec.equals(incumbent.spec()))
        .distinct()
        .toList();
  }
}

package io.gnomon.controller.http.view;

import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.cluster.ParameterRange;
import io.gnomon.events.cluster.PolicyCapability;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.difference.SiteValues;
import io.gnomon.sim.policy.slurm.SlurmFamily;
import io.gnomon.sim.policy.slurm.parameter.PolicyParameters;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import io.gnomon.slurm.parameter.SiteLimit;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the scheduler of a cluster can be set to, and what a study would try, as JSON. */
public final class PolicyViews {
  private PolicyViews() {}

  /** The declared policies and the alternatives of a study; without capabilities both are empty. */
  public static JsonObject json(TrackedCluster tracked) {
    Capabilities capabilities = tracked.capabilities();
    JsonArray declared = new JsonArray();
    JsonArray alternatives = new JsonArray();
    if (capabilities != null) {
      capabilities.policies().forEach(policy -> declared.add(declared(policy)));
      DifferenceView differences = new DifferenceView(SiteValues.of(tracked.mirror().state()));
      String incumbent = tracked.policy().spec().toString();
      tracked
          .tuner()
          .studies()
          .alternatives(tracked.mirror().state(), tracked.policy(), tracked.possible())
          .forEach(
              spec ->
                  alternatives.add(alternative(spec, differences.of(incumbent, spec.toString()))));
    }
    return new JsonObject()
        .put("declared", declared)
        .put("suspension", capabilities != null && capabilities.suspension())
        .put("requeueing", capabilities != null && capabilities.requeueing())
        .put("molding", capabilities != null && capabilities.molding())
        .put("alternatives", alternatives)
        .put("nothingToCompare", alternatives.isEmpty() ? nothingToCompare(capabilities) : null);
  }

  /** Why a study would try nothing. */
  private static String nothingToCompare(@Nullable Capabilities capabilities) {
    return capabilities == null || capabilities.policies().isEmpty()
        ? "the scheduler has not declared what it can be set to"
        : "the scheduler can be set to its present configuration only, or to policies that a study"
            + " does not try; its bridge names what is missing ('gnomon bridge slurm --check')";
  }

  private static JsonObject alternative(Spec spec, JsonObject difference) {
    return new JsonObject()
        .put("policy", spec.toString())
        .put("policyInWords", Policies.describe(spec))
        .put("difference", difference);
  }

  private static JsonObject declared(PolicyCapability capability) {
    Optional<PolicyFamily> family =
        Policies.families().stream()
            .filter(one -> one.name().equals(capability.policy()))
            .findFirst();
    List<JsonObject> parameters =
        capability.parameters().stream()
            .map(
                range ->
                    parameter(range, family.flatMap(one -> known(one, range.name())).orElse(null)))
            .toList();
    return new JsonObject()
        .put("policy", capability.policy())
        .put("summary", family.map(PolicyFamily::summary).orElse(null))
        .put("parameters", parameters);
  }

  private static Optional<Parameter<?>> known(PolicyFamily family, String name) {
    Optional<Parameter<?>> fixed =
        family.parameters().stream().filter(one -> one.name().equals(name)).findFirst();
    return fixed.isPresent() || !family.name().equals(SlurmFamily.NAME)
        ? fixed
        : SiteLimit.of(name).map(PolicyParameters::of);
  }

  private static JsonObject parameter(ParameterRange range, @Nullable Parameter<?> known) {
    return new JsonObject()
        .put("name", range.name())
        .put("meaning", known == null ? null : known.help())
        .put("allowed", allowed(range, known));
  }

  /** The declared range in words, or what the policy itself allows if none is declared. */
  private static @Nullable String allowed(ParameterRange range, @Nullable Parameter<?> known) {
    if (!range.values().isEmpty()) {
      return "one of " + String.join(", ", range.values());
    }
    Double min = range.min();
    Double max = range.max();
    if (min != null && max != null) {
      return "from " + number(min) + " to " + number(max);
    }
    if (min != null) {
      return "at least " + number(min);
    }
    if (max != null) {
      return "at most " + number(max);
    }
    return known == null ? null : known.allowed();
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}

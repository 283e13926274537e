package io.gnomon.sim.tune;

import io.gnomon.sim.fidelity.FidelitySettings;
import io.gnomon.sim.metric.objective.Guard;
import io.gnomon.sim.metric.objective.Objectives;
import io.gnomon.sim.metric.objective.StudyObjective;
import io.gnomon.sim.policy.Capability;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.prior.Prior;
import io.gnomon.sim.scenario.ArrivalModel;
import io.gnomon.sim.search.PolicyLibrary;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.StudyCriteria;
import io.gnomon.sim.study.StudyDesign;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Assembles {@link TuneSettings} for the command line and for the controller. Settings that are not
 * given have the defaults of the {@link Search}. Not thread-safe.
 */
public final class TuneSettingsBuilder {
  private final Search search;
  private final Cadence cadence;
  private double threshold;
  private int periodSeconds;
  private int horizonSeconds;
  private ArrivalModel arrivals;
  private StudyObjective objective;
  private String runtimes = TuneSettings.PAST;
  private int samples = StudyDesign.SAMPLES;
  private int seed;
  private int maxPartitions = 4;
  private List<Guard> guards = List.of();
  private List<Spec> candidates = List.of();
  private List<String> orders = List.of();
  private Set<Capability> capabilities = PolicyLibrary.none();
  private GuardRails rails = GuardRails.NONE;
  private FidelitySettings fidelity = FidelitySettings.NONE;
  private Prior prior = Prior.NONE;

  /** A builder of settings with the defaults of an hourly search and without guard rails. */
  public TuneSettingsBuilder(Search search) {
    this(search, Cadence.HOURLY);
  }

  /**
   * A builder of settings with the defaults of a search and without guard rails.
   *
   * @param cadence of a search of the library; without effect in a search of partitions
   */
  public TuneSettingsBuilder(Search search, Cadence cadence) {
    this.search = search;
    this.cadence = search == Search.LIBRARY ? cadence : Cadence.HOURLY;
    threshold = search.threshold();
    periodSeconds = search == Search.LIBRARY ? cadence.periodSeconds() : search.periodSeconds();
    horizonSeconds = search.horizonSeconds();
    arrivals = search.arrivals();
    objective =
        Objectives.create(search == Search.LIBRARY ? cadence.objective() : search.objective());
  }

  /** Sets the mean bounded slowdown of a period above which a study starts, at least 1. */
  public TuneSettingsBuilder threshold(double slowdown) {
    threshold = slowdown;
    return this;
  }

  /** Sets the time between evaluations, which each of them covers, in whole seconds. */
  public TuneSettingsBuilder period(Duration time) {
    periodSeconds = Math.toIntExact(time.getSeconds());
    return this;
  }

  /** Sets the time that a study simulates, in whole seconds. */
  public TuneSettingsBuilder horizon(Duration time) {
    horizonSeconds = Math.toIntExact(time.getSeconds());
    return this;
  }

  /** Sets the arrivals that scenarios assume. */
  public TuneSettingsBuilder arrivals(ArrivalModel model) {
    arrivals = model;
    return this;
  }

  /**
   * Sets the source of sampled runtimes: {@link TuneSettings#PAST} or the name of a predictor.
   * Without effect unless runtimes are sampled.
   */
  public TuneSettingsBuilder runtimes(String source) {
    runtimes = source;
    return this;
  }

  /**
   * Sets the number of scenarios that studies of the library sample; with 0 jobs run for their
   * estimates in a single scenario. Without effect in a search of partitions.
   */
  public TuneSettingsBuilder samples(int scenarios) {
    samples = scenarios;
    return this;
  }

  /** Sets the random seed of studies; reviews have their own. */
  public TuneSettingsBuilder seed(int other) {
    seed = other;
    return this;
  }

  /** Sets the cost that studies minimise. */
  public TuneSettingsBuilder objective(StudyObjective cost) {
    objective = cost;
    return this;
  }

  /** Sets the guards that a choice must not break. */
  public TuneSettingsBuilder guards(List<Guard> limits) {
    guards = limits;
    return this;
  }

  /** Sets the most partitions that a search of partitions tries. */
  public TuneSettingsBuilder maxPartitions(int partitions) {
    maxPartitions = partitions;
    return this;
  }

  /** Sets what the scheduler can do beyond starting jobs, for a search of the library. */
  public TuneSettingsBuilder capabilities(Set<Capability> needs) {
    capabilities = needs;
    return this;
  }

  /**
   * Sets the policies that a search of the library tries, in place of those that the capabilities
   * allow; with an empty list the capabilities decide.
   */
  public TuneSettingsBuilder candidates(List<Spec> policies) {
    candidates = policies;
    return this;
  }

  /**
   * Sets the orders that a search of the library also tries where the site ranks jobs by priority;
   * by default none.
   */
  public TuneSettingsBuilder orders(List<String> names) {
    orders = names;
    return this;
  }

  /** Sets the guard rails. */
  public TuneSettingsBuilder rails(GuardRails limits) {
    rails = limits;
    return this;
  }

  /** Sets what is measured of the model, and when it is trusted; by default nothing is measured. */
  public TuneSettingsBuilder fidelity(FidelitySettings measure) {
    fidelity = measure;
    return this;
  }

  /**
   * Sets the results on other clusters; by default none. It counts only if the objective is of the
   * slowdown.
   */
  public TuneSettingsBuilder prior(Prior taught) {
    prior = taught;
    return this;
  }

  /**
   * The settings.
   *
   * @throws IllegalArgumentException if one is out of range, with its value and what is allowed
   * @throws io.gnomon.sim.spec.InvalidSpecException if a candidate is not a policy
   */
  public TuneSettings build() {
    return new TuneSettings(
        threshold,
        periodSeconds,
        horizonSeconds,
        searchSpace(),
        rails,
        design(),
        runtimes,
        fidelity,
        cadence,
        objective.isOfSlowdown() ? prior : Prior.NONE);
  }

  private SearchSpace searchSpace() {
    if (search == Search.PARTITIONS) {
      return SearchSpace.partitions(maxPartitions);
    }
    if (candidates.isEmpty()) {
      return SearchSpace.quick(capabilities).withOrders(orders);
    }
    candidates.forEach(Policies::create);
    return SearchSpace.of(candidates);
  }

  private StudyDesign design() {
    StudyCriteria criteria = StudyCriteria.of(objective).guarded(guards);
    StudyDesign design =
        search == Search.LIBRARY && samples > 0
            ? StudyDesign.sampled(samples, criteria)
            : StudyDesign.ofEstimates(criteria);
    return design
        .withArrivals(arrivals)
        .withSeed(seed)
        .withReviewsAfter(cadence == Cadence.DURABLE ? 0 : design.reviewSeconds());
  }
}

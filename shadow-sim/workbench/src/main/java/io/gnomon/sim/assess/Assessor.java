package io.gnomon.sim.assess;

import io.gnomon.sim.assess.cause.BusiestAccount;
import io.gnomon.sim.assess.cause.RemovedCause;
import io.gnomon.sim.assess.cause.WaitCause;
import io.gnomon.sim.assess.cause.WaitingTime;
import io.gnomon.sim.assess.change.SharedNodes;
import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.assess.change.SiteChange;
import io.gnomon.sim.assess.figure.ConfigurationFigures;
import io.gnomon.sim.assess.figure.Gain;
import io.gnomon.sim.assess.figure.GainTest;
import io.gnomon.sim.assess.reproduction.Misfit;
import io.gnomon.sim.assess.reproduction.RecordedUse;
import io.gnomon.sim.assess.reproduction.Reproduction;
import io.gnomon.sim.metric.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes an {@link Assessment}. The result depends only on the input and the settings, not on the
 * number of threads. An instance makes one assessment.
 */
public final class Assessor {
  private static final int LEAST_PURSUED = 5;

  private final SimulatedSite recorded;
  private final List<SiteChange> changes;
  private final AssessSettings settings;
  private final Simulations simulations;
  private StepListener progress = (step, done) -> {};
  private @Nullable Function<SimulatedSite, Schedule> loop;

  /**
   * An assessment.
   *
   * @param recorded jobs as recorded, at least one, and the configuration in force
   * @param changes that are tried
   * @param evaluations where evaluations come from
   * @param executor runs simulations in parallel with the calling thread
   */
  public Assessor(
      SimulatedSite recorded,
      List<SiteChange> changes,
      AssessSettings settings,
      Evaluations evaluations,
      Executor executor) {
    this.recorded = recorded;
    this.changes = List.copyOf(changes);
    this.settings = settings;
    boolean all = onceEach() <= settings.effort();
    long oneSample = all ? onceEach() : (LEAST_PURSUED + 1L) * recorded.log().size();
    int samples =
        (int) Math.max(0, Math.min(settings.arrivals(), settings.effort() / oneSample - 1));
    simulations =
        Simulations.of(
            recorded, samples, settings.seed(), new KeptEvaluations(evaluations), executor);
  }

  /** Jobs to simulate so that the configuration in force and each change are simulated once. */
  private long onceEach() {
    return (changes.size() + 1L) * recorded.log().size();
  }

  /** Receives how far each step of an assessment is. Called by several threads. */
  @FunctionalInterface
  public interface StepListener {
    /**
     * Part of a step is done.
     *
     * @param step its name, such as {@code changes}
     * @param done the fraction that is done, 0 to 1
     */
    void show(String step, double done);
  }

  /** Shows the progress. */
  public Assessor showing(StepListener shown) {
    progress = shown;
    return this;
  }

  /**
   * Simulates also the hourly loop.
   *
   * @param run makes the schedule of the loop for the recorded arrivals
   */
  public Assessor withLoop(Function<SimulatedSite, Schedule> run) {
    loop = run;
    return this;
  }

  /**
   * The evaluations that do not depend on others, in a fixed order: of the configuration in force,
   * of each change alone, and of what they are compared with.
   */
  public List<Task> tasks() {
    List<Task> tasks = new ArrayList<>();
    for (int sample = 0; sample < simulations.arrivals().size(); sample++) {
      int number = sample;
      for (List<SiteChange> single : singles(changes)) {
        tasks.add(new Task(Simulations.key(single, sample), () -> simulations.of(single, number)));
      }
    }
    Alternatives alternatives = alternatives();
    tasks.addAll(alternatives.tasks());
    Function<SimulatedSite, Schedule> run = loop;
    if (run != null) {
      tasks.add(alternatives.hourlyTask(run));
    }
    return tasks;
  }

  private Alternatives alternatives() {
    return new Alternatives(simulations, settings.seed(), in("comparisons"));
  }

  private DoubleConsumer in(String step) {
    return done -> progress.show(step, done);
  }

  private static List<List<SiteChange>> singles(List<SiteChange> alone) {
    List<List<SiteChange>> singles = new ArrayList<>(List.of(List.of()));
    alone.forEach(change -> singles.add(List.of(change)));
    return singles;
  }

  /** Computes the evaluations of one shard. */
  public void compute(Shard shard) {
    List<Task> all = tasks();
    List<Task> own = IntStream.range(0, all.size()).filter(shard::has).mapToObj(all::get).toList();
    simulations.inParallel(own.stream().map(Task::run).toList(), in("shard"));
  }

  /** Makes the assessment. */
  public Assessment assess() {
    Schedule simulated = recorded.simulate();
    Reproduction reproduction = Reproduction.of(recorded.log(), simulated, simulations.groups());
    RecordedUse use = RecordedUse.of(recorded);
    simulations.keepInForce(simulated);
    ConfigurationFigures inRecord = simulations.of(List.of(), 0);
    Alternatives alternatives = alternatives();
    Map<RemovedCause, ConfigurationFigures> without = alternatives.causes();
    List<Candidate> screened = screened(simulated);
    List<SiteChange> pursued =
        screened.isEmpty() ? changes : pursued(screened, sharingHelps(without, inRecord));
    List<ConfigurationFigures> figures = simulations.of(singles(pursued), in("changes"));
    ConfigurationFigures inForce = figures.get(0);
    boolean allowed =
        reproduction.allowsAdvice()
            && simulations.blocks().suffice()
            && inRecord.all().meanWait() >= Assessment.SHORT_WAIT;
    AdviceRule rule =
        new AdviceRule(
            allowed, reproduction.requiredGain(settings.leastGain()), settings.leastGain());
    List<Candidate> candidates = candidates(pursued, figures, rule);
    List<CombinedChanges> steps =
        new Combinations(simulations, inForce, rule, settings.seed(), in("combinations"))
            .of(candidates);
    screened.stream().filter(one -> !pursued.contains(one.change())).forEach(candidates::add);
    Function<SimulatedSite, Schedule> run = loop;
    return new Assessment(
        recorded,
        simulations.groups(),
        simulations.blocks(),
        simulations.arrivals().size() - 1,
        reproduction,
        use,
        Misfit.of(use, reproduction, recorded.log().size()),
        WaitCause.of(WaitingTime.of(recorded, simulated), inRecord, without),
        BusiestAccount.of(recorded, simulations.groups(), inRecord, without).orElse(null),
        inRecord,
        inForce,
        rule.required(),
        candidates,
        steps,
        alternatives.prediction(),
        alternatives.growth(),
        run == null ? null : alternatives.hourly(run));
  }

  /** All changes on a part of the record; empty if all can be simulated on the whole record. */
  private List<Candidate> screened(Schedule simulated) {
    return onceEach() <= settings.effort()
        ? List.of()
        : new Screening(simulations, settings.effort(), in("screening"))
            .candidates(changes, simulated);
  }

  /**
   * The best changes on the part of the record, and sharing of nodes if it helps on the whole
   * record: the part begins on an empty cluster, on which nodes that are not shared suffice.
   */
  private List<SiteChange> pursued(List<Candidate> screened, boolean sharing) {
    List<SiteChange> pursued = new ArrayList<>();
    for (int i = 0; i < screened.size(); i++) {
      SiteChange change = screened.get(i).change();
      if (i < affordable() || (sharing && SharedNodes.isMadeBy(change))) {
        pursued.add(change);
      }
    }
    return pursued;
  }

  private boolean sharingHelps(
      Map<RemovedCause, ConfigurationFigures> without, ConfigurationFigures inRecord) {
    ConfigurationFigures shared = without.get(RemovedCause.SHARED_NODES);
    return shared != null && shared.all().waitGain(inRecord.all()) >= settings.leastGain();
  }

  /** Changes that are simulated on the whole record; combinations take the other half. */
  private long affordable() {
    return Math.max(LEAST_PURSUED, settings.effort() / recorded.log().size() / 2 - 1);
  }

  private List<Candidate> candidates(
      List<SiteChange> pursued, List<ConfigurationFigures> figures, AdviceRule rule) {
    // the changes that were screened out share the probability of an error
    int rounds = Math.max(1, (changes.size() + pursued.size() - 1) / Math.max(1, pursued.size()));
    GainTest test = new GainTest(figures.get(0).blocks(), settings.seed());
    List<Candidate> candidates = new ArrayList<>();
    // changes that cannot be advised do not widen the intervals of the others
    for (boolean advisable : new boolean[] {true, false}) {
      int[] some =
          IntStream.range(0, pursued.size())
              .filter(i -> Combinations.isAdvisable(pursued.get(i), recorded) == advisable)
              .toArray();
      List<Gain> gains =
          test.gains(
              IntStream.of(some).mapToObj(i -> figures.get(i + 1).blocks()).toList(), rounds);
      for (int i = 0; i < some.length; i++) {
        Gain gain = gains.get(i);
        candidates.add(
            new Candidate(pursued.get(some[i]), figures.get(some[i] + 1), gain, rule.of(gain)));
      }
    }
    candidates.sort(Candidate.BEST_FIRST);
    return candidates;
  }
}

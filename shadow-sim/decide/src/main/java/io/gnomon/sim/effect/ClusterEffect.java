package io.gnomon.sim.effect;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.forecast.Counterfactual;
import io.gnomon.sim.forecast.Counterfactual.Result;
import io.gnomon.sim.forecast.Counterfactual.Sample;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Saved;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.spec.Spec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The effect of changes on one cluster: its completed jobs are compared with the same jobs in up to
 * two shadows of it, one without any change by Gnomon and one that follows all recommendations.
 *
 * <p>A job counts once it has completed in the live cluster and in the shadows that are simulated,
 * at the last of these times. A shadow that does not differ from the live cluster is not simulated;
 * its jobs wait as long as the live ones. So without changes all figures are equal. Jobs whose fate
 * in a shadow is unknown, because it had to begin again, do not count.
 *
 * <p>An event costs O(1). Each hour, a shadow costs one step, which copies the active jobs and the
 * history and is simulated elsewhere. The figures depend only on the events, not on when steps are
 * simulated, as long as no shadow begins again. Memory is bounded by the active jobs, 100,000 jobs
 * that have not completed everywhere, the names of {@link Labels} and some hundred buckets. Not
 * thread-safe.
 */
public final class ClusterEffect implements Saved {
  private static final int HOUR = BucketHistory.HOUR;
  private static final int MOST_SAMPLES = 1000;
  // a shadow that falls so far behind, because its policy cannot keep up, begins again
  private static final int MOST_OPEN = 100_000;
  private static final int MOST_CHANGES = 256;
  private static final int MOST_PARTITIONS = 64;
  private static final int MOST_ACCOUNTS = 200;

  private final BucketHistory history = new BucketHistory();
  private final OpenJobs open = new OpenJobs(this::compared);
  private final Shadow untuned = new Shadow(Variant.UNTUNED);
  private final Shadow advised = new Shadow(Variant.ADVISED);
  private final List<Shadow> shadows = List.of(untuned, advised);
  private final Labels partitions = new Labels(MOST_PARTITIONS);
  private final Labels accounts = new Labels(MOST_ACCOUNTS);
  private final ArrayDeque<MadeChange> changes = new ArrayDeque<>();
  private final ArrayDeque<ShadowStep> pending = new ArrayDeque<>();
  private int madeChanges;
  private int nextSample = -1;
  private int present;
  private boolean simulates;
  private boolean advises = true;

  /** The names of partitions. */
  public Labels partitions() {
    return partitions;
  }

  /** The names of accounts. */
  public Labels accounts() {
    return accounts;
  }

  // --- the live cluster

  /** Records a job that completes in the live cluster, before it leaves the state. O(1). */
  public void finished(ClusterState state, int slot, int partition, int account) {
    ComparedJob job = open.take(state.job(slot));
    job.completed(
        state.now(),
        Counterfactual.waited(state, slot),
        Math.max(1, state.ranSeconds(slot)),
        state.width(slot));
    job.label(partition, account);
    for (Shadow shadow : shadows) {
      if (shadow.needsToBegin()) {
        return;
      }
      if (!shadow.differs()) {
        job.waitedAsActual(shadow.variant());
      }
    }
    open.put(state.job(slot), job);
  }

  private void compared(ComparedJob job) {
    history.at(job.second()).add(job);
  }

  /**
   * Takes the samples that are due before an event. O(1), and once an hour O(waiting jobs) and the
   * cost of the steps.
   *
   * @param second of the event, not before the state's
   */
  public void advance(int second, Supplier<LiveCluster> live) {
    present = second;
    if (simulates && (untuned.beginsAt(second) || advised.beginsAt(second))) {
      begin(live.get());
    }
    if (second < nextSample) {
      return;
    }
    if (nextSample < 0) {
      nextSample = (second / HOUR + 1) * HOUR;
      return;
    }
    int last = second / HOUR * HOUR;
    LiveCluster cluster = live.get();
    begin(cluster);
    int first = Math.max(nextSample, last - (MOST_SAMPLES - 1) * HOUR);
    int[] seconds = new int[(last - first) / HOUR + 1];
    for (int i = 0; i < seconds.length; i++) {
      seconds[i] = first + i * HOUR;
      cluster.state().advanceTo(seconds[i]);
      Sample sample = Sample.of(cluster.state(), cluster.window());
      sampled(Variant.ACTUAL, sample);
      shadows.stream()
          .filter(shadow -> !shadow.differs())
          .forEach(shadow -> sampled(shadow.variant(), sample));
    }
    nextSample = last + HOUR;
    shadows.forEach(shadow -> add(shadow.step(cluster, seconds)));
  }

  private void sampled(Variant variant, Sample sample) {
    history.at(sample.second() - 1).add(variant, sample);
    for (MadeChange change : (Iterable<MadeChange>) changes::descendingIterator) {
      if (change.second() < sample.second()) {
        change.sampled(variant, sample.slowdown());
        return;
      }
    }
  }

  /**
   * Records a change of the configuration, just before or after the live policy is replaced.
   *
   * @param live the cluster
   */
  public void changed(LiveCluster live, MadeChange.Facts facts) {
    int now = live.state().now();
    begin(live);
    if (facts.by() == MadeChange.Author.SCHEDULER) {
      // it would have been made without Gnomon too
      Spec next = simulated(facts.to());
      shadows.forEach(shadow -> add(shadow.differs() ? shadow.switchTo(live, next) : null));
    } else {
      history.at(now).countChange(facts.rollsBack());
      if (!untuned.differs()) {
        untuned.keep(simulated(facts.from()));
        begin(live);
      }
    }
    madeChanges++;
    changes.addLast(new MadeChange(madeChanges, now, facts));
    if (changes.size() > MOST_CHANGES) {
      changes.removeFirst();
    }
  }

  /** The policy with which a configuration is simulated; EASY if it is not known. */
  private static Spec simulated(String configuration) {
    try {
      return Policies.create(configuration).spec();
    } catch (InvalidSpecException unknown) {
      return Spec.of("easy");
    }
  }

  /**
   * Records a decision for another policy.
   *
   * @param live the cluster that the decision is about
   */
  public void recommended(LiveCluster live, Spec chosen) {
    history.at(live.state().now()).countRecommendation();
    if (advises) {
      begin(live);
      if (!advised.differs()) {
        advised.keep(live.policy().spec());
        begin(live);
      }
      add(advised.switchTo(live, chosen));
    }
  }

  /**
   * Sets whether recommendations are not carried out at once, so that the advised cluster differs.
   */
  public void setAdvises(boolean differ) {
    advises = differ;
    if (!differ && advised.differs()) {
      advised.drop();
      open.ended(Variant.ADVISED);
    }
  }

  /** Lets the shadows begin again from the live cluster, because its state was replaced. */
  public void restart() {
    nextSample = -1;
    for (Shadow shadow : shadows) {
      if (shadow.isSimulated()) {
        shadow.stop();
        open.ended(shadow.variant());
      }
    }
  }

  // --- the shadows

  /** Starts simulating shadows; without it their steps are never ready. */
  public void simulate() {
    simulates = true;
  }

  private void begin(LiveCluster live) {
    for (Shadow shadow : shadows) {
      if (simulates && shadow.beginsAt(Math.max(present, live.state().now()))) {
        open.ended(shadow.variant());
        add(shadow.begin(live));
      }
    }
  }

  private void add(@Nullable ShadowStep step) {
    if (step != null) {
      pending.addLast(step);
    }
  }

  /** Removes the next step to simulate; null if there is none. Run one at a time, in order. */
  public @Nullable ShadowStep nextStep() {
    ShadowStep next = pending.pollFirst();
    while (next != null && !isCurrent(next)) {
      next = pending.pollFirst();
    }
    return next;
  }

  private boolean isCurrent(ShadowStep step) {
    return shadows.stream().anyMatch(shadow -> shadow.isOf(step));
  }

  /** The number of steps that {@link #nextStep} has not returned yet. */
  public int pendingSteps() {
    return pending.size();
  }

  /** Takes the result of a step. */
  public void completed(ShadowStep step, Result result) {
    for (Shadow shadow : shadows) {
      if (shadow.isOf(step)) {
        shadow.succeeded();
        result.samples().forEach(sample -> sampled(step.variant(), sample));
        open.completed(step, result);
        if (open.size() > MOST_OPEN) {
          shadow.stop();
          open.ended(shadow.variant());
        }
      }
    }
  }

  /**
   * Lets a shadow begin again after a pause because its step failed.
   *
   * @return the length of the pause in hours, 0 for a step of a simulation that has ended already
   */
  public int failed(ShadowStep step) {
    int pause = 0;
    for (Shadow shadow : shadows) {
      if (shadow.isOf(step)) {
        pause = shadow.failed(present);
        open.ended(shadow.variant());
      }
    }
    return pause;
  }

  // --- results

  /**
   * The effect in a span of time.
   *
   * @param from first second; buckets that begin at it or later count
   * @param to first second after it; buckets that begin before it count
   */
  public EffectSummary summary(int from, int to) {
    return EffectSummary.of(history.within(from, to), partitions::name, accounts::name);
  }

  /** Points of the series in a span of time, oldest first, averaged to at most {@code most}. */
  public List<HistoryPoint> points(int from, int to, int most) {
    List<Bucket> all =
        history.within(from, to).stream()
            .filter(bucket -> bucket.samples(Variant.ACTUAL) > 0)
            .toList();
    int together = Math.max(1, (all.size() + most - 1) / most);
    List<HistoryPoint> points = new ArrayList<>();
    for (int i = 0; i < all.size(); i += together) {
      points.add(HistoryPoint.of(all.subList(i, Math.min(all.size(), i + together))));
    }
    return points;
  }

  /** The latest changes, oldest first. */
  public List<MadeChange> changes() {
    return List.copyOf(changes);
  }

  // --- checkpoints

  /**
   * Lists the results and the policies of the shadows, but not their states: after a restart, the
   * shadows begin from the live cluster.
   */
  @Override
  public void fields(Fields fields) {
    nextSample = fields.number("nextSample", nextSample);
    madeChanges = fields.number("madeChanges", madeChanges);
    untuned.restore(fields.optional("untuned", untuned.policy(), ClusterEffect::simulated));
    advised.restore(fields.optional("advised", advised.policy(), ClusterEffect::simulated));
    fields.section("partitions", partitions);
    fields.section("accounts", accounts);
    fields.replace("changes", changes, MadeChange::of);
    history.fields(fields);
  }
}

package io.gnomon.sim.feedback;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.study.Exclusion;
import io.gnomon.sim.study.StudyCriteria;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The changes that wait for a review, and the mistakes that reviews found. A mistake is not
 * repeated for a week. Changes that were decided on but not made are reviewed in the same way;
 * there is nothing to roll back then. Not thread-safe.
 */
public final class ChangeReviews {
  private static final int DAY = 24 * 3600;
  private static final int WEEK = 7 * DAY;
  private static final int MAX_OPEN = 64;
  // each holds a cluster state, also in checkpoints, and there may be a new one each hour
  private static final int MAX_ADVICE = 4;
  private static final int MANY_JOBS = 20_000;

  private final List<ChangeReview> open = new ArrayList<>();
  private final List<Mistake> mistakes = new ArrayList<>();

  /**
   * A change that made things worse, or would have.
   *
   * @param from policy in force before
   * @param to policy that took over, or would have taken over
   * @param until second up to which the change is not made again
   * @param made whether it was made
   */
  public record Mistake(PolicySpec from, PolicySpec to, int until, boolean made) {
    private Snapshot snapshot() {
      return new Snapshot()
          .put("from", from.toString())
          .put("to", to.toString())
          .put("until", until)
          .put("made", made);
    }

    private static Mistake restored(Snapshot snapshot) {
      return new Mistake(
          PolicySpec.parse(snapshot.getString("from")),
          PolicySpec.parse(snapshot.getString("to")),
          snapshot.getInt("until"),
          snapshot.getBoolean("made"));
    }
  }

  /** Adds a change that has been made. It replaces the advice that led to it. */
  public void made(ChangeReview change) {
    open.removeIf(advice -> !advice.made() && advice.decided() == change.decided());
    if (open.size() == MAX_OPEN) {
      open.remove(0);
    }
    open.add(change);
  }

  /**
   * Adds advice: a change that has been decided on and may not be made. It is ignored if the same
   * advice waits for its review, or if four pieces of advice wait already; one if the cluster has
   * more than 20,000 active jobs.
   */
  public void advised(ChangeReview advice) {
    List<ChangeReview> waiting =
        open.stream().filter(one -> !one.made() && reviewable(one, advice.state())).toList();
    open.removeIf(one -> !one.made() && !waiting.contains(one));
    int max = advice.state().activeCount() > MANY_JOBS ? 1 : MAX_ADVICE;
    if (waiting.size() < max && waiting.stream().noneMatch(one -> same(one, advice))) {
      open.add(advice);
    }
  }

  private static boolean same(ChangeReview one, ChangeReview other) {
    return one.former().spec().equals(other.former().spec()) && one.chosen().equals(other.chosen());
  }

  /** Whether advice can be reviewed: for a week, if the cluster still has the same size. */
  private static boolean reviewable(ChangeReview advice, ClusterState live) {
    return advice.state().processors() == live.processors() && live.now() - advice.since() <= WEEK;
  }

  /** The changes that wait for a review, oldest first. */
  public List<ChangeReview> open() {
    return List.copyOf(open);
  }

  /** The recorded mistakes. */
  public List<Mistake> mistakes() {
    return List.copyOf(mistakes);
  }

  /** Returns the open reviews with their cluster states, and the mistakes. */
  public Snapshot snapshot() {
    return new Snapshot()
        .putSections("open", open.stream().map(ChangeReview::snapshot).toList())
        .putSections("mistakes", mistakes.stream().map(Mistake::snapshot).toList());
  }

  /** Restores a {@link #snapshot()}. */
  public void restore(Snapshot snapshot) {
    open.clear();
    snapshot.getSections("open").forEach(review -> open.add(ChangeReview.restored(review)));
    mistakes.clear();
    snapshot.getSections("mistakes").forEach(mistake -> mistakes.add(Mistake.restored(mistake)));
  }

  /**
   * The simulations of the reviews that are due.
   *
   * @param seconds minimum age of a change
   * @param runtimes called only if a review is due
   */
  public List<ChangeReview.Simulations> due(
      int seconds,
      ClusterState live,
      JobHistory history,
      Supplier<RuntimeModel> runtimes,
      StudyCriteria criteria) {
    List<ChangeReview> due =
        open.stream()
            .filter(change -> live.now() - change.since() >= seconds)
            .filter(change -> change.state().processors() == live.processors())
            .filter(change -> change.made() || reviewable(change, live))
            .toList();
    if (due.isEmpty()) {
      return List.of();
    }
    RuntimeModel model = runtimes.get();
    return due.stream().map(change -> change.against(live, history, model, criteria)).toList();
  }

  /** Records the results of reviews. These changes are not reviewed again. */
  public void reviewed(List<ReviewResult> reviews) {
    for (ReviewResult review : reviews) {
      open.removeIf(change -> change.since() <= review.since());
      if (review.mistaken()) {
        int until = review.until() + WEEK;
        mistakes.add(new Mistake(review.from(), review.to(), until, review.made()));
      }
    }
  }

  /**
   * Records that a study ended without a result while the reviews of changes of at least {@code
   * seconds} ran beside it. Advice of that age is dropped, so that it costs at most one decision.
   * Changes made at least a day ago are dropped as well, because their simulations take longer each
   * hour.
   */
  public void abandoned(int seconds, int now) {
    open.removeIf(change -> now - change.since() >= (change.made() ? DAY : seconds));
  }

  /**
   * The policies that must not replace {@code incumbent} now, with the reason: {@link
   * Exclusion#MADE_THINGS_WORSE} or {@link Exclusion#WOULD_HAVE_MADE_THINGS_WORSE}.
   */
  public Map<PolicySpec, Exclusion> mistakenFor(PolicySpec incumbent, int now) {
    mistakes.removeIf(mistake -> mistake.until() <= now);
    Map<PolicySpec, Exclusion> mistaken = new HashMap<>();
    for (Mistake mistake : mistakes) {
      if (mistake.from().equals(incumbent)) {
        mistaken.merge(
            mistake.to(),
            mistake.made() ? Exclusion.MADE_THINGS_WORSE : Exclusion.WOULD_HAVE_MADE_THINGS_WORSE,
            (one, other) -> one.equals(other) ? one : Exclusion.MADE_THINGS_WORSE);
      }
    }
    return mistaken;
  }

  /**
   * The review which found that the change that put the incumbent in force made things worse.
   *
   * @param lastChange the second of that change
   * @return null if there is none among {@code reviews}
   */
  public static @Nullable ReviewResult mistake(
      List<ReviewResult> reviews, PolicySpec incumbent, int lastChange) {
    return reviews.stream()
        .filter(review -> review.made() && review.mistaken() && review.since() == lastChange)
        .filter(review -> review.to().equals(incumbent))
        .findFirst()
        .orElse(null);
  }
}

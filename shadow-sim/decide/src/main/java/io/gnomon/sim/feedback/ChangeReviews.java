package io.gnomon.sim.feedback;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.snapshot.ValueFields;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.Exclusion;
import io.gnomon.sim.study.StudyCriteria;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The changes that wait for a review, and the mistakes that reviews found. A mistake is not
 * repeated for a week. Recommendations that were not carried out are reviewed in the same way;
 * there is nothing to roll back then. Not thread-safe.
 */
public final class ChangeReviews {
  private static final int DAY = 24 * 3600;
  private static final int WEEK = 7 * DAY;
  private static final int MAX_OPEN = 64;
  // each holds a cluster state, also in checkpoints, and there may be a new one each hour
  private static final int MAX_RECOMMENDATIONS = 4;
  private static final int MANY_JOBS = 20_000;

  private final int minAge;
  private final int maxAge;
  private final List<ChangeReview> open = new ArrayList<>();
  private final List<Mistake> mistakes = new ArrayList<>();

  /**
   * A change that made things worse, or would have.
   *
   * @param until second up to which it is not made again
   */
  public record Mistake(Change change, int until) {
    private static Mistake of(ValueFields<Mistake> fields) {
      return new Mistake(
          fields.value("change", Mistake::change, Change::of),
          fields.number("until", Mistake::until));
    }
  }

  /**
   * No changes and no mistakes.
   *
   * @param minAgeSeconds age from which a change is reviewed, at least 0
   * @param maxAgeSeconds age up to which a change can be reviewed; recommendations are dropped
   *     earlier
   */
  public ChangeReviews(int minAgeSeconds, int maxAgeSeconds) {
    minAge = minAgeSeconds;
    maxAge = maxAgeSeconds;
  }

  /**
   * Adds a change that has been made. It replaces the recommendation that led to it. The others are
   * not in force from now on; those that cannot be reviewed now are dropped.
   */
  public void made(ChangeReview review) {
    open.removeIf(
        one -> review.change().carriesOut(one.change()) || !reviewable(one, review.state()));
    if (open.size() == MAX_OPEN) {
      open.remove(0);
    }
    open.add(review);
  }

  /**
   * Adds a recommendation: a change that may not be carried out. It is ignored if the same
   * recommendation waits for its review, or if four of them wait already; one if the cluster has
   * more than 20,000 active jobs.
   */
  public void recommended(ChangeReview recommendation) {
    ClusterState live = recommendation.state();
    open.removeIf(one -> !one.change().made() && !reviewable(one, live));
    List<ChangeReview> waiting = open.stream().filter(one -> !one.change().made()).toList();
    int max = live.activeCount() > MANY_JOBS ? 1 : MAX_RECOMMENDATIONS;
    if (waiting.size() < max
        && waiting.stream().noneMatch(one -> one.change().replacesAs(recommendation.change()))) {
      open.add(recommendation);
    }
  }

  /** Whether a change can be reviewed: up to its maximum age, if the cluster has the same size. */
  private boolean reviewable(ChangeReview review, ClusterState live) {
    int limit = review.change().made() ? maxAge : Math.max(WEEK, 4 * minAge);
    return review.state().processors() == live.processors() && age(review, live.now()) <= limit;
  }

  private static int age(ChangeReview review, int now) {
    return now - review.change().since();
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
        .putSections(
            "mistakes", mistakes.stream().map(one -> Fields.written(one, Mistake::of)).toList());
  }

  /**
   * Rebuilds the states of the open reviews, because jobs will have other shapes and accounts. See
   * {@link io.gnomon.sim.scenario.Rerun#rebuilt} for the reviews that this ends.
   *
   * @return what replaces the open reviews by the rebuilt ones
   */
  public Runnable translated(UnaryOperator<ClusterState> rebuilt) {
    List<ChangeReview> kept =
        open.stream().flatMap(review -> review.rebuilt(rebuilt).stream()).toList();
    return () -> {
      open.clear();
      open.addAll(kept);
    };
  }

  /**
   * Restores a {@link #snapshot()}.
   *
   * @param live the restored state, whose shapes and accounts the reviews get
   */
  public void restore(Snapshot snapshot, ClusterState live) {
    open.clear();
    snapshot.getSections("open").forEach(review -> open.add(ChangeReview.restored(review, live)));
    mistakes.clear();
    snapshot
        .getSections("mistakes")
        .forEach(mistake -> mistakes.add(Fields.stored(mistake, Mistake::of)));
  }

  /**
   * The simulations of the reviews that are due. Changes that are too old for a review are dropped.
   *
   * @param runtimes called only if a review is due
   */
  public List<ChangeReview.Simulations> due(
      ClusterState live,
      JobHistory history,
      Supplier<RuntimeModel> runtimes,
      StudyCriteria criteria) {
    open.removeIf(review -> age(review, live.now()) > maxAge);
    List<ChangeReview> due =
        open.stream()
            .filter(review -> age(review, live.now()) >= minAge)
            .filter(review -> reviewable(review, live))
            .toList();
    if (due.isEmpty()) {
      return List.of();
    }
    RuntimeModel model = runtimes.get();
    return due.stream().map(review -> review.against(live, history, model, criteria)).toList();
  }

  /** Records the results of reviews. These changes are not reviewed again. */
  public void reviewed(List<ReviewResult> reviews) {
    for (ReviewResult review : reviews) {
      open.removeIf(one -> one.change().equals(review.change()));
      if (review.mistaken()) {
        mistakes.add(new Mistake(review.change(), review.until() + WEEK));
      }
    }
  }

  /**
   * Records that an evaluation ended without a result while the reviews that were due ran. Due
   * recommendations are dropped, so that each costs at most one decision. Changes made at least a
   * day ago, or four times the minimum age, are dropped as well, because their simulations take
   * longer at each evaluation.
   */
  public void abandoned(int now) {
    int madeLimit = Math.max(DAY, 4 * minAge);
    open.removeIf(review -> age(review, now) >= (review.change().made() ? madeLimit : minAge));
  }

  /**
   * The policies that must not replace {@code incumbent} now, with the reason: {@link
   * Exclusion#MADE_THINGS_WORSE} or {@link Exclusion#WOULD_HAVE_MADE_THINGS_WORSE}.
   */
  public Map<Spec, Exclusion> mistakenFor(Spec incumbent, int now) {
    mistakes.removeIf(mistake -> mistake.until() <= now);
    Map<Spec, Exclusion> mistaken = new HashMap<>();
    for (Mistake mistake : mistakes) {
      Change change = mistake.change();
      if (change.from().equals(incumbent)) {
        mistaken.merge(
            change.to(),
            change.made() ? Exclusion.MADE_THINGS_WORSE : Exclusion.WOULD_HAVE_MADE_THINGS_WORSE,
            (one, other) -> one.equals(other) ? one : Exclusion.MADE_THINGS_WORSE);
      }
    }
    return mistaken;
  }
}

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
 * The changes that wait to be reviewed, and those that were mistakes, which are not made again for
 * a week. Advice, a change that was decided on and that nobody has made, is reviewed alike; there
 * is nothing to take back then. Not thread-safe.
 */
public final class ChangeReviews {
  private static final int DAY = 24 * 3600;
  private static final int WEEK = 7 * DAY;
  private static final int MOST_OPEN = 64;
  // each keeps a state, in checkpoints too; a cluster that is only given advice may get some each
  // hour
  private static final int MOST_ADVICE = 4;
  private static final int MANY_JOBS = 20_000;

  private final List<ChangeReview> open = new ArrayList<>();
  private final List<Mistake> mistakes = new ArrayList<>();

  /**
   * A change that did harm, or would have.
   *
   * @param from what was in force
   * @param to what took its place, or would have
   * @param until the second up to which it is not made again
   * @param made whether it was put in force
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

  /** A change has been made; it takes the place of the advice that led to it. */
  public void made(ChangeReview change) {
    open.removeIf(advice -> !advice.made() && advice.decided() == change.decided());
    if (open.size() == MOST_OPEN) {
      open.remove(0);
    }
    open.add(change);
  }

  /**
   * A change has been decided on that perhaps nobody makes. Before the earlier has been reviewed,
   * the same advice is not kept again, nor are more than four pieces of it at a time; only one
   * where there are more than 20,000 active jobs.
   */
  public void advised(ChangeReview advice) {
    List<ChangeReview> waiting =
        open.stream().filter(one -> !one.made() && reviewable(one, advice.state())).toList();
    open.removeIf(one -> !one.made() && !waiting.contains(one));
    int most = advice.state().activeCount() > MANY_JOBS ? 1 : MOST_ADVICE;
    if (waiting.size() < most && waiting.stream().noneMatch(one -> same(one, advice))) {
      open.add(advice);
    }
  }

  private static boolean same(ChangeReview one, ChangeReview other) {
    return one.former().spec().equals(other.former().spec()) && one.chosen().equals(other.chosen());
  }

  /** Advice is worth a review for a week, on the machine that it was given for. */
  private static boolean reviewable(ChangeReview advice, ClusterState live) {
    return advice.state().processors() == live.processors() && live.now() - advice.since() <= WEEK;
  }

  /** The changes that have not been reviewed, oldest first. */
  public List<ChangeReview> open() {
    return List.copyOf(open);
  }

  /** The mistakes that are remembered. */
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
   * The simulations of the reviews of changes that are {@code seconds} old or older.
   *
   * @param runtimes asked for where there is a review to make
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

  /** Reviews have ended: those changes are not reviewed again. */
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
   * A study beside which changes {@code seconds} old or older were reviewed has had no time for a
   * result: what was only advised is not reviewed, so that advice never costs two decisions, nor is
   * what was made a day ago, whose simulations would take longer each hour.
   */
  public void abandoned(int seconds, int now) {
    open.removeIf(change -> now - change.since() >= (change.made() ? DAY : seconds));
  }

  /**
   * What must not take the place of {@code incumbent} now, with the reason: {@link
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

package io.gnomon.sim.tune;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.PolicySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The changes that wait to be reviewed, and those that were mistakes, which are not made again for
 * a week. Not thread-safe.
 */
public final class ChangeReviews {
  private static final int MOST_OPEN = 64;

  private final List<ChangeReview> open = new ArrayList<>();
  private final List<Mistake> mistakes = new ArrayList<>();

  /**
   * A change that did harm.
   *
   * @param from what was in force
   * @param to what took its place
   * @param until the second up to which it is not made again
   */
  public record Mistake(PolicySpec from, PolicySpec to, int until) {}

  /** A change has been made. */
  public void made(ChangeReview change) {
    if (open.size() == MOST_OPEN) {
      open.remove(0);
    }
    open.add(change);
  }

  /** The changes that have not been reviewed, oldest first. */
  public List<ChangeReview> open() {
    return List.copyOf(open);
  }

  /** The mistakes that are remembered. */
  public List<Mistake> mistakes() {
    return List.copyOf(mistakes);
  }

  /** Remembers mistakes from a checkpoint. */
  public void recall(List<Mistake> remembered) {
    mistakes.clear();
    mistakes.addAll(remembered);
  }

  /**
   * The simulations of the reviews of changes that are {@code seconds} old or older.
   *
   * @param runtimes asked for where there is a review to make
   */
  List<ChangeReview.Simulations> due(
      int seconds,
      ClusterState live,
      History history,
      Supplier<RuntimeModel> runtimes,
      Judgement judgement) {
    List<ChangeReview> due =
        open.stream()
            .filter(change -> live.now() - change.since() >= seconds)
            .filter(change -> change.state().processors() == live.processors())
            .toList();
    if (due.isEmpty()) {
      return List.of();
    }
    RuntimeModel model = runtimes.get();
    return due.stream().map(change -> change.against(live, history, model, judgement)).toList();
  }

  /** Reviews have ended: those changes are not reviewed again. */
  void reviewed(List<ReviewedChange> reviews) {
    for (ReviewedChange review : reviews) {
      open.removeIf(change -> change.since() <= review.since());
      if (review.mistaken()) {
        mistakes.add(new Mistake(review.from(), review.to(), review.until() + TuneSettings.WEEK));
      }
    }
  }

  /** What must not take the place of {@code incumbent} now. */
  Set<PolicySpec> mistakenFor(PolicySpec incumbent, int now) {
    mistakes.removeIf(mistake -> mistake.until() <= now);
    return mistakes.stream()
        .filter(mistake -> mistake.from().equals(incumbent))
        .map(Mistake::to)
        .collect(Collectors.toSet());
  }

  /** The mistaken review of the change that put the incumbent in force, or null. */
  static @Nullable ReviewedChange mistake(StudyResult result, int lastChange) {
    return result.reviews().stream()
        .filter(review -> review.mistaken() && review.since() == lastChange)
        .filter(review -> review.to().equals(result.incumbent().spec()))
        .findFirst()
        .orElse(null);
  }
}

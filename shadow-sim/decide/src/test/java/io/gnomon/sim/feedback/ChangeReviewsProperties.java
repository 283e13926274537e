package io.gnomon.sim.feedback;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.StudyCriteria;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.tune.TuneSettings;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** No change that is in force misses its review, whatever else is reviewed before it. */
class ChangeReviewsProperties {
  private static final Spec EASY = Spec.of("easy");
  private static final Spec CONSERVATIVE = Spec.of("conservative");
  private static final Spec FCFS = Spec.of("fcfs");
  private static final int REVIEW = StudyDesign.SAMPLED.reviewSeconds();

  /** What happens to a cluster without jobs. */
  enum Step {
    MAKE,
    RECOMMEND,
    REVIEW_DUE,
    ROLL_BACK,
    LOSE_NODES,
    RETURN_NODES,
    PASS_AN_HOUR,
    PASS_THE_REVIEW_AGE
  }

  /** A cluster, the reviews of its changes and what they must not forget. */
  private static final class Cluster {
    private final ChangeReviews reviews = new ChangeReviews(REVIEW, 13 * TuneSettings.WEEK);
    private final ClusterState state = new ClusterState(8);
    private final List<Change> reviewed = new ArrayList<>();
    private Spec policy = EASY;
    private @Nullable Change inForce;

    private SchedulingPolicy live() {
      SchedulingPolicy live = Policies.create(policy);
      live.adopt(state);
      return live;
    }

    private Change make(Spec chosen) {
      Change change = Change.made(state.now(), state.now(), policy, chosen);
      reviews.made(new ChangeReview(change, state, live(), 1));
      inForce = change;
      policy = chosen;
      return change;
    }

    private Change recommend(Spec chosen) {
      Change change = Change.recommended(state.now(), policy, chosen);
      reviews.recommended(new ChangeReview(change, state, live(), 1));
      return change;
    }

    private void pass(int seconds) {
      state.advanceTo(state.now() + seconds);
    }

    /** Carries out the reviews that are due, and returns the changes. */
    private List<Change> review() {
      List<ReviewResult> results =
          reviews
              .due(
                  state,
                  new JobHistory(TuneSettings.WEEK, 10),
                  () -> RuntimeModel.ESTIMATES,
                  StudyCriteria.SLOWDOWN)
              .stream()
              .map(due -> due.run(Runnable::run).join())
              .toList();
      reviews.reviewed(results);
      List<Change> changes = results.stream().map(ReviewResult::change).toList();
      reviewed.addAll(changes);
      return changes;
    }

    private void step(Step step) {
      Spec other = policy.equals(EASY) ? CONSERVATIVE : EASY;
      switch (step) {
        case MAKE -> make(other);
        case RECOMMEND -> recommend(FCFS);
        case REVIEW_DUE -> review();
        case ROLL_BACK -> {
          policy = inForce == null ? policy : inForce.from();
          inForce = null;
        }
        case LOSE_NODES -> state.setProcessors(4);
        case RETURN_NODES -> state.setProcessors(8);
        case PASS_AN_HOUR -> pass(3600);
        case PASS_THE_REVIEW_AGE -> pass(REVIEW);
      }
      pass(1);
    }

    private List<Change> open() {
      return reviews.open().stream().map(ChangeReview::change).toList();
    }
  }

  @Property(tries = 300)
  void theChangeInForceIsReviewedOrWaitsForItsReview(
      @ForAll @Size(min = 1, max = 40) List<Step> steps) {
    Cluster cluster = new Cluster();
    for (Step step : steps) {
      cluster.step(step);
      if (cluster.inForce != null && !cluster.reviewed.contains(cluster.inForce)) {
        assertThat(cluster.open()).contains(cluster.inForce);
      }
    }
  }

  @Property(tries = 100)
  void noChangeIsReviewedTwice(@ForAll @Size(min = 1, max = 40) List<Step> steps) {
    Cluster cluster = new Cluster();
    steps.forEach(cluster::step);

    assertThat(cluster.reviewed).doesNotHaveDuplicates();
  }

  @Test
  void aChangeMadeWhileNodesAreDownIsReviewedWhenTheyReturn() {
    Cluster cluster = new Cluster();
    cluster.step(Step.LOSE_NODES);
    Change made = cluster.make(CONSERVATIVE);
    cluster.step(Step.RETURN_NODES);
    Change recommended = cluster.recommend(FCFS);

    cluster.pass(REVIEW);
    assertThat(cluster.review()).containsExactly(recommended);
    assertThat(cluster.open()).containsExactly(made);

    cluster.step(Step.LOSE_NODES);
    assertThat(cluster.review()).containsExactly(made);
    assertThat(cluster.open()).isEmpty();
  }

  @Test
  void aChangeThatIsNoLongerInForceAndCannotBeReviewedIsDropped() {
    Cluster cluster = new Cluster();
    cluster.step(Step.LOSE_NODES);
    cluster.make(CONSERVATIVE);
    cluster.step(Step.RETURN_NODES);
    Change next = cluster.make(FCFS);

    assertThat(cluster.open()).containsExactly(next);
  }
}

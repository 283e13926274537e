package io.gnomon.sim.policy.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.spec.Spec;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OrderTest {
  //  job  submit  width  estimate  area  wait  wait/estimate  (wait/estimate)^3 x width
  //    0       0      8       400  3200   100           0.25                     0.125
  //    1      20      4        50   200    80           1.6                     16.384
  //    2      40     16       100  1600    60           0.6                      3.456
  //    3      80      2        25    50    20           0.8                      1.024
  private static ClusterState fourAt100() {
    ClusterState state = new ClusterState(16);
    submit(state, 0, 0, 8, 400, 7);
    submit(state, 1, 20, 4, 50, 9);
    submit(state, 2, 40, 16, 100, 7);
    submit(state, 3, 80, 2, 25, -1);
    state.advanceTo(100);
    return state;
  }

  private static void submit(
      ClusterState state, int job, int at, int width, int estimate, int priority) {
    state.advanceTo(at);
    state.describe(state.submit(job, at, width, estimate), -1, -1, priority);
  }

  @ParameterizedTest
  @CsvSource({
    "arrival, 0 1 2 3",
    "shortest, 3 1 2 0",
    "smallest, 3 1 0 2",
    "widest, 2 0 1 3",
    "smallest-area, 3 1 2 0",
    "xfactor, 1 3 2 0",
    "wfp3, 1 2 3 0",
    "user-priority, 1 0 2 3",
  })
  void jobsAreSortedByCriterionAndThenByArrival(String order, String jobs) {
    assertThat(inOrder(fourAt100(), "easy(order=" + order + ")")).isEqualTo(jobs);
  }

  @Test
  void anExpectedLengthReplacesTheEstimate() {
    ClusterState state = fourAt100();
    assertThat(inOrder(state, "easy(length=expected, order=shortest)")).isEqualTo("3 1 2 0");

    state.expectRuntime(slotOf(state, 0), 20);

    assertThat(inOrder(state, "easy(length=expected, order=shortest)")).isEqualTo("0 3 1 2");
    assertThat(inOrder(state, "easy(order=shortest)")).isEqualTo("3 1 2 0");
    state.modify(slotOf(state, 0), 8, 300);
    assertThat(state.expectedRuntime(slotOf(state, 0))).as("asked for anew").isEqualTo(300);
  }

  @ParameterizedTest
  @ValueSource(strings = {"arrival", "priority", "random", "smallest", "widest", "user-priority"})
  void anOrderWithoutLengthsRejectsAnExpectedLength(String order) {
    assertThatThrownBy(() -> Policies.create("easy(length=expected, order=" + order + ")"))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining("length is expected though order is " + order)
        .hasMessageContaining("nearest legal form: easy(order=" + order + ")");
  }

  private static int slotOf(ClusterState state, int job) {
    int[] found = {ClusterState.NONE};
    state.forEachActive(slot -> found[0] = state.job(slot) == job ? slot : found[0]);
    return found[0];
  }

  @Test
  void aLargeWeightRestoresArrivalOrder() {
    // 1/L differs by 0.04 at most, the delays by 20 s at least
    assertThat(inOrder(fourAt100(), "easy(order=shortest, weight=0.01)")).isEqualTo("0 1 2 3");
    assertThat(inOrder(fourAt100(), "easy(order=shortest, weight=0.000001)")).isEqualTo("3 1 2 0");
  }

  @Test
  void priorityIsRandomOnceAndRandomAtEachSecond() {
    ClusterState state = new ClusterState(1);
    for (int job = 0; job < 50; job++) {
      state.submit(job, 0, 1, 10);
    }
    String priority = inOrder(state, "easy(order=priority)");
    String random = inOrder(state, "easy(order=random)");
    assertThat(inOrder(state, "easy(order=random)")).isEqualTo(random);
    assertThat(inOrder(state, "easy(order=random, seed=2)")).isNotEqualTo(random);

    state.advanceTo(1);

    assertThat(inOrder(state, "easy(order=priority)")).isEqualTo(priority);
    assertThat(inOrder(state, "easy(order=random)")).isNotEqualTo(random);
  }

  @Test
  void threeLevelsOfPriorityShareTheJobsEvenly() {
    ClusterState state = new ClusterState(1);
    int[] jobs = new int[4];
    for (int job = 0; job < 90_000; job++) {
      jobs[(int) Order.PRIORITY.criterion(state, state.submit(job, 0, 1, 10), 10, 1)]++;
    }
    assertThat(jobs[0]).isZero();
    assertThat(List.of(jobs[1], jobs[2], jobs[3]))
        .allSatisfy(n -> assertThat(n).isBetween(29_500, 30_500));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "easy(order=longest)",
        "easy(order=shortest, weight=-1)",
        "easy(weight=1)",
        "easy(head=order)",
        "easy(head=nobody)",
        "conservative(order=random, seed=x)",
        "conservative(guarantee=maybe)",
        "conservative(speculation=1.5)",
        "conservative(test-runs=5m)",
        "conservative(speculation=0.5, test-runs=2h)",
        "conservative(mold=third)",
        "conservative(mold=greedy, widen=true)",
        "conservative(speed-up=amdahl:0.1)",
        "conservative(mold=half, speed-up=amdahl:2)",
        "conservative(mold=half, speed-up=downey)",
      })
  void rejectsCombinationsAndSuggestsAllowedOnes(String spec) {
    assertThatThrownBy(() -> Policies.create(spec))
        .isInstanceOf(InvalidSpecException.class)
        .message()
        .containsAnyOf("it must be", "nearest legal form: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "easy(weight=1)",
        "easy(head=order)",
        "easy(head=order, weight=1)",
        "easy(head=none, weight=1)",
        "easy(head=none, length=expected)",
        "easy(head=order, length=expected, weight=1)",
        "easy(head=order, wide=33)",
        "conservative(test-runs=5m)",
        "conservative(mold=greedy, widen=true)",
        "conservative(speed-up=amdahl:0.1)",
      })
  void theSuggestedFormIsAllowed(String spec) {
    try {
      Policies.create(spec);
    } catch (InvalidSpecException refused) {
      String form = refused.getMessage().split("nearest legal form: ", 2)[1];
      assertThat(Policies.create(form).spec()).hasToString(form);
      return;
    }
    throw new AssertionError(spec + " is not refused");
  }

  private static String inOrder(ClusterState state, String policy) {
    OrderedSlots slots = new OrderedSlots();
    slots.fill(state, QueueOrder.of(Spec.parse(policy)));
    return String.join(
        " ",
        IntStream.range(0, slots.size())
            .mapToObj(i -> Integer.toString(state.job(slots.slot(i))))
            .toList());
  }
}

package io.gnomon.sim.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.forecast.JobForecast.Ahead;
import io.gnomon.sim.forecast.JobForecast.Outcome;
import io.gnomon.sim.forecast.JobForecast.Request;
import io.gnomon.sim.forecast.JobForecast.Result;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.scenario.Scenario;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * Four processors under EASY; no jobs arrive and all run for their estimates. Job 0 holds 3
 * processors until 100, job 1 (4 processors, 50 s) waits for all of them, and so does job 2.
 */
class JobForecastTest {
  private static final int HORIZON = 1_000;

  private final ClusterState live = new ClusterState(4);
  private final SchedulingPolicy easy = Policies.create("easy");
  private final int second;

  JobForecastTest() {
    live.start(live.submit(0, 0, 3, 100));
    live.submit(1, 0, 4, 50);
    second = live.submit(2, 0, 2, 30);
    easy.adopt(live);
  }

  private JobForecast.Start now() {
    return new JobForecast.Start(
        live, easy, new JobHistory(86_400, 9), List.of(Scenario.none()), HORIZON);
  }

  private static Result run(JobForecast forecast) {
    return forecast.run(Runnable::run).join();
  }

  private static Outcome at(int processors, int seconds, int start) {
    return new Outcome(new Request(processors, seconds), start, start, start);
  }

  /**
   * Job 2 does not fit beside job 0, so it starts after job 1 at 150, however short it is. With one
   * processor and at most 100 s it is backfilled at once; with 101 s it would delay job 1.
   */
  @Test
  void eachRequestHasAStartOfItsOwn() {
    Result result =
        run(
            JobForecast.ofActive(
                now(),
                second,
                List.of(
                    new Request(2, 30),
                    new Request(2, 15),
                    new Request(1, 100),
                    new Request(1, 101))));

    assertThat(result.outcomes())
        .containsExactly(at(2, 30, 150), at(2, 15, 150), at(1, 100, 0), at(1, 101, 150));
    assertThat(result.ahead()).containsExactly(new Ahead(1, 100));
  }

  @Test
  void theLiveStateDoesNotChange() {
    long before = live.hash();
    run(JobForecast.ofActive(now(), second, List.of(new Request(1, 1))));
    run(
        JobForecast.ofNew(
            now(), new JobForecast.NewJob(-1, null, null), List.of(new Request(1, 1))));
    assertThat(live.hash()).isEqualTo(before);
  }

  @Test
  void aHeldJobIsReleasedNow() {
    live.hold(second);
    easy.changed(second);
    Result result = run(JobForecast.ofActive(now(), second, List.of(new Request(1, 30))));
    assertThat(result.outcomes()).containsExactly(at(1, 30, 0));
  }

  /** It arrives after job 2, which leaves two processors at 150. */
  @Test
  void aJobThatIsNotSubmittedArrivesLast() {
    Result result =
        run(
            JobForecast.ofNew(
                now(),
                new JobForecast.NewJob(-1, null, null),
                List.of(new Request(2, 30), new Request(4, 30))));
    assertThat(result.outcomes()).containsExactly(at(2, 30, 150), at(4, 30, 180));
    assertThat(result.ahead()).containsExactly(new Ahead(1, 100));
  }

  @Test
  void aJobThatIsWiderThanTheClusterDoesNotStart() {
    Result result = run(JobForecast.ofActive(now(), second, List.of(new Request(5, 30))));
    assertThat(result.outcomes())
        .containsExactly(
            new Outcome(new Request(5, 30), Simulation.NEVER, Simulation.NEVER, Simulation.NEVER));
  }

  /** The first request's forecast is that of {@link StartForecast}, whatever the job requests. */
  @Property(tries = 100)
  void asRequestedItStartsAsAllJobsAreForecast(
      @ForAll @IntRange(min = 1, max = 4) int width,
      @ForAll @IntRange(min = 1, max = 200) int estimate) {
    live.modify(second, width, estimate);
    easy.changed(second);
    StartForecast.Start expected =
        new StartForecast(
                live, easy, new JobHistory(86_400, 9), List.of(Scenario.none()), HORIZON, 9)
            .run(Runnable::run)
            .join()
            .get(1);
    Outcome outcome =
        run(JobForecast.ofActive(now(), second, List.of(new Request(width, estimate))))
            .outcomes()
            .get(0);
    assertThat(outcome.median()).isEqualTo(expected.median());
  }
}

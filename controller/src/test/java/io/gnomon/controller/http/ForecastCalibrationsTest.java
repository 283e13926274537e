package io.gnomon.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.forecast.ForecastCalibrations;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.controller.study.StudyPriority;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sim.engine.RunControl;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A cluster of one processor, whose 60 waiting jobs start earlier than simulated. */
class ForecastCalibrationsTest {
  private static final int HALF_DAY = 12 * 3_600;
  private static final int JOBS = 60;

  private ServedController served;
  private StudyPool pool;
  private ForecastCalibrations calibrations;
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger readings = new AtomicInteger(); // of the clock

  @BeforeEach
  void serve() throws Exception {
    served = new ServedController();
    pool = new StudyPool(served.vertx, 1, Duration.ofMinutes(2));
    calibrations = new ForecastCalibrations(pool, this::clock);
    served.onLoop(
        () -> {
          served
              .driver
              .declare(1)
              .send(new JobSubmitted("base", served.driver.at(0), 1, 2 * 86_400))
              .send(new JobStarted("base", served.driver.at(0)));
          for (int i = 0; i < JOBS; i++) {
            served.driver.send(new JobSubmitted("j" + i, served.driver.at(1), 1, 3_600));
          }
          return null;
        });
  }

  @AfterEach
  void stop() throws Exception {
    pool.close();
    served.close();
  }

  private long clock() {
    readings.incrementAndGet();
    return nanos.get();
  }

  /** Awaits the end of the first forecast, which reads the clock again. */
  private void awaitEnd() {
    Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> readings.get() == 2);
  }

  private void seconds(int count) {
    nanos.addAndGet(count * 1_000_000_000L);
  }

  /** Reports the current state, and returns the number of starts that were compared. */
  private int report() throws Exception {
    return served.onLoop(
        () -> {
          calibrations.eventApplied(served.driver.controller());
          return calibrations.of(served.driver.controller().cluster()).seen();
        });
  }

  /** All jobs start at once, one after the other, as base ends after an hour. */
  private void run() throws Exception {
    served.onLoop(
        () -> {
          int at = 3_600;
          served.driver.send(new JobFinished("base", served.driver.at(at), JobOutcome.COMPLETED));
          for (int i = 0; i < JOBS; i++, at += 10) {
            served
                .driver
                .send(new JobStarted("j" + i, served.driver.at(at)))
                .send(new JobFinished("j" + i, served.driver.at(at + 10), JobOutcome.COMPLETED));
          }
          return null;
        });
  }

  private void later(int second, String job) throws Exception {
    served.onLoop(
        () ->
            served
                .driver
                .send(new ClockAdvanced(served.driver.at(second)))
                .send(new JobSubmitted("wide" + job, served.driver.at(second), 1, 3_600))
                .send(new JobStarted("wide" + job, served.driver.at(second)))
                .send(new JobSubmitted(job, served.driver.at(second), 1, 3_600)));
  }

  @Test
  void comparesForecastsWithTheStartsFromTheFirstMinuteOn() throws Exception {
    assertThat(report()).isZero();
    awaitEnd();
    run();
    seconds(5);
    later(4_300, "later");
    Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> report() == JOBS);
  }

  @Test
  void aForecastThatCannotStartHoldsUpNoOther() throws Exception {
    @SuppressWarnings("NullAway") // without a pool no forecast can start
    ForecastCalibrations broken = new ForecastCalibrations(null, this::clock);
    for (int day = 0; day < 3; day++) {
      int second = day * 86_400 + 60;
      served.onLoop(
          () -> {
            served.driver.send(new ClockAdvanced(served.driver.at(second)));
            broken.eventApplied(served.driver.controller());
            return null;
          });
      seconds(1);
    }
    assertThat(readings).as("before 2, and at the start and the end of 3").hasValue(2 + 3 + 3);
  }

  @Test
  void forecastsAreAtLeastASecondApart() throws Exception {
    report();
    awaitEnd();
    run();
    later(HALF_DAY + 1, "later");
    assertThat(report()).as("in the same second").isZero();
    seconds(1);
    Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> report() == JOBS);
  }

  /** The forecast waits 2 s for the pool, so that the next is due 20 s after its start. */
  @Test
  void forecastsTakeATenthOfTheTime() throws Exception {
    CompletableFuture<Void> free = new CompletableFuture<>();
    pool.run(
        new StudyPool.Work<>(
            executor -> CompletableFuture.runAsync(free::join, executor), new RunControl()),
        StudyPriority.ANONYMOUS,
        "other");
    report();
    seconds(2);
    free.complete(null);
    run();
    awaitEnd();
    later(HALF_DAY + 1, "later");
    seconds(17);
    assertThat(report()).as("19 s after the start").isZero();
    seconds(1);
    Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> report() == JOBS);
  }
}

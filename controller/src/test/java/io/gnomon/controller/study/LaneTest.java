package io.gnomon.controller.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.sim.engine.RunControl;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LaneTest {
  private static final int THREADS = 4;
  private static final int MOST_BEGUN = 4;

  private final Lane lane =
      new Lane("test", THREADS, MOST_BEGUN, Duration.ofMinutes(1), new ManualClock());
  private final CountDownLatch released = new CountDownLatch(1);
  private final Collection<String> begun = new ConcurrentLinkedQueue<>();

  @AfterEach
  void close() {
    released.countDown();
    lane.close();
  }

  @Test
  void theFirstRunsWithEnoughPartsForAllThreadsGoOnAndThenThoseOfTheNextTurn() {
    add("a", 2);
    add("b", 1);
    add("c", 9);
    add("d", 1);

    assertThat(lane.share(false)).as("d waits for its turn").isTrue();
    assertThat(lane.waiting()).isEqualTo(1);
    await().atMost(Duration.ofMinutes(2)).until(() -> begun.size() == 2 + 1 + THREADS);
    assertThat(begun).containsOnly("a", "b", "c");

    lane.turn(); // b and c have more parts than threads
    lane.turn(); // c alone
    lane.turn(); // d and a, and b for the fourth thread
    assertThat(lane.share(false)).as("c waits for its turn").isTrue();
    await().atMost(Duration.ofMinutes(2)).until(() -> begun.contains("d"));
    add("e", 1);
    assertThat(lane.admit()).as("four have begun").isNull();
    assertThat(lane.waiting()).isEqualTo(2);
    assertThat(lane.removeAll()).hasSize(5);
  }

  @Test
  void noRunBeginsPartsWhileTheLaneIsOutranked() {
    assertThat(lane.share(true)).isFalse();
    add("a", 1);
    assertThat(lane.share(true)).as("pauses").isTrue();
    add("b", 1);
    lane.share(true);
    assertThat(begun).isEmpty();

    assertThat(lane.share(false)).isFalse();
    await().atMost(Duration.ofMinutes(2)).until(() -> begun.containsAll(List.of("a", "b")));
  }

  /** Adds a run that begins, with parts that do not end during the test. */
  private void add(String name, int parts) {
    lane.add(
        lane.run(
            new StudyPool.Work<>(
                executor -> {
                  for (int i = 0; i < parts; i++) {
                    executor.execute(() -> hold(name));
                  }
                  return new CompletableFuture<>();
                },
                new RunControl()),
            name,
            () -> {}));
    StudyRun<?> next = lane.admit();
    if (next != null) {
      next.pause(true); // until the lane is shared
      next.start();
    }
  }

  private void hold(String name) {
    begun.add(name);
    try {
      released.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }
}

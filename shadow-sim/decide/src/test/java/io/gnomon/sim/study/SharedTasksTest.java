package io.gnomon.sim.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class SharedTasksTest {
  private final ExecutorService pool = Executors.newFixedThreadPool(1);

  @AfterEach
  void close() {
    pool.shutdownNow();
  }

  @Test
  void theWaitingThreadRunsAllTasksWithoutHelpers() {
    List<Integer> done = new CopyOnWriteArrayList<>();

    String result =
        new SharedTasks(helper -> {})
            .await(tasks -> all(tasks, done).thenApply(over -> "all of them"));

    assertThat(result).isEqualTo("all of them");
    assertThat(done).containsExactly(0, 1, 2, 3);
  }

  @Test
  void helpersThatRunTasksAtOnceLeaveNone() {
    List<Integer> done = new CopyOnWriteArrayList<>();

    new SharedTasks(Runnable::run).await(tasks -> all(tasks, done));

    assertThat(done).containsExactly(0, 1, 2, 3);
  }

  @Test
  void theWaitingThreadAndAHelperRunTasksConcurrently() {
    CountDownLatch both = new CountDownLatch(2);
    Runnable meets =
        () -> {
          both.countDown();
          try {
            assertThat(both.await(1, TimeUnit.MINUTES)).isTrue();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };

    new SharedTasks(pool)
        .await(
            tasks ->
                CompletableFuture.allOf(
                    CompletableFuture.runAsync(meets, tasks),
                    CompletableFuture.runAsync(meets, tasks)));

    assertThat(both.getCount()).isZero();
  }

  @Test
  void aTaskMayAddTasks() {
    int sum =
        new SharedTasks(pool)
            .await(
                tasks ->
                    CompletableFuture.supplyAsync(() -> 1, tasks)
                        .thenComposeAsync(
                            one -> CompletableFuture.supplyAsync(() -> one + 1, tasks), tasks));

    assertThat(sum).isEqualTo(2);
  }

  @Test
  void waitsForAResultFromAnotherThread() {
    assertThat(
            new SharedTasks(helper -> {})
                .<String>await(tasks -> CompletableFuture.supplyAsync(() -> "there", pool)))
        .isEqualTo("there");
  }

  @Test
  void anExceptionInATaskEndsTheWait() {
    SharedTasks tasks = new SharedTasks(pool);

    assertThatThrownBy(
            () ->
                tasks.await(
                    executor ->
                        CompletableFuture.runAsync(
                            () -> {
                              throw new IllegalStateException("no");
                            },
                            executor)))
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(IllegalStateException.class);
  }

  private static CompletableFuture<Void> all(Executor tasks, List<Integer> done) {
    return CompletableFuture.allOf(
        IntStream.range(0, 4)
            .mapToObj(i -> CompletableFuture.runAsync(() -> done.add(i), tasks))
            .toArray(CompletableFuture[]::new));
  }
}

package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobCancelled;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobState;
import io.gnomon.events.job.JobSubmitted;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * A scheduler that answers requests, and somebody who writes events with wrong numbers and wrong
 * times between its events. Whatever the order, the mirror is that of the scheduler again soon
 * after the last wrong event, and the following snapshot.
 */
class ForgedEnvelopesProperties {
  private static final long HOUR = 3600;
  private static final long YEAR = 365 * 24 * HOUR;
  private static final long GREATEST = (1L << 53) - 1;
  private static final int MOST_HEARTBEATS = 300;

  private final ControllerTestDriver driver =
      new ControllerTestDriver(Mode.OBSERVE, 100).withoutTimeForStudies();
  private final Map<String, Long> jobs = new TreeMap<>(); // the time of submission by id
  private long now = ControllerTestDriver.ORIGIN;
  private long number;
  private int answered;

  @Property(tries = 200)
  void theMirrorIsTheGenuineOneAfterTheNextSnapshot(
      @ForAll long seed,
      @ForAll @IntRange(max = 3) int rounds,
      @ForAll @IntRange(max = 3) int quietHours) {
    Random random = new Random(seed);
    genuine(declared());
    genuine(snapshot());
    for (int minute = 0; minute < quietHours * 60 + 5; minute++) {
      work(random);
    }
    for (int round = 0; round < rounds; round++) {
      for (int i = random.nextInt(6); i >= 0; i--) {
        forge(random);
        if (random.nextBoolean()) {
          answer();
        }
        for (int j = random.nextInt(4); j > 0; j--) {
          work(random);
        }
      }
      for (int minute = random.nextInt(100); minute > 0; minute--) {
        work(random);
        answer();
      }
    }

    int heartbeats = 0;
    for (; heartbeats < MOST_HEARTBEATS && !healthy(); heartbeats++) {
      work(random);
      answer();
    }
    assertThat(heartbeats).as("heartbeats until it recovers").isLessThan(MOST_HEARTBEATS);
    genuine(declared());
    genuine(snapshot());
    for (int i = 0; i < MOST_HEARTBEATS && !healthy(); i++) {
      work(random);
      answer();
    }
    work(random);
    Mirror mirror = driver.tracked().mirror();
    assertThat(mirror.now()).isEqualTo(now);
    assertThat(driver.controller().sequence().last()).isEqualTo(number);
    assertThat(mirror.state().activeCount()).isEqualTo(jobs.size());
    jobs.forEach(
        (job, submitted) ->
            assertThat(mirror.origin() + mirror.state().submitTime(mirror.slot(job)))
                .isEqualTo(submitted));
  }

  private boolean healthy() {
    return driver.controller().state() != ControllerState.DEGRADED
        && !driver.controller().sequence().inDoubt()
        && driver.controller().sequence().last() == number
        && driver.tracked().mirror().now() == now;
  }

  /** A minute later, a job comes or goes, or nothing happens. */
  private void work(Random random) {
    now += 60;
    int kind = random.nextInt(3);
    if (kind == 0) {
      String job = "j" + number;
      jobs.put(job, now);
      genuine(new JobSubmitted(job, now, 1, 600));
    } else if (kind == 1 && !jobs.isEmpty()) {
      String job = jobs.keySet().iterator().next();
      jobs.remove(job);
      genuine(new JobCancelled(job, now));
    } else {
      genuine(new ClockAdvanced(now));
    }
  }

  /** Answers the requests since the last answer, as a bridge does. */
  private void answer() {
    if (driver.snapshotRequests().size() > answered) {
      answered = driver.snapshotRequests().size();
      genuine(declared());
      genuine(snapshot());
    }
  }

  private void genuine(EventData data) {
    number++;
    driver.sendAt(1000 * now, GnomonEvent.of("c", "c-" + number, number, null, data));
  }

  private ClusterDeclared declared() {
    return new ClusterDeclared(
        now, 8, EventData.NONE, "test", driver.capabilities(), new Configuration("easy", 1));
  }

  private ClusterSnapshot snapshot() {
    return new ClusterSnapshot(
        now,
        8,
        number,
        new Configuration("easy", 1),
        jobs.entrySet().stream().map(job -> waiting(job.getKey(), job.getValue())).toList());
  }

  private static JobSnapshot waiting(String job, long submitted) {
    return new JobSnapshot(job, JobState.WAITING, submitted, -1, new JobDescription(1, 600));
  }

  private void forge(Random random) {
    long[] numbers = {
      number + 1,
      number + 2,
      number + 2 + random.nextInt(20_000),
      Math.max(0, number - random.nextInt(10)),
      0,
      GREATEST,
      GREATEST - random.nextInt(3)
    };
    long[] times = {
      now, now + 540, now + 23 * HOUR, now + 9 * YEAR, now - 23 * HOUR, now - 600, now + 40 * YEAR
    };
    long at = times[random.nextInt(times.length)];
    long timestamp = random.nextInt(4) == 0 ? times[random.nextInt(times.length)] : now;
    EventData data =
        switch (random.nextInt(4)) {
          case 0 -> new JobSubmitted("ghost" + random.nextInt(3), at, 1, 600);
          case 1 -> new JobCancelled("j" + number, at);
          case 2 -> new ClockAdvanced(at);
          default ->
              new ClusterDeclared(
                  at, 8, EventData.NONE, "x", driver.capabilities(), new Configuration("easy", 1));
        };
    driver.sendAt(
        1000 * timestamp,
        GnomonEvent.of("c", "forged", numbers[random.nextInt(numbers.length)], null, data));
  }
}

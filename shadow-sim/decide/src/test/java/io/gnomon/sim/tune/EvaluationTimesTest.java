package io.gnomon.sim.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Snapshot;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class EvaluationTimesTest {
  private static final int HOUR = 3600;

  private final TuneSettings settings =
      new TuneSettingsBuilder(Search.LIBRARY, Cadence.HOURLY).period(Duration.ofHours(1)).build();

  @Test
  void anEvaluationThatIsInterruptedAgainAndAgainIsRepeatedLessAndLessOften() {
    EvaluationTimes times = new EvaluationTimes(settings);
    times.event(0);
    int now = times.next();
    assertThat(now).isEqualTo(HOUR);
    for (int pause = 1; pause <= 1024; pause *= 2) {
      times.evaluated(now);
      times.interrupted(now, true);
      assertThat(times.next()).isEqualTo(now + pause);
      now = times.next();
    }
    times.evaluated(now);
    times.interrupted(now, true);
    assertThat(times.next()).as("the regular one comes first").isEqualTo(2 * HOUR);

    times.evaluated(2 * HOUR); // has a result
    times.evaluated(3 * HOUR);
    times.interrupted(3 * HOUR, true);
    assertThat(times.next()).isEqualTo(3 * HOUR + 1);
  }

  @Test
  void aMaintenanceWindowThatOpensSoonIsNotMissed() {
    EvaluationTimes times = new EvaluationTimes(settings);
    times.event(0);
    int now = HOUR;
    for (int i = 0; i < 8; i++) {
      times.evaluated(now);
      times.interrupted(now, false);
      now = times.next();
    }
    times.evaluated(now);
    times.atLatest(now + 60, true);
    times.interrupted(now, false);

    assertThat(times.next()).isEqualTo(now + 60);
  }

  @Test
  void thePauseOutlivesARestart() {
    EvaluationTimes times = new EvaluationTimes(settings);
    times.event(0);
    times.evaluated(HOUR);
    times.interrupted(HOUR, true);
    Snapshot saved = Fields.written(times::fields);
    EvaluationTimes restored = new EvaluationTimes(settings);
    Fields.read(saved, restored::fields);

    int now = restored.next();
    restored.evaluated(now);
    restored.interrupted(now, true);
    assertThat(restored.next()).isEqualTo(now + 2);
  }
}

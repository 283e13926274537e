package io.gnomon.sim.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EvaluationTimesTest {
  private static final int HOUR = 3600;

  private final TuneSettings settings =
      new TuneSettingsBuilder(Search.LIBRARY, Cadence.HOURLY).period(Duration.ofHours(1)).build();

  @Test
  void anEvaluationThatIsInterruptedAgainAndAgainIsRepeatedLessAndLessOften() {
    EvaluationTimes times = new EvaluationTimes(settings);
    times.event(0);
    List<Integer> pauses = new ArrayList<>();
    int now = times.next();
    for (int i = 0; i < 14; i++) {
      times.evaluated(now);
      times.interrupted(now, true);
      pauses.add(times.next() - now);
      now = times.next();
    }
    assertThat(pauses)
        .containsExactly(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, HOUR, HOUR);

    times.evaluated(now); // has a result
    int regular = times.next();
    assertThat(regular).isEqualTo((now / HOUR + 1) * HOUR);
    times.evaluated(regular);
    times.interrupted(regular, true);
    assertThat(times.next()).isEqualTo(regular + 1);
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

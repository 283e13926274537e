package io.gnomon.controller.checkpoint;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.StateSnapshot;
import io.gnomon.sim.fidelity.FidelitySettings;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.Predictors;
import io.gnomon.sim.predict.RuntimePredictor;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.tune.Cadence;
import io.gnomon.sim.tune.Search;
import io.gnomon.sim.tune.TuneSettingsBuilder;
import io.gnomon.sim.tune.Tuner;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/**
 * What an earlier version has written is restored. The file has a tuner after 60 evaluations of a
 * generated workload, policies in the middle of one and predictors at its end, as the version wrote
 * them in which classes had separate methods for writing and reading.
 */
class EarlierCheckpointTest {
  private final Snapshot earlier = read();

  private static Snapshot read() {
    try (GZIPInputStream in =
        new GZIPInputStream(
            requireNonNull(EarlierCheckpointTest.class.getResourceAsStream("earlier.cbor.gz")))) {
      return SnapshotCodec.decode(in.readAllBytes());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aTunerKnowsWhatItHasLearned() {
    ClusterState state = StateSnapshot.restored(earlier.getSection("cluster"));
    Tuner tuner =
        new Tuner(
            new TuneSettingsBuilder(Search.LIBRARY, Cadence.HOURLY)
                .build()
                .reviewed()
                .withFidelity(new FidelitySettings(6 * 3600, 20, 0.5)));
    TunerSections.read(earlier.getSection("tuner"), state, tuner);

    SectionWriter again = new SectionWriter();
    TunerSections.write(tuner, again);
    assertThat(again.content()).isEqualTo(earlier.getSection("tuner"));
    assertThat(tuner.reviews().open()).isNotEmpty();
    assertThat(tuner.forecasts().open()).isNotEmpty();
    assertThat(tuner.fidelity().comparisons()).isPositive();
  }

  @Test
  void policiesContinue() {
    assertThat(earlier.getSections("policies"))
        .hasSize(8)
        .allSatisfy(
            one -> {
              ClusterState state = StateSnapshot.restored(one.getSection("cluster"));
              SchedulingPolicy policy = Policies.create(one.getString("policy"), state);
              policy.adopt(state);
              policy.restore(one.getSection("state"));
              assertThat(policy.snapshot()).isEqualTo(one.getSection("state"));
            });
  }

  @Test
  void predictorsKnowWhatTheyHaveLearned() {
    assertThat(earlier.getSections("predictors"))
        .hasSize(5)
        .allSatisfy(
            one -> {
              RuntimePredictor predictor = Predictors.create(one.getString("predictor"));
              predictor.restore(one.getSection("state"));
              assertThat(predictor.snapshot()).isEqualTo(one.getSection("state"));
            });
  }
}

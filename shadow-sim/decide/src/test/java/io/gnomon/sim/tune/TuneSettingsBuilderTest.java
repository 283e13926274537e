package io.gnomon.sim.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.scenario.ArrivalModel;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.StudyDesign;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TuneSettingsBuilderTest {
  @Test
  void partitionsUsesTheSettingsOfTheReport() {
    TuneSettings settings = new TuneSettingsBuilder(Search.PARTITIONS).build();

    assertThat(settings.threshold()).isEqualTo(10);
    assertThat(settings.periodSeconds()).isEqualTo(7 * 86_400);
    assertThat(settings.horizonSeconds()).isEqualTo(14 * 86_400);
    assertThat(settings.design().arrivals()).isEqualTo(ArrivalModel.REPLAY);
    assertThat(settings.design().samples()).isEqualTo(1);
    assertThat(settings.rails()).isEqualTo(GuardRails.NONE);
  }

  @Test
  void libraryStudiesTheLiveQueueEveryHour() {
    TuneSettings settings = new TuneSettingsBuilder(Search.LIBRARY).build();

    assertThat(settings.threshold()).isEqualTo(1);
    assertThat(settings.periodSeconds()).isEqualTo(3600);
    assertThat(settings.horizonSeconds()).isEqualTo(86_400);
    assertThat(settings.design()).isEqualTo(StudyDesign.SAMPLED);
    assertThat(settings.runtimes()).isEqualTo(TuneSettings.PAST);
  }

  @Test
  void givenSettingsOverrideTheDefaultsOfTheSearch() {
    TuneSettings settings =
        new TuneSettingsBuilder(Search.LIBRARY)
            .threshold(5)
            .period(Duration.ofDays(7))
            .horizon(Duration.ofHours(2))
            .arrivals(ArrivalModel.BOOTSTRAP)
            .samples(4)
            .seed(7)
            .build();

    assertThat(settings.threshold()).isEqualTo(5);
    assertThat(settings.periodSeconds()).isEqualTo(TuneSettings.WEEK);
    assertThat(settings.horizonSeconds()).isEqualTo(7200);
    assertThat(settings.design().arrivals()).isEqualTo(ArrivalModel.BOOTSTRAP);
    assertThat(settings.design().samples()).isEqualTo(4);
    assertThat(settings.design().seed()).isEqualTo(7);
  }

  @Test
  void withoutSamplesJobsRunForTheirEstimates() {
    TuneSettings settings = new TuneSettingsBuilder(Search.LIBRARY).samples(0).build();

    assertThat(settings.design().samplesRuntimes()).isFalse();
    assertThat(settings.design().samples()).isEqualTo(1);
  }

  @Test
  void rejectsValuesOutOfRange() {
    assertThatThrownBy(() -> new TuneSettingsBuilder(Search.LIBRARY).threshold(0.5).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("threshold", "0.5", "at least 1");
    TuneSettingsBuilder unknown =
        new TuneSettingsBuilder(Search.LIBRARY).candidates(List.of(Spec.of("nothing")));
    assertThatThrownBy(unknown::build)
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining("nothing");
  }
}

package io.gnomon.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.scenario.ArrivalModel;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.Search;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

class TuneOptionsTest {
  @Command(name = "loop")
  private static final class Loop {
    @Mixin private final TuneOptions options = new TuneOptions();
  }

  private static TuneOptions options(String... arguments) {
    Loop loop = new Loop();
    new CommandLine(loop).parseArgs(arguments);
    return loop.options;
  }

  @ParameterizedTest
  @CsvSource({
    "--search=PARTITIONS, REPLAY",
    "--search=LIBRARY, MIXED",
    "--arrivals=bootstrap, BOOTSTRAP",
    "--arrivals=None, NONE"
  })
  void theSettingsHaveTheArrivals(String argument, ArrivalModel expected) {
    TuneOptions options = options(argument);

    assertThat(options.settings().design().arrivals()).isEqualTo(expected);
    assertThat(options.arrivalsWord()).isEqualToIgnoringCase(expected.name());
    assertThat(options.oracle()).isFalse();
  }

  @Test
  void anOracleReplacesTheArrivalsOfTheSettings() {
    TuneOptions options = options("--arrivals=oracle");

    assertThat(options.oracle()).isTrue();
    assertThat(options.arrivalsWord()).isEqualTo("oracle");
    assertThat(options.settings().design()).isEqualTo(options().settings().design());
  }

  @ParameterizedTest
  @EnumSource(Search.class)
  void theGuardRailsAreThoseOfTheController(Search search) {
    assertThat(options("--search=" + search).settings().rails())
        .isEqualTo(new GuardRails(0, GuardRails.MIN_GAIN, 0, 0, 0, GuardRails.CHANGES_PER_DAY));
  }

  @Test
  void anUnknownModelOfArrivalsIsRefused() {
    assertThatThrownBy(() -> options("--arrivals=replya"))
        .isInstanceOf(ParameterException.class)
        .hasMessage(
            "--arrivals is 'replya'; it must be one of replay, bootstrap, none, mixed, oracle."
                + " Did you mean 'replay'?");
  }
}

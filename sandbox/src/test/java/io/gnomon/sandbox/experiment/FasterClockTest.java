package io.gnomon.sandbox.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.ChangeSink;
import io.gnomon.bridge.SchedulerPort;
import io.gnomon.events.EventData;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.cluster.ParameterRange;
import io.gnomon.events.cluster.PolicyCapability;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.model.accounts.AccountUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A scheduler whose second is a minute for Gnomon; both clocks begin at 1,000. */
class FasterClockTest {
  private static final String POLICY = "slurm(bf_interval=2s, bf_window=720m, cores-per-node=16)";
  private static final String FASTER =
      "slurm(bf_interval=120s, bf_window=43200m, cores-per-node=16)";

  private final Stub stub = new Stub();
  private final FasterClock clock = new FasterClock(stub, 1_000, 60);

  @Test
  void timesAndDurationsAreLonger() {
    List<EventData> seen = new ArrayList<>();
    clock.changes(0, seen::add);

    assertThat(clock.now()).isEqualTo(1_000 + 60 * 7);
    assertThat(seen).containsExactly(new JobSubmitted("a", 1_000 + 60 * 5, 16, 60 * 180));
  }

  @Test
  void theDeclarationHasLongerTimesAndTheSameCounts() {
    ClusterDeclared declared = clock.declare();

    assertThat(declared.at()).isEqualTo(1_420);
    assertThat(declared.processors()).isEqualTo(144);
    assertThat(declared.accounting()).isEqualTo(usage(1_420, 60 * 50, 60 * 20.5));
    assertThat(declared.configuration()).isEqualTo(new Configuration(FASTER, 3));
    assertThat(declared.capabilities().policies().get(0).parameters())
        .containsExactly(
            new ParameterRange("bf_interval", 60.0, 648_000.0, List.of()),
            new ParameterRange("bf_max_job_test", 1.0, 1e6, List.of()),
            new ParameterRange("sched_interval", null, null, List.of("120s")));
  }

  @Test
  void aConfigurationReturnsAsItWasApplied() throws Exception {
    clock.apply(new Configuration(FASTER, 4));

    assertThat(stub.inForce).isEqualTo(new Configuration(POLICY, 4));
    assertThat(clock.configuration()).isEqualTo(new Configuration(FASTER, 4));
  }

  @Test
  void aTimeThatIsNoWholeNumberForTheSchedulerIsRefused() {
    assertThatThrownBy(() -> clock.apply(new Configuration("slurm(bf_interval=30s)", 4)))
        .isInstanceOf(CannotApplyException.class)
        .hasMessageContaining("multiple of 60");
    assertThat(stub.inForce).isEqualTo(new Configuration(POLICY, 3));
  }

  private static Accounting usage(long at, double ofAccount, double ofUser) {
    return new Accounting(
        List.of(),
        List.of(),
        null,
        new AccountUsage(
            at, List.of(new AccountUsage.OfAccount("physics", ofAccount, Map.of("ada", ofUser)))));
  }

  private static final class Stub implements SchedulerPort {
    private Configuration inForce = new Configuration(POLICY, 3);

    @Override
    public long now() {
      return 1_007;
    }

    @Override
    public ClusterDeclared declare() {
      return new ClusterDeclared(
              1_007,
              144,
              1_000,
              "slurm",
              new Capabilities(
                  List.of(
                      new PolicyCapability(
                          "slurm",
                          List.of(
                              new ParameterRange("bf_interval", 1.0, 10_800.0, List.of()),
                              new ParameterRange("bf_max_job_test", 1.0, 1e6, List.of()),
                              new ParameterRange("sched_interval", null, null, List.of("2s"))))),
                  false,
                  false,
                  false),
              inForce)
          .withAccounting(usage(1_007, 50, 20.5));
    }

    @Override
    public ClusterSnapshot snapshot(long reflectsSequence) {
      return new ClusterSnapshot(1_007, 144, reflectsSequence, inForce, List.of());
    }

    @Override
    public void changes(long lastSequence, ChangeSink sink) {
      sink.accept(new JobSubmitted("a", 1_005, 16, 180));
    }

    @Override
    public Configuration configuration() {
      return inForce;
    }

    @Override
    public void apply(Configuration configuration) {
      inForce = configuration;
    }
  }
}

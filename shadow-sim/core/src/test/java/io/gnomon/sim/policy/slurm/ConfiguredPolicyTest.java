package io.gnomon.sim.policy.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.policy.slurm.parameter.PolicyParameters;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.spec.Spec;
import io.gnomon.slurm.parameter.SlurmParameter;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfiguredPolicyTest {
  @Test
  void valuesAreTakenInSlurmsUnits() {
    ConfiguredPolicy read =
        ConfiguredPolicy.parse("bf_interval=60, bf_window=2880,bf_max_job_test=1000", 16);

    assertThat(read.policy())
        .hasToString(
            "slurm(bf_interval=60, bf_max_job_test=1000, bf_window=2880m, cores-per-node=16)");
    assertThat(read.notModelled()).isEmpty();
  }

  @Test
  void reportsWhatIsNotModelled() {
    ConfiguredPolicy read =
        ConfiguredPolicy.parse("bf_busy_nodes,default_queue_depth=50,max_rpc_cnt=5,gap=7", 1);

    assertThat(read.policy()).hasToString("slurm(cores-per-node=1, default_queue_depth=50)");
    assertThat(read.notModelled()).containsExactly("bf_busy_nodes", "max_rpc_cnt=5", "gap=7");
  }

  @Test
  void optionsWithoutAValueAreOn() {
    ConfiguredPolicy read = ConfiguredPolicy.parse("defer,bf_continue,bf_max_job_part=5", 1);

    assertThat(read.policy())
        .hasToString("slurm(bf_continue=true, bf_max_job_part=5, cores-per-node=1)");
    assertThat(read.notModelled()).isEmpty();
  }

  @Test
  void backfillThatIsSwitchedOffIsTheMainSchedulerAlone() {
    assertThat(ConfiguredPolicy.parse("bf_interval=-1", 1).policy())
        .hasToString("slurm(cores-per-node=1, scheduler=builtin)");
  }

  /** Preemption is configured elsewhere, and flags have no values. */
  @Test
  void otherOptionsOfRowsAreNotModelled() {
    assertThat(ConfiguredPolicy.parse("preempt_youngest_first,bf_window,bf_max_time=-1", 1))
        .isEqualTo(
            new ConfiguredPolicy(
                Spec.parse("slurm(cores-per-node=1)"),
                List.of("preempt_youngest_first", "bf_window", "bf_max_time=-1")));
    assertThatThrownBy(() -> ConfiguredPolicy.parse("bf_continue=yes", 1))
        .isInstanceOf(InvalidSpecException.class);
  }

  @Test
  void noParametersAreSlurmsDefaults() {
    assertThat(ConfiguredPolicy.parse("(null)", 1).policy()).hasToString("slurm(cores-per-node=1)");
    assertThat(ConfiguredPolicy.parse("", 1).policy()).hasToString("slurm(cores-per-node=1)");
  }

  @Test
  void rejectsAValueOutOfSlurmsRange() {
    assertThatThrownBy(() -> ConfiguredPolicy.parse("bf_window=50000", 1))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining("bf_window");
  }

  /** Slurm would read 1 s, and a policy 60 s. */
  @Test
  void rejectsUnitsThatSlurmDoesNotRead() {
    assertThatThrownBy(() -> ConfiguredPolicy.parse("bf_interval=1m", 1))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessage(
            "SchedulerParameters has bf_interval=1m; allowed are whole numbers without a unit");
  }

  @Test
  void theValueOfAParameterIsThatOfThePolicy() {
    Spec policy = Spec.parse("slurm(bf_interval=1m, bf_max_job_test=7)");
    assertThat(PolicyParameters.whole(SlurmParameter.BF_INTERVAL, policy)).isEqualTo(60);
    assertThat(PolicyParameters.whole(SlurmParameter.BF_MAX_JOB_TEST, policy)).isEqualTo(7);
    assertThat(PolicyParameters.whole(SlurmParameter.BF_WINDOW, policy)).isEqualTo(86_400);
    assertThatThrownBy(() -> PolicyParameters.whole(SlurmParameter.BF_BUSY_NODES, policy))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

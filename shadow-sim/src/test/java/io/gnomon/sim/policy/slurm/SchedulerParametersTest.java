package io.gnomon.sim.policy.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.policy.InvalidPolicyException;
import io.gnomon.sim.policy.PolicySpec;
import org.junit.jupiter.api.Test;

class SchedulerParametersTest {
  @Test
  void valuesAreTakenInSlurmsUnits() {
    SchedulerParameters read =
        SchedulerParameters.parse("bf_interval=60, bf_window=2880,bf_max_job_test=1000", 16);

    assertThat(read.policy())
        .hasToString(
            "slurm(bf_interval=60, bf_max_job_test=1000, bf_window=2880m, cores-per-node=16)");
    assertThat(read.notModelled()).isEmpty();
  }

  @Test
  void reportsWhatIsNotModelled() {
    SchedulerParameters read =
        SchedulerParameters.parse("bf_busy_nodes,default_queue_depth=50,max_rpc_cnt=5,gap=7", 1);

    assertThat(read.policy()).hasToString("slurm(cores-per-node=1, default_queue_depth=50)");
    assertThat(read.notModelled()).containsExactly("bf_busy_nodes", "max_rpc_cnt=5", "gap=7");
  }

  @Test
  void optionsWithoutAValueAreOn() {
    SchedulerParameters read = SchedulerParameters.parse("defer,bf_continue,bf_max_job_part=5", 1);

    assertThat(read.policy())
        .hasToString("slurm(bf_continue=true, bf_max_job_part=5, cores-per-node=1)");
    assertThat(read.notModelled()).isEmpty();
  }

  @Test
  void backfillThatIsSwitchedOffIsTheMainSchedulerAlone() {
    assertThat(SchedulerParameters.parse("bf_interval=-1", 1).policy())
        .hasToString("slurm(cores-per-node=1, scheduler=builtin)");
  }

  @Test
  void noParametersAreSlurmsDefaults() {
    assertThat(SchedulerParameters.parse("(null)", 1).policy())
        .hasToString("slurm(cores-per-node=1)");
    assertThat(SchedulerParameters.parse("", 1).policy()).hasToString("slurm(cores-per-node=1)");
  }

  @Test
  void rejectsAValueOutOfSlurmsRange() {
    assertThatThrownBy(() -> SchedulerParameters.parse("bf_window=50000", 1))
        .isInstanceOf(InvalidPolicyException.class)
        .hasMessageContaining("bf_window");
  }

  /** Slurm would read 1 s, and a policy 60 s. */
  @Test
  void rejectsUnitsThatSlurmDoesNotRead() {
    assertThatThrownBy(() -> SchedulerParameters.parse("bf_interval=1m", 1))
        .isInstanceOf(InvalidPolicyException.class)
        .hasMessage(
            "SchedulerParameters has bf_interval=1m; allowed are whole numbers without a unit");
  }

  @Test
  void theValueOfAParameterIsThatOfThePolicy() {
    PolicySpec policy = PolicySpec.parse("slurm(bf_interval=1m, bf_max_job_test=7)");
    assertThat(SchedulerParameters.valueOf("bf_interval", policy)).isEqualTo(60);
    assertThat(SchedulerParameters.valueOf("bf_max_job_test", policy)).isEqualTo(7);
    assertThat(SchedulerParameters.valueOf("bf_window", policy)).isEqualTo(86_400);
    assertThatThrownBy(() -> SchedulerParameters.valueOf("bf_max", policy))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

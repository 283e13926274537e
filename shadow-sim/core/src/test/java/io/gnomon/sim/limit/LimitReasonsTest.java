package io.gnomon.sim.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.limit.LimitReasons.Scope;
import org.junit.jupiter.api.Test;

class LimitReasonsTest {
  @Test
  void namesReasonsAsSqueueDoes() {
    assertThat(text(Scope.ASSOCIATION, TresLimit.GROUP, "cpu")).isEqualTo("AssocGrpCpuLimit");
    assertThat(text(Scope.ASSOCIATION, TresLimit.GROUP, "mem")).isEqualTo("AssocGrpMemLimit");
    assertThat(text(Scope.QOS, TresLimit.GROUP, "gres/gpu:a100")).isEqualTo("QOSGrpGRES");
    assertThat(text(Scope.QOS, TresLimit.USER, "cpu")).isEqualTo("QOSMaxCpuPerUserLimit");
    assertThat(text(Scope.QOS, TresLimit.ACCOUNT, "node")).isEqualTo("MaxNodePerAccount");
    assertThat(text(Scope.ASSOCIATION, TresLimit.JOB, "license/x"))
        .isEqualTo("AssocMaxLicensePerJob");
    assertThat(LimitReasons.of(Scope.QOS, CountLimit.JOBS_OF_USER).text())
        .isEqualTo("QOSMaxJobsPerUserLimit");
  }

  @Test
  void reasonsHaveDifferentTexts() {
    assertThat(WaitingReason.values()).extracting(WaitingReason::text).doesNotHaveDuplicates();
  }

  @Test
  void associationsHaveNoLimitsOfUsers() {
    assertThatThrownBy(() -> LimitReasons.of(Scope.ASSOCIATION, TresLimit.USER, "cpu"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("USER is not a limit of an ASSOCIATION");
  }

  private static String text(Scope scope, TresLimit limit, String tres) {
    return LimitReasons.of(scope, limit, tres).text();
  }
}

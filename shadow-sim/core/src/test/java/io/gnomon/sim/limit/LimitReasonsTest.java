package io.gnomon.sim.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.LimitScope;
import io.gnomon.sim.eligibility.WaitingReason;
import org.junit.jupiter.api.Test;

class LimitReasonsTest {
  @Test
  void namesReasonsAsSqueueDoes() {
    assertThat(text(LimitScope.ASSOCIATION, LimitKind.GROUP_TRES, "cpu"))
        .isEqualTo("AssocGrpCpuLimit");
    assertThat(text(LimitScope.ASSOCIATION, LimitKind.GROUP_TRES, "mem"))
        .isEqualTo("AssocGrpMemLimit");
    assertThat(text(LimitScope.QOS, LimitKind.GROUP_TRES, "gres/gpu:a100")).isEqualTo("QOSGrpGRES");
    assertThat(text(LimitScope.QOS, LimitKind.USER_TRES, "cpu")).isEqualTo("QOSMaxCpuPerUserLimit");
    assertThat(text(LimitScope.QOS, LimitKind.ACCOUNT_TRES, "node")).isEqualTo("MaxNodePerAccount");
    assertThat(text(LimitScope.ASSOCIATION, LimitKind.JOB_TRES, "license/x"))
        .isEqualTo("AssocMaxLicensePerJob");
    assertThat(LimitReasons.of(LimitScope.QOS, LimitKind.JOBS_OF_USER).text())
        .isEqualTo("QOSMaxJobsPerUserLimit");
  }

  @Test
  void reasonsHaveDifferentTexts() {
    assertThat(WaitingReason.values()).extracting(WaitingReason::text).doesNotHaveDuplicates();
  }

  @Test
  void associationsHaveNoLimitsOfUsers() {
    assertThatThrownBy(() -> LimitReasons.of(LimitScope.ASSOCIATION, LimitKind.USER_TRES, "cpu"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("USER_TRES is not a limit of an ASSOCIATION");
  }

  private static String text(LimitScope scope, LimitKind limit, String tres) {
    return LimitReasons.of(scope, limit, tres).text();
  }
}

package io.gnomon.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PreparationTest {
  /** One job for each rule, and one that no rule touches. */
  private static final JobLog RAW =
      JobLog.builder()
          .job(1, 0, 50, 100, 2) // as it should be
          .job(2, 1, 50, 100, 0) // no processors: dropped
          .job(3, 2, -1, 100, 2) // negative runtime: dropped
          .job(4, 3, 50, 100, 9) // wider than 8: clipped
          .job(5, 4, 0, 100, 2) // runtime 0: 1 s
          .job(6, 5, 50, -1, 2) // no estimate: 50
          .job(7, 6, 0, 0, 2) // neither: both 1 s
          .job(8, 7, 150, 100, 2) // runs past its estimate
          .build();

  private static PreparedLog prepared(OverrunRule rule) {
    return new Preparation(8, rule).prepare(RAW);
  }

  @Test
  void countsTheJobsThatEachRuleTouched() {
    for (OverrunRule rule : OverrunRule.values()) {
      PreparationReport report = prepared(rule).report();
      assertThat(report).isEqualTo(new PreparationReport(8, 1, 1, 1, 2, 2, 1));
      assertThat(report.dropped()).isEqualTo(2);
      assertThat(report.kept()).isEqualTo(prepared(rule).log().size()).isEqualTo(6);
      assertThat(report.summary()).startsWith("6 of 8 jobs kept");
    }
  }

  @Test
  void fitsEveryJobToTheMachine() {
    JobLog log = prepared(OverrunRule.EXTEND).log();

    assertThat(log.jobId(1)).isEqualTo(4);
    assertThat(log.width(1)).isEqualTo(8);
    assertThat(log.runtime(2)).isEqualTo(1);
    assertThat(log.estimate(3)).isEqualTo(50);
    assertThat(log.runtime(4)).isEqualTo(1);
    assertThat(log.estimate(4)).isEqualTo(1);
  }

  @Test
  void treatsAnOverrunByItsRule() {
    assertThat(prepared(OverrunRule.EXTEND).log().runtime(5)).isEqualTo(150);
    assertThat(prepared(OverrunRule.EXTEND).log().estimate(5)).isEqualTo(100);
    assertThat(prepared(OverrunRule.KILL).log().runtime(5)).isEqualTo(100);
    assertThat(prepared(OverrunRule.KILL).log().estimate(5)).isEqualTo(100);
    assertThat(prepared(OverrunRule.KNOWN).log().runtime(5)).isEqualTo(150);
    assertThat(prepared(OverrunRule.KNOWN).log().estimate(5)).isEqualTo(150);
  }

  @Test
  void leavesAPreparedLogAsItIs() {
    JobLog once = prepared(OverrunRule.KNOWN).log();

    assertThat(new Preparation(8, OverrunRule.KNOWN).prepare(once).log()).isEqualTo(once);
  }

  @Test
  void refusesAMachineWithoutProcessors() {
    assertThatThrownBy(() -> new Preparation(0, OverrunRule.KILL))
        .hasMessageContaining("0 processors");
  }

  @Test
  void listsTheOverrunRulesForAnUnknownOne() {
    assertThat(OverrunRule.parse("Kill")).isSameAs(OverrunRule.KILL);
    assertThatThrownBy(() -> OverrunRule.parse("ignore"))
        .hasMessageContainingAll("'ignore'", "extend, kill, known");
  }
}

package io.gnomon.slurm.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gnomon.model.machine.AllocationUnit;
import io.gnomon.model.machine.PreemptMode;
import io.gnomon.model.machine.Selection;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlurmSchedulingTest {
  private static SlurmScheduling scheduling(Map<String, String> texts) {
    return SlurmScheduling.of(key -> texts.getOrDefault(key, ""), Rejected.THROW);
  }

  @Test
  void readsSchedulersAndPreemption() {
    assertThat(scheduling(Map.of()))
        .isEqualTo(new SlurmScheduling(true, "", "none", "off", false, 0));
    assertThat(
            scheduling(
                Map.of(
                    "SchedulerType", "sched/builtin",
                    "SchedulerParameters", "bf_interval=60",
                    "PreemptType", "preempt/QOS",
                    "PreemptMode", "GANG,SUSPEND",
                    "PreemptParameters", "youngest_first",
                    "PreemptExemptTime", "00:10:00")))
        .isEqualTo(new SlurmScheduling(false, "bf_interval=60", "qos", "suspend", true, 600));
  }

  @Test
  void theYoungestAreFirstOnlyWhereAnOptionSaysSo() {
    assertThat(scheduling(Map.of("SchedulerParameters", "preempt_youngest_first")).youngestFirst())
        .isTrue();
    assertThat(scheduling(Map.of("PreemptParameters", "youngest_first_not")).youngestFirst())
        .isFalse();
  }

  @Test
  void aTimeThatIsNotUnderstoodIsRejected() {
    assertThat(scheduling(Map.of("PreemptExemptTime", "-1")).preemptExemptSeconds()).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scheduling(Map.of("PreemptExemptTime", "soon")))
        .withMessage("'soon' is not a time such as 1-12:00:00");
  }

  @ParameterizedTest
  @CsvSource({
    "select/linear, CR_Memory, NODE, true, false",
    "select/cons_tres, 'CR_CPU_Memory, CR_LLN', CPU, true, true",
    "select/cons_tres, CR_Core, CORE, false, false",
    "'', '', CORE, false, false"
  })
  void readsHowNodesAreAllocated(
      String type, String parameters, AllocationUnit unit, boolean memory, boolean spread) {
    Map<String, String> texts = Map.of("SelectType", type, "SelectTypeParameters", parameters);
    assertThat(SelectionMapping.of(key -> texts.getOrDefault(key, "")))
        .isEqualTo(new Selection(unit, memory, spread));
  }

  @Test
  void readsHowJobsOfAPartitionOrQosArePreempted() {
    assertThat(SlurmScheduling.preemptMode("")).contains(PreemptMode.CLUSTER);
    assertThat(SlurmScheduling.preemptMode("GANG")).contains(PreemptMode.CLUSTER);
    assertThat(SlurmScheduling.preemptMode("cluster")).contains(PreemptMode.CLUSTER);
    assertThat(SlurmScheduling.preemptMode("GANG,SUSPEND")).contains(PreemptMode.SUSPEND);
    assertThat(SlurmScheduling.preemptMode("requeue, within")).contains(PreemptMode.REQUEUE);
    assertThat(SlurmScheduling.preemptMode("PRIORITY,REQUEUE")).contains(PreemptMode.REQUEUE);
    assertThat(SlurmScheduling.preemptMode("sometimes")).isEmpty();
  }
}

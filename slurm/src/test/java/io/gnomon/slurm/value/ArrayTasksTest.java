package io.gnomon.slurm.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ArrayTasksTest {
  @Test
  void listsTheTasksOfAnArray() {
    assertThat(ArrayTasks.parse("0-3,7,10-20:5%2")).containsExactly(0, 1, 2, 3, 7, 10, 15, 20);
    assertThat(ArrayTasks.parse("[4,2]")).containsExactly(2, 4);
    assertThat(ArrayTasks.parse("")).isEmpty();
  }

  @Test
  void refusesListsThatAreCutOrTooLong() {
    assertThatThrownBy(() -> ArrayTasks.parse("1,3,..."))
        .hasMessage("tasks are not written as 7, 1-9 or 1-9:2");
    assertThatThrownBy(() -> ArrayTasks.parse("0-1000000"))
        .hasMessage("an array has more than 1000000 tasks");
  }

  @Test
  void countsWhatACutListHas() {
    assertThat(JobNumber.parse("12_[1,3-9:2,...%4]"))
        .hasValue(new JobNumber(12, JobNumber.NONE, JobNumber.NONE, 5, false));
  }
}

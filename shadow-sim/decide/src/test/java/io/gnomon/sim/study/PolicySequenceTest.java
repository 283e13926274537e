package io.gnomon.sim.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.PolicySequence.Step;
import java.util.List;
import org.junit.jupiter.api.Test;

class PolicySequenceTest {
  private static final Spec EASY = Spec.of("easy");
  private static final Spec FCFS = Spec.of("fcfs");
  private static final Spec SHORTEST = Spec.parse("easy(order=shortest)");

  private static final PolicySequence SEQUENCE =
      new PolicySequence(List.of(new Step(10, EASY), new Step(20, FCFS), new Step(30, SHORTEST)));

  @Test
  void aPartBeginsWithThePolicyInForce() {
    assertThat(SEQUENCE.from(0)).isEqualTo(SEQUENCE);
    assertThat(SEQUENCE.from(19)).isEqualTo(SEQUENCE);
    assertThat(SEQUENCE.from(20).steps())
        .containsExactly(new Step(20, FCFS), new Step(30, SHORTEST));
    assertThat(SEQUENCE.from(1000).steps()).containsExactly(new Step(30, SHORTEST));
    assertThat(SEQUENCE.first()).isEqualTo(EASY);
    assertThat(SEQUENCE.last()).isEqualTo(SHORTEST);
  }

  @Test
  void aReplacementLeavesOutChangesToThePolicyInForce() {
    assertThat(SEQUENCE.with(policy -> policy.equals(FCFS) ? EASY : policy).steps())
        .containsExactly(new Step(10, EASY), new Step(30, SHORTEST));
  }

  @Test
  void secondsGrow() {
    assertThatThrownBy(() -> new PolicySequence(List.of(new Step(10, EASY), new Step(10, FCFS))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "step 1 of a sequence of policies is at second 10, the one before at 10; seconds must grow");
    assertThatThrownBy(() -> new PolicySequence(List.of()))
        .hasMessage("a sequence of policies has no step; it must have one");
  }
}

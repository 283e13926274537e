package io.gnomon.controller.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.events.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import org.junit.jupiter.api.Test;

class FaultsTest {
  private final List<byte[]> kept = new ArrayList<>();

  private static void failWith(Error error) {
    throw error;
  }

  @Test
  void whatWorkThrowsIsItsFault() {
    for (Error error :
        List.of(
            new StackOverflowError(),
            new OutOfMemoryError(),
            new AssertionError(),
            new ServiceConfigurationError("no provider"))) {
      assertThat(Faults.in(() -> failWith(error))).isSameAs(error);
    }
    assertThat(Faults.in(() -> List.of().get(0))).isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(Faults.in(() -> {})).isNull();
  }

  @Test
  void theTextOfAFaultCanBeWrittenAsJson() {
    for (String message : List.of("\ud800", "x".repeat(472) + "\ud83d\ude00".repeat(20))) {
      String text = Faults.brief(new RuntimeException(message));
      assertThat(text).hasSizeLessThanOrEqualTo(500).isEqualTo(JsonWriter.writable(text));
    }
  }

  @Test
  void anErrorOfTheVirtualMachineIsNoFault() {
    assertThatThrownBy(() -> Faults.in(() -> failWith(new InternalError("broken"))))
        .isInstanceOf(InternalError.class);
  }

  @Test
  void aLackOfMemoryThatLastsIsNoFault() {
    assertThatThrownBy(() -> Faults.in(this::fill)).isInstanceOf(OutOfMemoryError.class);
    kept.clear();
    assertThat(Faults.in(() -> failWith(new OutOfMemoryError()))).isNotNull();
  }

  private void fill() {
    while (true) {
      kept.add(new byte[1 << 20]);
    }
  }
}

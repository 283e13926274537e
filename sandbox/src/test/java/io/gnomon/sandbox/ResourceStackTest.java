package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResourceStackTest {
  @Test
  void anInterruptDoesNotInterruptClosingAndStaysSet() {
    List<Boolean> interrupted = new ArrayList<>();
    ResourceStack resources = new ResourceStack();
    resources.add(() -> interrupted.add(Thread.currentThread().isInterrupted()));
    Thread.currentThread().interrupt();

    resources.close();

    assertThat(interrupted).containsExactly(false);
    assertThat(Thread.interrupted()).isTrue();
  }
}

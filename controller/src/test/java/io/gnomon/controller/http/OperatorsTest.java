package io.gnomon.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class OperatorsTest {
  private final Operators operators =
      new Operators(Map.of("ada", ServedController.ADA, "bob", ServedController.BOB));

  @Test
  void knowsWhoseTokenItIs() {
    assertThat(operators.byAuthorization("Bearer " + ServedController.ADA)).hasValue("ada");
    assertThat(operators.byAuthorization("bearer  " + ServedController.BOB)).hasValue("bob");
  }

  @Test
  void nothingElseIsAToken() {
    assertThat(operators.byAuthorization(null)).isEmpty();
    assertThat(operators.byAuthorization("")).isEmpty();
    assertThat(operators.byAuthorization("Bearer")).isEmpty();
    assertThat(operators.byAuthorization("Bearer ")).isEmpty();
    assertThat(operators.byAuthorization("Basic " + ServedController.ADA)).isEmpty();
    assertThat(operators.byAuthorization("Bearer ada")).isEmpty();
    assertThat(operators.byAuthorization("Bearer " + ServedController.ADA + "x")).isEmpty();
  }
}

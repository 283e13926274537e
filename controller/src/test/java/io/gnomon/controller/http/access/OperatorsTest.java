package io.gnomon.controller.http.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OperatorsTest {
  private static final String ADA = "a-token-of-ada-0123456789";
  private static final String BOB = "a-token-of-bob-0123456789";
  private static final String EVE = "a-token-of-eve-0123456789";

  private final Operators operators =
      new Operators(
          List.of(
              new Credential(User.operator("ada"), ADA),
              new Credential(new User("bob", User.Role.OPERATOR, List.of("kth")), BOB),
              new Credential(new User("eve", User.Role.READER, List.of()), EVE)));

  @Test
  void knowsWhoseTokenItIs() {
    assertThat(operators.byAuthorization("Bearer " + ADA))
        .hasValueSatisfying(user -> assertThat(user.name()).isEqualTo("ada"));
    assertThat(operators.byAuthorization("bearer  " + BOB))
        .hasValueSatisfying(user -> assertThat(user.name()).isEqualTo("bob"));
  }

  @Test
  void nothingElseIsAToken() {
    assertThat(operators.byAuthorization(null)).isEmpty();
    assertThat(operators.byAuthorization("")).isEmpty();
    assertThat(operators.byAuthorization("Bearer")).isEmpty();
    assertThat(operators.byAuthorization("Bearer ")).isEmpty();
    assertThat(operators.byAuthorization("Basic " + ADA)).isEmpty();
    assertThat(operators.byAuthorization("Bearer ada")).isEmpty();
    assertThat(operators.byAuthorization("Bearer " + ADA + "x")).isEmpty();
  }

  @Test
  void anOperatorMayChangeTheClustersOfItsScopeAndAReaderNone() {
    User ada = operators.byAuthorization("Bearer " + ADA).orElseThrow();
    User bob = operators.byAuthorization("Bearer " + BOB).orElseThrow();
    User eve = operators.byAuthorization("Bearer " + EVE).orElseThrow();

    assertThat(ada.mayChange("sdsc")).isTrue();
    assertThat(bob.mayChange("kth")).isTrue();
    assertThat(bob.mayChange("sdsc")).isFalse();
    assertThat(eve.mayChange("kth")).isFalse();
    assertThat(operators.isEmpty()).isFalse();
    operators.replace(List.of(new Credential(eve, EVE)));
    assertThat(operators.isEmpty()).as("no user who may change anything").isTrue();
    assertThat(operators.byAuthorization("Bearer " + ADA)).isEmpty();
  }
}

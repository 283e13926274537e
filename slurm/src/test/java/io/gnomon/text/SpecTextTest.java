package io.gnomon.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecTextTest {
  @Test
  void parametersAreSortedAndSpacesIgnored() {
    SpecText read = SpecText.parse(" easy( order = shortest,head=order ) ");
    assertThat(read).isEqualTo(new SpecText("easy", Map.of("head", "order", "order", "shortest")));
    assertThat(read).hasToString("easy(head=order, order=shortest)");
    assertThat(read.without("head").with("weight", "2"))
        .hasToString("easy(order=shortest, weight=2)");
    assertThat(SpecText.parse("easy()")).hasToString("easy");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "easy(order) | is not of the form key=value",
        "easy(a=1 | does not end with ')'",
        "easy(a=1, a=2) | twice"
      })
  void otherTextIsRefused(String text, String reason) {
    assertThatThrownBy(() -> SpecText.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("policy '" + text + "'")
        .hasMessageContaining(reason);
  }
}

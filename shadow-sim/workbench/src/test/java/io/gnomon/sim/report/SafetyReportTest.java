package io.gnomon.sim.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gnomon.sim.safety.SafetyRatio;
import io.gnomon.sim.safety.SafetyRatio.Check;
import io.gnomon.sim.safety.SafetyRatio.Figure;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SafetyReportTest {
  // 0.5 and 2 are 1 in the mean
  private static final SafetyRatio MEAN =
      new SafetyRatio(
          Check.BEST_INCUMBENT, "w", "easy", Figure.SLOWDOWN, new double[] {0.5, 2}, 1.02);
  private static final SafetyRatio WORSE =
      new SafetyRatio(Check.WRONG_MODEL, "w", "easy", Figure.WAIT, new double[] {3, 4}, 1.05);

  @Test
  void theLimitAppliesToTheGeometricMean() {
    assertThat(MEAN.mean()).isEqualTo(1);
    // the logarithms are ln 2 on either side of it
    assertThat(MEAN.standardError()).isCloseTo(Math.log(2), within(1e-12));
    assertThat(MEAN.max()).isEqualTo(2);
    assertThat(MEAN.holds()).isTrue();
    assertThat(WORSE.holds()).isFalse();
  }

  @Test
  void aMeanAboveTheLimitByLessThanTwiceItsErrorMayBeChance() {
    // 1.1 in the mean, with a standard error of 1.1 ln 1.1, which is 0.105
    assertThat(ratio(0.91, 1, 1.21).mayBeChance()).isTrue();
    assertThat(ratio(0.91, 1, 1.21).holds()).isFalse();
    assertThat(ratio(0.89, 1, 1.21).mayBeChance()).isFalse();
    assertThat(ratio(1.1001, 1, 1.21).mayBeChance()).as("within the limit").isFalse();
    assertThat(ratio(1, 1.5).mayBeChance()).as("a single log").isTrue();
    assertThat(ratio(1, 1, Double.POSITIVE_INFINITY).mayBeChance()).isFalse();
  }

  @Test
  void theTextMarksResultsThatMayBeChance() {
    String text = new SafetyReport(List.of(ratio(1, 1, 1.21)), 1, 2, 3).toText();

    assertThat(text.lines())
        .anyMatch(line -> line.startsWith("w") && line.endsWith("EXCEEDED *"))
        .anyMatch(line -> line.startsWith("* may be chance: "));
  }

  private static SafetyRatio ratio(double limit, double... ratios) {
    return new SafetyRatio(Check.WRONG_MODEL, "w", "easy", Figure.WAIT, ratios, limit);
  }

  @Test
  void theTextHasATableForEachCheckAndMarksExceededLimits() {
    String text = new SafetyReport(List.of(MEAN, WORSE), 1, 2, 3).toText();

    assertThat(text.lines())
        .contains(Check.BEST_INCUMBENT.title(), Check.WRONG_MODEL.title())
        .doesNotContain(Check.CHANGED_CHARACTER.title())
        .anyMatch(line -> line.startsWith("w") && line.contains("1.000") && line.contains("ok"))
        .anyMatch(line -> line.startsWith("w") && line.contains("EXCEEDED"))
        .contains(
            "the limit applies, its standard error (±), and the largest of 2 logs each, seeds from 1; 3 s")
        .noneMatch(line -> line.contains("chance"));
  }

  @Test
  void theJsonHasEachRatio() throws IOException {
    JsonNode json =
        new ObjectMapper().readTree(new SafetyReport(List.of(MEAN, WORSE), 1, 2, 3).toJson());

    assertThat(json.get("holds").asBoolean()).isFalse();
    JsonNode figure = json.get("figures").get(1);
    assertThat(figure.get("check").asText()).isEqualTo("wrong-model");
    assertThat(figure.get("figure").asText()).isEqualTo("wait");
    assertThat(figure.get("ratios")).hasSize(2);
    assertThat(figure.get("standardError").asDouble())
        .isCloseTo(Math.sqrt(12) * Math.log(4.0 / 3) / 2, within(1e-6));
    assertThat(figure.get("max").asDouble()).isEqualTo(4);
  }

  @Test
  void aSingleLogHasNoStandardError() throws IOException {
    SafetyRatio one =
        new SafetyRatio(Check.WRONG_MODEL, "w", "easy", Figure.WAIT, new double[] {1.5}, 1.05);
    SafetyReport report = new SafetyReport(List.of(one), 1, 1, 3);

    assertThat(
            new ObjectMapper().readTree(report.toJson()).get("figures").get(0).has("standardError"))
        .isFalse();
    assertThat(report.toText()).contains("1.500  –");
  }
}

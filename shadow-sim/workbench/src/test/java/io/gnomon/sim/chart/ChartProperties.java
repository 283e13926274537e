package io.gnomon.sim.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.assertj.core.data.Offset;

class ChartProperties {
  @Property(tries = 200)
  void anyNameGivesAWellFormedDocument(@ForAll String name) throws Exception {
    String svg =
        SvgChart.xy(name, ChartAxis.log(name), ChartAxis.linear(name))
            .line(name, new double[] {1}, new double[] {1})
            .toSvg();

    byte[] bytes = svg.getBytes(StandardCharsets.UTF_8);
    assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(svg);
    assertThat(
            DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(bytes))
                .getDocumentElement()
                .getTagName())
        .isEqualTo("svg");
  }

  @Property(tries = 300)
  void aScaleContainsItsValuesAndItsTicksIncrease(
      @ForAll @Scale(3) @DoubleRange(min = 0.001, max = 1e6) double least,
      @ForAll @Scale(3) @DoubleRange(min = 1.001, max = 1e9) double ratio,
      @ForAll boolean logarithmic,
      @ForAll boolean forBars) {
    ChartAxis axis = new ChartAxis("x", logarithmic);
    ChartScale scale = ChartScale.of(axis, least, least * ratio, forBars, 0, 1000);

    double roundOff = 1e-9 * least * ratio;
    assertThat(scale.low()).isLessThanOrEqualTo(least + roundOff);
    assertThat(scale.high()).isGreaterThanOrEqualTo(least * ratio - roundOff);
    assertThat(scale.at(scale.low())).isCloseTo(0, Offset.offset(1e-6));
    assertThat(scale.at(scale.high())).isCloseTo(1000, Offset.offset(1e-6));
    assertThat(scale.at(least)).isLessThan(scale.at(least * ratio));
    List<Double> ticks = scale.ticks();
    assertThat(ticks).hasSizeBetween(1, 14).isSorted().doesNotHaveDuplicates();
  }
}

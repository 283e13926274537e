package io.gnomon.sim.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class SvgChartTest {
  private static final double[] X = {1, 10, 100, 1000};
  private static final double[] Y = {0.1, 0.4, 0.7, 1};

  @Test
  void holdsTitleAxesAndSeriesNamesAsText() throws Exception {
    Document chart =
        parsed(
            SvgChart.xy("Waits & <slowdowns>", ChartAxis.log("wait, s"), fraction())
                .steps("easy", X, Y)
                .line("multi-queue(partitions=4)", X, Y)
                .marks("change", new double[] {50}));

    assertThat(chart.getDocumentElement().getTagName()).isEqualTo("svg");
    assertThat(texts(chart, "text"))
        .contains("Waits & <slowdowns>", "wait, s", "fraction of jobs")
        .contains("easy", "multi-queue(partitions=4)", "change")
        .contains("1", "10", "100", "1000");
    assertThat(texts(chart, "title")).containsExactly("Waits & <slowdowns>");
    assertThat(texts(chart, "desc").get(0)).contains("easy");
  }

  @Test
  void putsValuesOfALogarithmicAxisAtEqualDistancesForEqualRatios() throws Exception {
    Document chart = parsed(SvgChart.xy("", ChartAxis.log("x"), fraction()).line("a", X, Y));

    List<Double> at = numbers(chart, "circle", "cx");
    assertThat(at).hasSize(4);
    double decade = at.get(1) - at.get(0);
    assertThat(at.get(2) - at.get(1)).isCloseTo(decade, within());
    assertThat(at.get(3) - at.get(2)).isCloseTo(decade, within());
    assertThat(at.get(0)).isEqualTo(78.0);
    assertThat(at.get(3)).isEqualTo(836.0);
  }

  @Test
  void drawsZeroAtTheLowerEndOfALogarithmicAxis() throws Exception {
    Document chart =
        parsed(
            SvgChart.xy("", ChartAxis.log("x"), fraction())
                .line("a", new double[] {0, 10, 1000}, new double[] {0, 0.5, 1}));

    assertThat(numbers(chart, "circle", "cx")).startsWith(78.0, 78.0);
  }

  @Test
  void barsAreSideBySideAndGrowWithTheirValues() throws Exception {
    Document chart =
        parsed(
            SvgChart.bars("", "category", List.of("SN", "LW"), ChartAxis.linear("slowdown"))
                .bars("easy", new double[] {2, 4})
                .bars("fcfs", new double[] {Double.NaN, 8}));

    List<Double> heights = numbers(chart, "rect", "height");
    List<Double> lefts = numbers(chart, "rect", "x");
    assertThat(texts(chart, "text")).contains("SN", "LW", "easy", "fcfs");
    // The page, three bars (one value is missing), the frame, two samples of the legend.
    assertThat(heights).hasSize(7);
    assertThat(heights.get(2)).isCloseTo(2 * heights.get(1), within());
    assertThat(heights.get(3)).isCloseTo(2 * heights.get(2), within());
    assertThat(lefts.get(3))
        .isCloseTo(lefts.get(2) + numbers(chart, "rect", "width").get(2), within());
  }

  @Test
  void aMissingValueLeavesAGapInTheLine() {
    String chart =
        SvgChart.xy("", ChartAxis.linear("week"), ChartAxis.linear("slowdown"))
            .line("a", new double[] {0, 1, 2, 3, 4}, new double[] {1, 2, Double.NaN, 2, 1})
            .toSvg();

    String path = chart.substring(chart.indexOf(" d=\"") + 4);
    assertThat(path.substring(0, path.indexOf('"'))).matches("M[^M]*L[^M]*M[^M]*L[^M]*");
  }

  @Test
  void aLongSeriesIsThinnedAndKeepsItsLastPoint() {
    double[] x = IntStream.rangeClosed(1, 250_000).asDoubleStream().toArray();
    double[] y = IntStream.rangeClosed(1, 250_000).mapToDouble(i -> i / 250_000.0).toArray();

    String chart = SvgChart.xy("", ChartAxis.log("wait, s"), fraction()).steps("a", x, y).toSvg();

    assertThat(chart.length()).isLessThan(40_000);
    assertThat(chart).containsPattern("V44\" fill=\"none\"");
  }

  @Test
  void theSameSeriesGiveTheSameBytes(@TempDir Path folder) throws IOException {
    Path first = folder.resolve("new/a.svg");
    Path second = folder.resolve("new/b.svg");
    for (Path file : List.of(first, second)) {
      SvgChart.xy("t", ChartAxis.log("x"), fraction()).steps("a", X, Y).write(file);
    }

    assertThat(first).hasSameBinaryContentAs(second);
    assertThat(Files.readString(first)).startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\"");
  }

  @Test
  void aChartWithoutValuesIsValid() throws Exception {
    Document chart =
        parsed(
            SvgChart.xy("empty", ChartAxis.log("x"), fraction())
                .line("a", new double[0], zeros(0)));

    assertThat(texts(chart, "text")).contains("empty", "a");
  }

  @Test
  void linesOfOneChartDifferInColourOrDashes() {
    assertThat(IntStream.range(0, 35).mapToObj(ChartStyle::of).map(s -> s.colour() + s.dashes()))
        .doesNotHaveDuplicates();
  }

  @Test
  void aSeriesThatDoesNotFitIsRejected() {
    SvgChart bars = SvgChart.bars("", "c", List.of("SN", "LW"), ChartAxis.linear("y"));
    assertThatThrownBy(() -> bars.bars("easy", X))
        .hasMessage("series 'easy' has 4 values; this chart has 2 categories");
    assertThatThrownBy(() -> bars.line("easy", X, Y)).hasMessageContaining("use bars");
    assertThatThrownBy(() -> SvgChart.xy("", ChartAxis.log("x"), fraction()).line("a", X, zeros(3)))
        .hasMessage("series 'a' has 4 x and 3 y: it needs one y for each x");
  }

  private static double[] zeros(int length) {
    return new double[length];
  }

  private static ChartAxis fraction() {
    return ChartAxis.linear("fraction of jobs");
  }

  private static Offset<Double> within() {
    return Offset.offset(0.3);
  }

  private static Document parsed(SvgChart chart) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(chart.toSvg().getBytes(StandardCharsets.UTF_8)));
  }

  private static List<String> texts(Document chart, String element) {
    return elements(chart, element).stream().map(Element::getTextContent).toList();
  }

  private static List<Double> numbers(Document chart, String element, String attribute) {
    return elements(chart, element).stream()
        .map(found -> Double.valueOf(found.getAttribute(attribute)))
        .toList();
  }

  private static List<Element> elements(Document chart, String name) {
    NodeList found = chart.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }
}

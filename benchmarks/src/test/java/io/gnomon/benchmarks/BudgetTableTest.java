package io.gnomon.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BudgetTableTest {
  @Test
  void showsRequiredAndMeasuredValueAndWhetherTheBudgetIsMet() {
    BudgetTable table = new BudgetTable();
    table.atMost("fork", 50, 32.7123, "µs");
    table.atLeast("decode", 1_000_000, 999_499, "events/s");
    table.info("jobs", 0.0123456, "");

    assertThat(table.toString().lines().skip(2))
        .containsExactly(
            "| fork | at most 50 µs | 32.7 µs | yes |",
            "| decode | at least 1,000,000 events/s | 999,000 events/s | no |",
            "| jobs | – | 0.0123 | – |");
  }

  @Test
  void aFailedPartIsARowThatIsNotMet() {
    BudgetTable table = new BudgetTable();
    table.failed("KAFKA", new IOException("no | answer\nwithin 20 s"));

    assertThat(table.toString())
        .endsWith(
            "| KAFKA | – | could not be measured: java.io.IOException: no answer within 20 s | no |\n");
  }

  @Test
  void missingInputsAreNamedOnceAndATableWithoutFiguresIsEmpty(@TempDir Path folder)
      throws IOException {
    BudgetTable table = new BudgetTable();
    Path there = Files.createFile(folder.resolve("there"));
    Path missing = folder.resolve("missing");

    assertThat(table.has(there)).isTrue();
    assertThat(table.has(missing)).isFalse();
    assertThat(table.has(missing)).isFalse();

    assertThat(table.missing()).containsExactly(missing);
    assertThat(table.isEmpty()).isTrue();
    table.info("jobs", 1, "");
    assertThat(table.isEmpty()).isFalse();
  }

  @Test
  void theCommandFailsIfNothingCouldBeMeasuredAndSaysWhatIsMissing(@TempDir Path folder) {
    StringWriter errors = new StringWriter();
    CommandLine command = Benchmark.commandLine().setErr(new PrintWriter(errors));
    String traces = folder.resolve("traces").toString();

    int status = command.execute("--only", "slow_policies,decode", "--traces", traces);

    assertThat(status).isEqualTo(1);
    assertThat(errors.toString()).contains(traces, Trace.KTH.file(), "nothing was measured");
  }

  @Test
  void figuresHaveThreeSignificantDigits() {
    assertThat(Figure.of(999.6)).isEqualTo("1,000");
    assertThat(Figure.of(0)).isEqualTo("0");
    assertThat(Figure.of(1_234_567)).isEqualTo("1,230,000");
    assertThat(Figure.of(Double.NaN)).isEqualTo("–");
  }
}

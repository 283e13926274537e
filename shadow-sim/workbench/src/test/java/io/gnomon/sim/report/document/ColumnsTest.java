package io.gnomon.sim.report.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnsTest {
  private record Row(String policy, double mean, double share, double error) {}

  private static final List<Row> ROWS =
      List.of(
          new Row("easy(a=1, b=2)", 12.3456, 0.5, Double.NaN),
          new Row("f|cfs", Double.NaN, 0.25, 0.125));

  private static final Columns<Row> COLUMNS =
      new Columns<Row>()
          .text("policy", "policy", Row::policy)
          .number("meanWait", "mean wait, s", Row::mean, 1)
          .percent("share", "share, %", Row::share)
          .optional("error", "±", Row::error, 2);

  @Test
  void isATableForPeople() {
    assertThat(COLUMNS.table(ROWS))
        .hasToString(
            """
            policy          mean wait, s  share, %     ±
            easy(a=1, b=2)          12.3      50.0     –
            f|cfs                      -      25.0  0.12
            """);
  }

  @Test
  void isCsvWithUnroundedNumbers() {
    assertThat(COLUMNS.csv(ROWS))
        .isEqualTo(
            """
            policy,meanWait,share,error
            "easy(a=1, b=2)",12.3456,0.5,
            f|cfs,,0.25,0.125
            """);
  }

  @Test
  void isJsonWithoutTheNumbersThatARowDoesNotHave() {
    assertThat(COLUMNS.write(new Json(), ROWS))
        .hasToString(
            """
            [
              {
                "policy": "easy(a=1, b=2)",
                "meanWait": 12.3456,
                "share": 0.5
              },
              {
                "policy": "f|cfs",
                "meanWait": null,
                "share": 0.25,
                "error": 0.125
              }
            ]
            """);
  }

  @Test
  void isATableOfADocument() {
    Document document = new Document("T", List.of(COLUMNS.table(ROWS).caption("Waits", 1)));
    assertThat(document.toMarkdown())
        .endsWith(
            """
            Waits:

            | policy | mean wait, s | share, % | ± |
            | --- | ---: | ---: | --- |
            | easy(a=1, b=2) | 12.3 | 50.0 | – |
            | f\\|cfs | - | 25.0 | 0.12 |
            """);
    assertThat(document.toHtml())
        .contains("<caption>Waits</caption>", "<th scope=\"row\">f|cfs</th>");
  }

  @Test
  void aRowHasACellForEachColumn() {
    Table table = new Table("a", "b");
    assertThatThrownBy(() -> table.row("1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a row has 1 cells, but the table has 2 columns");
  }
}

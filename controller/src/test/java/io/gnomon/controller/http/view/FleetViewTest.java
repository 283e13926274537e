package io.gnomon.controller.http.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FleetViewTest {
  private static final List<JsonObject> ROWS =
      List.of(
          new JsonObject().put("id", "b").put("waiting", 9),
          new JsonObject().put("id", "d"),
          new JsonObject().put("id", "a").put("waiting", 10),
          new JsonObject().put("id", "c").put("waiting", 10));

  private static List<String> page(String column, boolean descending, int offset, int limit) {
    JsonObject page = FleetView.page(ROWS, column, descending, offset, limit);
    assertThat(page.getInteger("total")).isEqualTo(4);
    return ids(page.getJsonArray("clusters")).toList();
  }

  private static Stream<String> ids(JsonArray rows) {
    return rows.stream().map(row -> ((JsonObject) row).getString("id"));
  }

  @Test
  void rowsAreSortedByNumbersAndThenById() {
    assertThat(page("waiting", false, 0, 9)).containsExactly("b", "a", "c", "d");
    assertThat(page("waiting", true, 0, 9)).containsExactly("a", "c", "b", "d");
    assertThat(page("id", true, 0, 9)).containsExactly("d", "c", "b", "a");
  }

  @Test
  void pagesFollowEachOther() {
    assertThat(page("id", false, 0, 3)).containsExactly("a", "b", "c");
    assertThat(page("id", false, 3, 3)).containsExactly("d");
    assertThat(page("id", false, 4, 3)).isEmpty();
  }
}

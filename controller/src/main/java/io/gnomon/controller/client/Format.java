package io.gnomon.controller.client;

import io.vertx.core.json.JsonObject;
import java.util.Locale;

/** Format of an answer on standard output. */
enum Format {
  TABLE,
  JSON;

  String print(JsonObject answer, String text) {
    return this == JSON ? answer.encodePrettily() + "\n" : text;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}

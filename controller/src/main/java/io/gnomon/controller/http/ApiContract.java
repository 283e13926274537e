package io.gnomon.controller.http;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The contract of the API, which is served and which requests are validated against.
 *
 * @param text in YAML
 */
record ApiContract(String text) {
  private static final String RESOURCE = "/openapi.yaml";
  private static final String JSON = "application/json";

  /** Reads it from the class path. */
  static ApiContract load() {
    try (InputStream in = ApiContract.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is not on the class path");
      }
      return new ApiContract(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(RESOURCE + " cannot be read", e);
    }
  }

  /**
   * The same as JSON, with responses as far as the validator knows their types: problems are called
   * JSON, texts are left out.
   */
  JsonObject json() {
    try {
      @SuppressWarnings("unchecked")
      Map<String, Object> map = new YAMLMapper().readValue(text, Map.class);
      JsonObject contract = new JsonObject(map);
      narrow(contract.getJsonObject("components").getJsonObject("responses"));
      forEachObject(
          contract.getJsonObject("paths"),
          path ->
              forEachObject(
                  path,
                  operation -> {
                    if (operation.containsKey("responses")) {
                      narrow(operation.getJsonObject("responses"));
                    }
                  }));
      return contract;
    } catch (IOException e) {
      throw new UncheckedIOException(RESOURCE + " is not YAML", e);
    }
  }

  private static void narrow(JsonObject responses) {
    forEachObject(
        responses,
        response -> {
          JsonObject content = response.getJsonObject("content");
          if (content == null) {
            return;
          }
          JsonObject known = new JsonObject();
          content.forEach(
              type -> {
                if (type.getKey().endsWith("json")) {
                  known.put(JSON, type.getValue());
                }
              });
          response.remove("content");
          if (!known.isEmpty()) {
            response.put("content", known);
          }
        });
  }

  private static void forEachObject(JsonObject parent, Consumer<JsonObject> action) {
    for (String name : parent.fieldNames()) {
      if (parent.getValue(name) instanceof JsonObject child) {
        action.accept(child);
      }
    }
  }
}

package io.gnomon.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.OutputUnit;
import io.vertx.openapi.contract.MediaType;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.contract.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The contract as a document: its examples are true, and what it says is complete. */
class ApiContractTest {
  private final JsonObject json = ApiContract.load().json();

  @Test
  void everyExampleFitsItsSchema() throws Exception {
    Vertx vertx = Vertx.vertx();
    try {
      OpenAPIContract contract = ServedController.await(OpenAPIContract.from(vertx, json));
      List<String> checked = new ArrayList<>();
      for (Operation operation : contract.operations()) {
        if (operation.getRequestBody() != null) {
          check(contract, operation, operation.getRequestBody().getContent(), checked);
        }
        for (int status = 200; status < 600; status++) {
          if (operation.getResponse(status) != null) {
            check(contract, operation, operation.getResponse(status).getContent(), checked);
          }
        }
      }
      assertThat(checked)
          .contains("approve", "freeze", "study", "getForecast", "getQueue", "listDecisions");
    } finally {
      ServedController.await(vertx.close());
    }
  }

  private static void check(
      OpenAPIContract contract,
      Operation operation,
      Map<String, MediaType> content,
      List<String> checked) {
    for (MediaType type : content.values()) {
      Object example = type.getOpenAPIModel().getValue("example");
      if (example instanceof JsonObject object) {
        // the reader notes in each object of the document where it stands
        example = object.copy();
        ((JsonObject) example).remove("__absolute_uri__");
        OutputUnit verdict =
            contract.getSchemaRepository().validator(type.getSchema()).validate(example);
        assertThat(verdict.getValid())
            .as("%s: %s: %s", operation.getOperationId(), example, verdict.getErrors())
            .isTrue();
        checked.add(operation.getOperationId());
      }
    }
  }

  @Test
  void whateverChangesSomethingAsksForATokenAndAReason() {
    JsonObject paths = json.getJsonObject("paths");
    List<String> changing = new ArrayList<>();
    for (String path : paths.fieldNames()) {
      JsonObject post = paths.getJsonObject(path).getJsonObject("post");
      if (post != null && !path.endsWith("/studies")) {
        changing.add(post.getString("operationId"));
        assertThat(post.getJsonArray("security")).as(path).isNotEmpty();
        assertThat(schema(post).getJsonArray("required")).as(path).contains("reason");
      }
    }
    assertThat(changing)
        .containsExactlyInAnyOrder(
            "approve", "reject", "setMode", "freeze", "unfreeze", "rollBack");
  }

  private JsonObject schema(JsonObject post) {
    JsonObject body = post.getJsonObject("requestBody");
    String reference = body.getString("$ref");
    if (reference != null) {
      body =
          json.getJsonObject("components")
              .getJsonObject("requestBodies")
              .getJsonObject(reference.substring(reference.lastIndexOf('/') + 1));
    }
    return body.getJsonObject("content").getJsonObject("application/json").getJsonObject("schema");
  }

  @Test
  void everyOperationHasASummary() {
    JsonObject paths = json.getJsonObject("paths");
    for (String path : paths.fieldNames()) {
      for (String method : List.of("get", "post")) {
        JsonObject operation = paths.getJsonObject(path).getJsonObject(method);
        if (operation != null) {
          assertThat(operation.getString("summary")).as(path).isNotBlank();
        }
      }
    }
  }
}

package io.gnomon.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.http.access.Credential;
import io.gnomon.controller.http.access.Network;
import io.gnomon.controller.http.access.User;
import io.gnomon.controller.operation.Mode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.openapi.contract.Location;
import io.vertx.openapi.contract.MediaType;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.contract.Operation;
import io.vertx.openapi.contract.Parameter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every parameter of every operation of the contract, with values that clients get wrong. */
class HostileParametersTest {
  private static final int LIMIT_MILLIS = 20_000; // below the deadline of the server
  private static final List<String> VALUES =
      List.of(
          "1e3",
          "1.0",
          "1e0",
          "+1",
          "%2B1",
          "1.5",
          "99999999999999999999999999",
          "1e400",
          "1e-400",
          "-1",
          "-0",
          "",
          "0x10",
          "NaN",
          "null",
          "true",
          "[1]",
          "%7B%7D",
          "%22",
          "%31",
          "%00",
          "%0a",
          "%ff",
          "%c3%28",
          "%ed%a0%80",
          "%zz",
          "%",
          "\u00e9",
          "\u00ff\u00fe",
          "%20",
          "a/b",
          "%2F..");
  private static final List<Object> JSON =
      List.of(
          1e3,
          1.0,
          1.5,
          1e300,
          -1,
          0,
          "",
          "1e3",
          "\u0000",
          true,
          Long.MAX_VALUE,
          new java.math.BigInteger("99999999999999999999999999"),
          new JsonArray().add(1),
          new JsonObject());

  private final List<String> wrong = new ArrayList<>();
  private ServedController served;
  private OpenAPIContract contract;
  private int requests;

  @BeforeEach
  void serve() throws Exception {
    List<Credential> ada = List.of(new Credential(User.operator("ada"), ServedController.ADA));
    HttpSettings.Access access =
        new HttpSettings.Access(
            ada, () -> ada, false, List.of(), List.of(Network.parse("127.0.0.1")), List.of(), null);
    served =
        new ServedController(
                HttpSettings.loopback(0).withAccess(access),
                new ControllerTestDriver(Mode.APPROVE, 2, 500_000))
            .proposing();
    contract =
        ServedController.await(OpenAPIContract.from(served.vertx, ApiContract.load().json()));
  }

  @AfterEach
  void stop() throws Exception {
    served.close();
  }

  @Test
  void everyParameterOfEveryOperationIsAnsweredWithoutAFault() throws Exception {
    for (Operation operation : contract.operations()) {
      for (Parameter parameter : operation.getParameters()) {
        for (String value : VALUES) {
          expectAnswer(operation, parameter, List.of(value));
        }
        expectAnswer(operation, parameter, List.of("1", "2"));
        expectAnswer(operation, parameter, List.of("1e3", "1e3"));
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(requests).isGreaterThan(2_000);
    assertThat(served.get("listClusters", "/api/v1/clusters").status()).isEqualTo(200);
  }

  @Test
  void everyFieldOfEveryBodyIsAnsweredWithoutAFault() throws Exception {
    for (Operation operation : contract.operations()) {
      if (operation.getRequestBody() == null) {
        continue;
      }
      for (MediaType type : operation.getRequestBody().getContent().values()) {
        JsonObject example = type.getOpenAPIModel().getJsonObject("example").copy();
        example.remove("__absolute_uri__");
        for (String field : example.fieldNames()) {
          for (Object value : JSON) {
            String body = example.copy().put(field, value).encode();
            expectAnswer(operation, path(operation, null, ""), Map.of(), body);
          }
        }
        for (String body : List.of("", "{", "[]", "null", "1e3", "{}", "\u00ff")) {
          expectAnswer(operation, path(operation, null, ""), Map.of(), body);
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(requests).isGreaterThan(150);
  }

  @Test
  void anIntegerCountsHoweverItIsWritten() throws Exception {
    String jobs = ServedController.CLUSTER + "/jobs?limit=";
    assertThat(served.get("listJobs", jobs + "1.0").json().getJsonArray("jobs")).hasSize(1);
    assertThat(served.get("listJobs", jobs + "2e0").json().getJsonArray("jobs")).hasSize(2);
    assertThat(served.get("listJobs", jobs + "1e3").json())
        .isEqualTo(served.get("listJobs", jobs + "1000").json());
    assertThat(served.get("listJobs", jobs + "1e4").status()).isEqualTo(400);
  }

  @Test
  void everyWholeNumberHasARange() {
    for (Operation operation : contract.operations()) {
      for (Parameter parameter : operation.getParameters()) {
        if ("integer".equals(parameter.getSchema().get("type", ""))) {
          assertThat(parameter.getSchema().fieldNames())
              .as(operation.getOperationId() + " " + parameter.getName())
              .contains("minimum", "maximum");
        }
      }
    }
  }

  private void expectAnswer(Operation operation, Parameter parameter, List<String> values)
      throws IOException {
    StringBuilder path = new StringBuilder(path(operation, parameter, values.get(0)));
    Map<String, String> headers = new LinkedHashMap<>();
    for (String value : values) {
      if (parameter.getIn() == Location.QUERY) {
        char mark = path.indexOf("?") < 0 ? '?' : '&';
        path.append(mark).append(parameter.getName()).append('=').append(value);
      } else if (parameter.getIn() == Location.HEADER) {
        headers.put(parameter.getName(), value);
      }
    }
    String body = "";
    if (operation.getRequestBody() != null) {
      for (MediaType type : operation.getRequestBody().getContent().values()) {
        JsonObject example = type.getOpenAPIModel().getJsonObject("example").copy();
        example.remove("__absolute_uri__");
        body = example.encode();
      }
    }
    expectAnswer(operation, path.toString(), headers, body);
  }

  /** The path with a value for the parameter, and the other ones that are required. */
  private static String path(Operation operation, Parameter parameter, String value) {
    String path = operation.getAbsoluteOpenAPIPath();
    StringBuilder query = new StringBuilder();
    for (Parameter other : operation.getParameters()) {
      if (other.getIn() == Location.PATH) {
        String known = other.getName().equals("cluster") ? ControllerTestDriver.CLUSTER : "4711";
        path = path.replace("{" + other.getName() + "}", other == parameter ? value : known);
      } else if (other.getIn() == Location.QUERY && other.isRequired() && other != parameter) {
        query.append(query.isEmpty() ? '?' : '&').append(other.getName()).append("=1");
      }
    }
    return path + query;
  }

  private void expectAnswer(
      Operation operation, String path, Map<String, String> headers, String body)
      throws IOException {
    requests++;
    StringBuilder request = new StringBuilder();
    request.append(operation.getHttpMethod()).append(' ').append(path).append(" HTTP/1.1\r\n");
    request.append("Host: localhost\r\nContent-Type: application/json\r\n");
    // each request is that of another client
    request.append("X-Forwarded-For: 10.0.").append(requests / 250).append('.');
    request.append(requests % 250).append("\r\n");
    if (!operation.getSecurityRequirements().isEmpty()) {
      request.append("Authorization: Bearer ").append(ServedController.ADA).append("\r\n");
    }
    headers.forEach((name, text) -> request.append(name + ": " + text + "\r\n"));
    request.append("Content-Length: ").append(body.length()).append("\r\n\r\n").append(body);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.port)) {
      socket.setSoTimeout(LIMIT_MILLIS);
      socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.ISO_8859_1));
      String status =
          new BufferedReader(
                  new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))
              .readLine();
      if (status == null || !status.matches("HTTP/1.1 [234].*")) {
        wrong.add(status + " for " + operation.getHttpMethod() + " " + path + " " + body);
      }
    } catch (IOException silence) {
      wrong.add(silence + " for " + operation.getHttpMethod() + " " + path + " " + body);
    }
  }
}

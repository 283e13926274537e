package io.gnomon.controller.http.replica;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.PemTrustOptions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Requests to the other replicas: for a cluster that one of them owns, and for all their clusters.
 * A request that another replica has passed on is never passed on again. The sender's token goes
 * with a request, because each replica checks it. All methods run on one event loop context.
 */
public final class Replicas {
  /** The header of a request that another replica has passed on. */
  public static final String PASSED_ON = "x-gnomon-passed-on";

  private static final int CONNECT_MILLIS = 2_000;
  private static final long ASK_MILLIS = 2_000;
  // requests for simulations take long
  private static final long PASS_MILLIS = TimeUnit.MINUTES.toMillis(5);
  private static final int MOST_OWNERS = 10_000;
  private static final List<String> SENT =
      List.of("authorization", "content-type", "idempotency-key", "accept");
  private static final List<String> RETURNED =
      List.of("content-type", "cache-control", "retry-after", "www-authenticate");

  private final HttpClient client;
  private final boolean tls;
  private final Supplier<Future<List<String>>> others;
  // by cluster, the latest used last; an owner that has changed answers with 404
  private final Map<String, ReplicaAddress> owners =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ReplicaAddress> eldest) {
          return size() > MOST_OWNERS;
        }
      };

  /**
   * A client of the other replicas.
   *
   * @param certificate the PEM file of the replicas' certificate chain, which is trusted; null if
   *     they use plain HTTP
   * @param others returns the client ids of the other members of the consumer group
   */
  public Replicas(Vertx vertx, @Nullable Path certificate, Supplier<Future<List<String>>> others) {
    this.others = others;
    tls = certificate != null;
    HttpClientOptions options = new HttpClientOptions().setConnectTimeout(CONNECT_MILLIS);
    if (certificate != null) {
      options
          .setSsl(true)
          .setTrustOptions(new PemTrustOptions().addCertPath(certificate.toString()));
    }
    client = vertx.createHttpClient(options);
  }

  /** An answer that is passed back. */
  public record Answer(int status, MultiMap headers, Buffer body) {
    /** The headers that go back to the sender. */
    public Map<String, String> returned() {
      Map<String, String> returned = new LinkedHashMap<>();
      for (String name : RETURNED) {
        String value = headers.get(name);
        if (value != null) {
          returned.put(name, value);
        }
      }
      return returned;
    }
  }

  /** Another replica, and what it answered or why it did not. */
  private record Reply(
      String replica, @Nullable ReplicaAddress address, @Nullable Answer answer, String problem) {
    private boolean found() {
      return answer != null && answer.status() == 200;
    }
  }

  /**
   * Passes a request for a cluster to its owner.
   *
   * @param method the method to use
   * @param body the request's body, or null without one
   * @return the answer, or null if no other replica owns the cluster; fails if the owner does not
   *     answer
   */
  public Future<@Nullable Answer> pass(
      HttpServerRequest request, HttpMethod method, @Nullable Buffer body, String cluster) {
    if (request.getHeader(PASSED_ON) != null) {
      return Future.succeededFuture(null);
    }
    Function<ReplicaAddress, Future<Answer>> send =
        owner -> send(owner, method, request.uri(), request.headers(), body, PASS_MILLIS);
    ReplicaAddress known = owners.get(cluster);
    Future<@Nullable Answer> first =
        known == null ? Future.succeededFuture(null) : send.apply(known).map(answer -> answer);
    return first
        .onFailure(failure -> owners.remove(cluster))
        .compose(
            answer ->
                answer != null && answer.status() != 404
                    ? Future.succeededFuture(answer)
                    : owner(cluster, request.headers())
                        .compose(
                            owner ->
                                owner == null
                                    ? Future.succeededFuture(answer)
                                    : send.apply(owner).map(second -> second)));
  }

  private Future<@Nullable ReplicaAddress> owner(String cluster, MultiMap headers) {
    owners.remove(cluster);
    String path =
        "/api/v1/clusters/%s/proposals"
            .formatted(URLEncoder.encode(cluster, StandardCharsets.UTF_8));
    return askOthers(path, headers)
        .map(
            replies -> {
              ReplicaAddress owner =
                  replies.stream()
                      .filter(Reply::found)
                      .map(Reply::address)
                      .filter(Objects::nonNull)
                      .findFirst()
                      .orElse(null);
              if (owner != null) {
                owners.put(cluster, owner);
              }
              return owner;
            });
  }

  /**
   * Asks all other replicas for something, with a limit of {@value #ASK_MILLIS} ms; never fails.
   *
   * @param request the request to answer, of which the token is used
   * @return the replicas' answers that are successful, and {@code silent}, the others with reasons
   */
  public Future<JsonObject> askAll(String path, HttpServerRequest request) {
    if (request.getHeader(PASSED_ON) != null) {
      return Future.succeededFuture(
          new JsonObject().put("answers", new JsonArray()).put("silent", new JsonArray()));
    }
    return askOthers(path, request.headers())
        .otherwise(
            failure ->
                List.of(
                    new Reply(
                        "all others", null, null, "the consumer group is unknown: " + failure)))
        .map(
            replies -> {
              JsonArray answers = new JsonArray();
              JsonArray silent = new JsonArray();
              for (Reply reply : replies) {
                Answer answer = reply.answer();
                if (answer != null && reply.found()) {
                  answers.add(answer.body().toJsonObject().put("replica", reply.replica()));
                } else {
                  silent.add(
                      new JsonObject()
                          .put("replica", reply.replica())
                          .put(
                              "reason",
                              answer == null ? reply.problem() : "status " + answer.status()));
                }
              }
              return new JsonObject().put("answers", answers).put("silent", silent);
            });
  }

  private Future<List<Reply>> askOthers(String path, MultiMap headers) {
    return others
        .get()
        .compose(
            ids -> {
              List<Future<Reply>> replies = new ArrayList<>();
              ids.forEach(id -> replies.add(ask(id, path, headers)));
              return Future.join(replies)
                  .map(done -> replies.stream().map(Future::result).toList());
            });
  }

  private Future<Reply> ask(String clientId, String path, MultiMap headers) {
    ReplicaAddress address = ReplicaAddress.ofClientId(clientId).orElse(null);
    if (address == null) {
      return Future.succeededFuture(
          new Reply(
              clientId, null, null, "it has no address for others; set http.advertised-address"));
    }
    String name = address.toString();
    return send(address, HttpMethod.GET, path, headers, null, ASK_MILLIS)
        .map(answer -> new Reply(name, address, answer, ""))
        .otherwise(failure -> new Reply(name, address, null, String.valueOf(failure.getMessage())));
  }

  private Future<Answer> send(
      ReplicaAddress to,
      HttpMethod method,
      String uri,
      MultiMap headers,
      @Nullable Buffer body,
      long limitMillis) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(method)
            .setHost(to.host())
            .setPort(to.port())
            .setSsl(tls)
            .setURI(uri)
            .putHeader(PASSED_ON, "true");
    for (String name : SENT) {
      String value = headers.get(name);
      if (value != null) {
        options.putHeader(name, value);
      }
    }
    return client
        .request(options)
        .compose(request -> body == null ? request.send() : request.send(body))
        .compose(Replicas::whole)
        .timeout(limitMillis, TimeUnit.MILLISECONDS);
  }

  private static Future<Answer> whole(HttpClientResponse response) {
    return response.body().map(body -> new Answer(response.statusCode(), response.headers(), body));
  }

  /** Closes the connections. */
  public Future<Void> close() {
    return client.close();
  }
}

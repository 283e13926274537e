package io.gnomon.controller.http.replica;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemTrustOptions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  /** The header of the answer 404 of a replica that does not own the cluster. */
  public static final String NOT_OWNER = "x-gnomon-not-owner";

  // requests for simulations take long
  private static final long PASS_MILLIS = TimeUnit.MINUTES.toMillis(5);
  private static final long MEMBERS_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final int MOST_OWNERS = 10_000;
  private static final int MOST_CONNECTIONS = 64;
  private static final int MOST_QUEUED = 256;
  private static final List<String> SENT =
      List.of("authorization", "content-type", "idempotency-key", "accept");
  private static final List<String> RETURNED =
      List.of("content-type", "cache-control", "retry-after", "www-authenticate");

  private final HttpClientAgent client;
  private final boolean tls;
  private final long askMillis;
  private final Supplier<@Nullable ReplicaAddress> own;
  private final Supplier<Future<List<String>>> others;
  private @Nullable Members members;
  // by cluster, the latest used last
  private final Map<String, ReplicaAddress> owners =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ReplicaAddress> eldest) {
          return size() > MOST_OWNERS;
        }
      };

  /** The other members of the consumer group, and when they were asked for. */
  private record Members(Future<List<String>> ids, long atNanos) {}

  /**
   * A client of the other replicas.
   *
   * @param certificate the PEM file of the replicas' certificate chain, which is trusted; null if
   *     they use plain HTTP
   * @param askSeconds in which a replica must accept a connection, and answer a question; at least
   *     1
   * @param own returns the address of this replica, or null if it has none for others
   * @param others returns the client ids of the other members of the consumer group
   */
  public Replicas(
      Vertx vertx,
      @Nullable Path certificate,
      int askSeconds,
      Supplier<@Nullable ReplicaAddress> own,
      Supplier<Future<List<String>>> others) {
    this.own = own;
    this.others = others;
    askMillis = TimeUnit.SECONDS.toMillis(askSeconds);
    tls = certificate != null;
    HttpClientOptions options = new HttpClientOptions().setConnectTimeout((int) askMillis);
    if (certificate != null) {
      options
          .setSsl(true)
          .setTrustOptions(new PemTrustOptions().addCertPath(certificate.toString()));
    }
    client =
        vertx.createHttpClient(
            options,
            new PoolOptions().setHttp1MaxSize(MOST_CONNECTIONS).setMaxWaitQueueSize(MOST_QUEUED));
  }

  /** Trusts another certificate chain, in PEM, from the next connection on. */
  public Future<Boolean> trust(Buffer certificate) {
    return client.updateSSLOptions(
        new ClientSSLOptions()
            .setHostnameVerificationAlgorithm("HTTPS")
            .setTrustOptions(new PemTrustOptions().addCertValue(certificate)));
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

    private static Reply silent(String replica, String problem) {
      return new Reply(replica, null, null, problem);
    }
  }

  /** Whether the consumer group has no other member; fails if it is unknown. */
  public Future<Boolean> alone() {
    return members().map(List::isEmpty);
  }

  /**
   * Passes a request for a cluster to its owner.
   *
   * @param method the method to use
   * @param body the request's body, or null without one
   * @return the answer, or null if all other replicas say that they do not own the cluster; fails
   *     if one does not answer that may own it, or if the replicas are unknown
   */
  public Future<@Nullable Answer> pass(
      HttpServerRequest request, HttpMethod method, @Nullable Buffer body, String cluster) {
    Function<ReplicaAddress, Future<Answer>> send =
        owner ->
            send(owner, method, request.uri(), request.headers(), body, PASS_MILLIS)
                .onFailure(failure -> owners.remove(cluster))
                .recover(failure -> silent(owner.toString(), failure.getMessage()));
    ReplicaAddress known = owners.get(cluster);
    if (known == null) {
      return search(cluster, request.headers(), send);
    }
    return send.apply(known)
        .compose(
            answer -> {
              if (answer.headers().get(NOT_OWNER) == null) {
                return Future.succeededFuture(answer);
              }
              owners.remove(cluster);
              members = null; // the new owner may have joined just now
              return search(cluster, request.headers(), send);
            });
  }

  /** Looks for the owner with a question that all users may ask, and sends it the request. */
  private Future<@Nullable Answer> search(
      String cluster, MultiMap headers, Function<ReplicaAddress, Future<Answer>> send) {
    String path =
        "/api/v1/clusters/%s/jobs?limit=1&user=-"
            .formatted(URLEncoder.encode(cluster, StandardCharsets.UTF_8).replace("+", "%20"));
    return askOthers(path, "jobs", headers)
        .compose(
            replies -> {
              Answer refusal = null;
              Reply silent = null;
              for (Reply reply : replies) {
                ReplicaAddress address = reply.address();
                Answer answer = reply.answer();
                if (answer == null || address == null) {
                  silent = reply;
                } else if (reply.found()) {
                  owners.put(cluster, address);
                  return send.apply(address).map(sent -> sent);
                } else if (answer.status() != 404) {
                  refusal = answer;
                }
              }
              return refusal == null && silent != null
                  ? silent(silent.replica(), silent.problem())
                  : Future.succeededFuture(refusal);
            });
  }

  private static <T> Future<T> silent(String replica, @Nullable String problem) {
    return Future.failedFuture("replica %s does not answer: %s".formatted(replica, problem));
  }

  /**
   * Asks all other replicas for something; never fails.
   *
   * @param field of the answers, an array; an answer without it is none
   * @param request the request to answer, of which the token is used
   * @return the replicas' answers that are successful, and {@code silent}, the others with reasons
   */
  public Future<JsonObject> askAll(String path, String field, HttpServerRequest request) {
    if (request.getHeader(PASSED_ON) != null) {
      return Future.succeededFuture(
          new JsonObject().put("answers", new JsonArray()).put("silent", new JsonArray()));
    }
    return askOthers(path, field, request.headers())
        .otherwise(
            failure -> List.of(Reply.silent("all others", String.valueOf(failure.getMessage()))))
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

  /** The client ids of the other members, which are asked for once in some seconds. */
  private Future<List<String>> members() {
    Members last = members;
    if (last == null || last.ids().failed() || System.nanoTime() - last.atNanos() > MEMBERS_NANOS) {
      last =
          new Members(
              others
                  .get()
                  .recover(
                      failure ->
                          Future.failedFuture(
                              "the consumer group is unknown: " + failure.getMessage())),
              System.nanoTime());
      members = last;
    }
    return last.ids();
  }

  private Future<List<Reply>> askOthers(String path, String field, MultiMap headers) {
    return members()
        .compose(
            ids -> {
              List<Future<Reply>> replies = new ArrayList<>();
              ids.forEach(id -> replies.add(ask(id, path, field, headers)));
              return Future.join(replies)
                  .map(done -> replies.stream().map(Future::result).toList());
            });
  }

  private Future<Reply> ask(String clientId, String path, String field, MultiMap headers) {
    ReplicaAddress address = ReplicaAddress.ofClientId(clientId).orElse(null);
    if (address == null) {
      return Future.succeededFuture(
          Reply.silent(clientId, "it has no address for others; set http.advertised-address"));
    }
    String name = address.toString();
    if (address.equals(own.get())) {
      return Future.succeededFuture(
          Reply.silent(name, "it has the address of this replica; set http.advertised-address"));
    }
    return send(address, HttpMethod.GET, path, headers, null, askMillis)
        .map(answer -> new Reply(name, address, checked(answer, field), ""))
        .otherwise(failure -> Reply.silent(name, String.valueOf(failure.getMessage())));
  }

  private static Answer checked(Answer answer, String field) {
    if (answer.status() == 200
        && !(answer.body().toJsonObject().getValue(field) instanceof JsonArray)) {
      throw new DecodeException("the answer has no array '" + field + "'");
    }
    return answer;
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
            .setConnectTimeout(askMillis) // with the time in the queue
            .putHeader(PASSED_ON, "true");
    for (String name : SENT) {
      String value = headers.get(name);
      if (value != null) {
        options.putHeader(name, value);
      }
    }
    return client.request(options).compose(request -> exchange(request, body, limitMillis));
  }

  private static Future<Answer> exchange(
      HttpClientRequest request, @Nullable Buffer body, long limitMillis) {
    return (body == null ? request.send() : request.send(body))
        .compose(Replicas::whole)
        .timeout(limitMillis, TimeUnit.MILLISECONDS)
        .onFailure(failure -> request.reset());
  }

  private static Future<Answer> whole(HttpClientResponse response) {
    return response.body().map(body -> new Answer(response.statusCode(), response.headers(), body));
  }

  /** Closes the connections. */
  public Future<Void> close() {
    return client.close();
  }
}

package io.gnomon.controller.http.replica;

import io.gnomon.controller.http.access.User;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Requests to the other replicas: for a cluster that one of them owns, and for all their clusters.
 * A request that another replica has passed on is never passed on again. With keys, requests are
 * sent as {@link ReplicaSignatures} says, and only signed answers are used; without, only requests
 * of clients that are not known are passed on. All methods run on one event loop context.
 */
public final class Replicas {
  /** The header of a request that another replica has passed on, with its statement. */
  public static final String PASSED_ON = "x-gnomon-passed-on";

  /** The header of the answer 404 of a replica that does not own the cluster: its coverage. */
  public static final String NOT_OWNER = "x-gnomon-not-owner";

  /** The header with the signature of an answer. */
  public static final String PROOF = "x-gnomon-proof";

  static final List<String> SENT = List.of("content-type", "idempotency-key", "accept");
  static final List<String> RETURNED =
      List.of("content-type", "cache-control", "retry-after", NOT_OWNER);
  private static final String UNSIGNED = "true";
  private static final long MEMBERS_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final int MOST_OWNERS = 10_000;
  private static final int MOST_CONNECTIONS = 64;
  private static final int MOST_QUEUED = 256;
  private static final int MOST_BYTES = 8 << 20; // of an answer
  private static final List<String> TYPES = List.of("application/json", "application/problem+json");

  private final HttpClientAgent client;
  private final boolean tls;
  private final long askMillis;
  private final Supplier<@Nullable ReplicaAddress> own;
  private final Supplier<Future<List<String>>> others;
  private final @Nullable ReplicaSignatures signatures;
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
   * @param signatures prove the replicas, or null without keys
   */
  public Replicas(
      Vertx vertx,
      @Nullable Path certificate,
      int askSeconds,
      Supplier<@Nullable ReplicaAddress> own,
      Supplier<Future<List<String>>> others,
      @Nullable ReplicaSignatures signatures) {
    this.own = own;
    this.others = others;
    this.signatures = signatures;
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

  /**
   * A request to pass on.
   *
   * @param headers by name in lower case; of these, some are passed on
   * @param body of the request, empty without one
   * @param user who sends it, or null if the client is not known
   * @param limitMillis the time in which it must be answered
   */
  public record Request(
      HttpMethod method,
      String uri,
      Map<String, String> headers,
      Buffer body,
      @Nullable User user,
      long limitMillis) {}

  /** Another replica, and what it answered or why it did not. */
  private record Reply(
      String replica, @Nullable ReplicaAddress address, @Nullable Answer answer, String problem) {
    private static Reply silent(String replica, String problem) {
      return new Reply(replica, null, null, problem);
    }
  }

  /**
   * Returns what a request that another replica has passed on proves, or null if it proves nothing.
   *
   * @throws IllegalArgumentException if its statement is not for this request
   */
  public ReplicaSignatures.@Nullable Signed accept(String statement, Request request) {
    if (statement.equals(UNSIGNED)) {
      return null;
    }
    if (signatures == null) {
      throw new IllegalArgumentException("this one has no keys; set commands.key-file");
    }
    return signatures.accept(statement, request, own.get());
  }

  /**
   * Passes a request for a cluster to its owner.
   *
   * @param coverage of this replica, when it did not have the cluster
   * @return the answer, or null if no replica has the cluster; fails if one that does not answer
   *     may have it, or if the replicas are unknown
   */
  public Future<@Nullable Answer> pass(Request request, String cluster, Coverage coverage) {
    ReplicaAddress known = owners.get(cluster);
    if (known == null) {
      return search(request, cluster, coverage);
    }
    return send(known, request, cluster)
        .compose(
            answer -> {
              if (!answer.headers().containsKey(NOT_OWNER)) {
                return Future.succeededFuture(answer);
              }
              owners.remove(cluster);
              members = null; // the new owner may have joined just now
              return search(request, cluster, coverage);
            });
  }

  private Future<Answer> send(ReplicaAddress owner, Request request, String cluster) {
    return send(owner, request)
        .onFailure(failure -> owners.remove(cluster))
        .recover(
            failure ->
                Future.failedFuture(
                    "replica %s does not answer: %s".formatted(owner, failure.getMessage())));
  }

  /** Looks for the owner with a question that all users may ask, and sends it the request. */
  private Future<@Nullable Answer> search(Request request, String cluster, Coverage coverage) {
    String path =
        "/api/v1/clusters/%s/jobs?limit=1&user=-"
            .formatted(URLEncoder.encode(cluster, StandardCharsets.UTF_8).replace("+", "%20"));
    return askOthers(path, "jobs", "job", request.user())
        .compose(
            replies -> {
              Coverage covered = coverage;
              Answer refusal = null;
              String problem = "not all partitions of the events topic are restored";
              for (Reply reply : replies) {
                ReplicaAddress address = reply.address();
                Answer answer = reply.answer();
                if (answer == null || address == null || answer.status() >= 500) {
                  problem = "replica " + reply.replica() + " does not answer: " + reply.problem();
                } else if (answer.status() == 200) {
                  owners.put(cluster, address);
                  return send(address, request, cluster).map(sent -> sent);
                } else if (answer.headers().containsKey(NOT_OWNER)) {
                  covered = covered.with(String.valueOf(answer.headers().get(NOT_OWNER)));
                } else {
                  refusal = answer;
                }
              }
              return refusal == null && !covered.isComplete()
                  ? Future.failedFuture(problem)
                  : Future.succeededFuture(refusal);
            });
  }

  /**
   * What the other replicas have.
   *
   * @param entries of their lists, each with the {@code replica}
   * @param silent the replicas that did not answer, with reasons
   */
  public record Gathered(List<JsonObject> entries, JsonArray silent) {}

  /**
   * Asks all other replicas for a list; never fails.
   *
   * @param field of the answers, an array of objects; an answer without it is none
   * @param key of each object, a text
   * @param user who asks, or null if the client is not known
   */
  public Future<Gathered> askAll(String path, String field, String key, @Nullable User user) {
    return askOthers(path, field, key, user)
        .otherwise(
            failure -> List.of(Reply.silent("all others", String.valueOf(failure.getMessage()))))
        .map(
            replies -> {
              Gathered gathered = new Gathered(new ArrayList<>(), new JsonArray());
              for (Reply reply : replies) {
                Answer answer = reply.answer();
                if (answer != null && answer.status() == 200) {
                  for (Object entry : answer.body().toJsonObject().getJsonArray(field)) {
                    gathered.entries().add(((JsonObject) entry).put("replica", reply.replica()));
                  }
                } else {
                  gathered
                      .silent()
                      .add(
                          new JsonObject()
                              .put("replica", reply.replica())
                              .put("reason", reply.problem()));
                }
              }
              return gathered;
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

  private Future<List<Reply>> askOthers(
      String path, String field, String key, @Nullable User user) {
    Request question =
        new Request(HttpMethod.GET, path, Map.of(), Buffer.buffer(), user, askMillis);
    return members()
        .compose(
            ids -> {
              List<Future<Reply>> replies = new ArrayList<>();
              ids.forEach(id -> replies.add(ask(id, question, field, key)));
              return Future.join(replies)
                  .map(done -> replies.stream().map(Future::result).toList());
            });
  }

  private Future<Reply> ask(String clientId, Request question, String field, String key) {
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
    return send(address, question)
        .map(
            answer -> {
              check(answer, field, key);
              return new Reply(name, address, answer, "status " + answer.status());
            })
        .otherwise(failure -> Reply.silent(name, String.valueOf(failure.getMessage())));
  }

  private static void check(Answer answer, String field, String key) {
    if (answer.status() != 200) {
      return;
    }
    if (!(answer.body().toJsonValue() instanceof JsonObject object
        && object.getValue(field) instanceof JsonArray entries)) {
      throw new DecodeException("the answer has no array '" + field + "'");
    }
    for (Object entry : entries) {
      if (!(entry instanceof JsonObject one && one.getValue(key) instanceof String)) {
        throw new DecodeException("an entry of '" + field + "' has no text '" + key + "'");
      }
    }
  }

  private Future<Answer> send(ReplicaAddress to, Request request) {
    if (own.get() == null) {
      return Future.failedFuture("this replica has no address for it; set http.advertised-address");
    }
    if (signatures == null && request.user() != null) {
      return Future.failedFuture(
          "requests of known users are passed on only between replicas with commands.key-file");
    }
    String statement = signatures == null ? UNSIGNED : signatures.sign(request, to);
    RequestOptions options =
        new RequestOptions()
            .setMethod(request.method())
            .setHost(to.host())
            .setPort(to.port())
            .setSsl(tls)
            .setURI(request.uri())
            .setConnectTimeout(askMillis) // with the time in the queue
            .putHeader(PASSED_ON, statement);
    for (String name : SENT) {
      String value = request.headers().get(name);
      if (value != null) {
        options.putHeader(name, value);
      }
    }
    return client
        .request(options)
        .compose(
            sent ->
                sent.send(request.body())
                    .compose(
                        response -> whole(response).map(body -> read(response, body, statement)))
                    .timeout(request.limitMillis(), TimeUnit.MILLISECONDS)
                    .onFailure(failure -> sent.reset()));
  }

  private static Future<Buffer> whole(HttpClientResponse response) {
    Promise<Buffer> whole = Promise.promise();
    Buffer body = Buffer.buffer();
    response
        .exceptionHandler(whole::tryFail)
        .endHandler(end -> whole.tryComplete(body))
        .handler(
            part -> {
              if (body.length() + part.length() > MOST_BYTES) {
                whole.tryFail("its answer has more than " + MOST_BYTES + " bytes");
              } else {
                body.appendBuffer(part);
              }
            });
    return whole.future();
  }

  private Answer read(HttpClientResponse response, Buffer body, String statement) {
    Map<String, String> headers = new HashMap<>();
    for (String name : RETURNED) {
      String value = response.getHeader(name);
      if (value != null) {
        headers.put(name, value);
      }
    }
    int status = response.statusCode();
    Answer answer = new Answer(status, headers, body);
    if (signatures != null && !signatures.proves(statement, answer, response.getHeader(PROOF))) {
      throw new IllegalStateException(
          "its answer with status %d does not prove that it is a replica; give all replicas the same commands.key-file"
              .formatted(status));
    }
    if (status < 200 || !TYPES.contains(headers.get("content-type"))) {
      throw new DecodeException("its answer with status " + status + " is not JSON");
    }
    return answer;
  }

  /** Closes the connections. */
  public Future<Void> close() {
    return client.close();
  }
}

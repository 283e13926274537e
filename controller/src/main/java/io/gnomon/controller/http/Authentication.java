package io.gnomon.controller.http;

import io.gnomon.controller.http.access.AccessCounters;
import io.gnomon.controller.http.access.AccessCounters.Refusal;
import io.gnomon.controller.http.access.Client;
import io.gnomon.controller.http.access.Clients;
import io.gnomon.controller.http.access.Operators;
import io.gnomon.controller.http.access.TokenBuckets;
import io.gnomon.controller.http.access.User;
import io.gnomon.controller.http.replica.ReplicaSignatures;
import io.gnomon.controller.http.replica.Replicas;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks bearer tokens. Each token is checked and a known one accepted, so that others at the same
 * address cannot lock an operator out. So the number of guesses is not limited; tokens are too long
 * to be guessed. After {@value #ATTEMPTS} unknown tokens, the answer to a client's next ones is 429
 * instead of 401, except once in {@value #SECONDS_PER_ATTEMPT} s, and its connection is closed.
 * Failures are counted and logged, at most one line in {@value #SECONDS_PER_LINE} s. On one event
 * loop context.
 */
final class Authentication {
  private static final Logger LOG = LoggerFactory.getLogger(Authentication.class);
  private static final long SECOND = 1_000_000_000L;
  private static final int ATTEMPTS = 10;
  private static final int SECONDS_PER_ATTEMPT = 6;
  private static final int SECONDS_PER_LINE = 10;
  private static final int MOST_CLIENTS = 4096;
  private static final String HEADER = "authorization";
  private static final Pattern USER_NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.@-]{0,254}");

  private final Operators operators;
  private final Clients clients;
  private final @Nullable String userHeader;
  private final Replicas replicas;
  private final AccessCounters counters;
  private final TokenBuckets<String> failures;
  private final TokenBuckets<String> lines;
  private long unlogged;

  /**
   * Checks with these operators.
   *
   * @param clients the names of clients
   * @param userHeader the header in which a trusted proxy names the user; null for none
   * @param replicas check what other replicas have signed
   * @param nanoTime a clock that does not run backwards
   */
  Authentication(
      Operators operators,
      Clients clients,
      @Nullable String userHeader,
      Replicas replicas,
      AccessCounters counters,
      LongSupplier nanoTime) {
    this.operators = operators;
    this.clients = clients;
    this.userHeader = userHeader;
    this.replicas = replicas;
    this.counters = counters;
    failures = new TokenBuckets<>(ATTEMPTS, SECONDS_PER_ATTEMPT * SECOND, MOST_CLIENTS, nanoTime);
    lines = new TokenBuckets<>(1, SECONDS_PER_LINE * SECOND, 1, nanoTime);
  }

  /** Whether no operators are configured. */
  boolean hasNoOperators() {
    return operators.isEmpty();
  }

  /** Reads the body of a request that another replica has passed on; its signature includes it. */
  static void readIfSigned(RoutingContext context, BodyHandler body) {
    if (context.request().getHeader(Replicas.PASSED_ON) == null) {
      context.next();
    } else {
      body.handle(context);
    }
  }

  /** Finds out who sends a request that another replica has passed on, or refuses it. */
  void acceptSigned(RoutingContext context) {
    String statement = context.request().getHeader(Replicas.PASSED_ON);
    try {
      if (statement != null) {
        context.put(
            Responses.SIGNED, replicas.accept(statement, ApiRequest.toPassOn(context, null, 0)));
      }
      context.next();
    } catch (IllegalArgumentException refused) {
      refuse(context, "a replica may not pass this request to this one: " + refused.getMessage());
    }
  }

  /**
   * The user whose token a request carries, or whom a trusted proxy or another replica names,
   * without counting a failure. A request with a token is that of the token's holder only.
   */
  Optional<User> user(RoutingContext context) {
    ReplicaSignatures.Signed signed = context.get(Responses.SIGNED);
    if (signed != null) {
      return Optional.ofNullable(signed.user());
    }
    HttpServerRequest request = context.request();
    String token = request.getHeader(HEADER);
    return token == null ? named(request) : operators.byAuthorization(token);
  }

  /** The user whom a trusted proxy names, once; from other addresses the header is ignored. */
  private Optional<User> named(HttpServerRequest request) {
    if (userHeader == null || !clients.isProxy(request.remoteAddress().hostAddress())) {
      return Optional.empty();
    }
    List<String> names = request.headers().getAll(userHeader);
    return names.size() == 1 && USER_NAME.matcher(names.get(0)).matches()
        ? Optional.of(User.ofJobs(names.get(0)))
        : Optional.empty();
  }

  /** The client for limits: the user, or the address. */
  Client client(RoutingContext context) {
    return user(context)
        .map(user -> new Client(user.name(), true))
        .orElseGet(() -> new Client(address(context), false));
  }

  /** The user whose token a request carries; or null, and the request is answered. */
  @Nullable User require(RoutingContext context) {
    Optional<User> user = user(context);
    if (user.isPresent()) {
      return user.get();
    }
    String address = address(context);
    if (context.request().getHeader(HEADER) == null) {
      unauthorized(
          context,
          Refusal.NO_TOKEN,
          "an operator's token is required, as 'Authorization: Bearer TOKEN'");
    } else if (failures.take(address)) {
      log(address, context.request());
      unauthorized(
          context,
          Refusal.UNKNOWN_TOKEN,
          "This token is not known. Enter the token of an operator in the file that"
              + " http.operators-file names.");
    } else {
      counters.add(Refusal.LOGIN_RATE);
      long wait = failures.secondsToNext(address);
      context.response().putHeader("retry-after", Long.toString(wait));
      reject(
          context,
          new HttpProblem(
              429,
              "too many unknown tokens came from this address; use a known one, or wait "
                  + wait
                  + " s"));
    }
    return null;
  }

  private void unauthorized(RoutingContext context, Refusal refusal, String detail) {
    counters.add(refusal);
    context.response().putHeader("www-authenticate", "Bearer realm=\"gnomon\"");
    reject(context, new HttpProblem(401, detail));
  }

  /** The operator who sends a request; or null, and the request is answered. */
  @Nullable User requireOperator(RoutingContext context) {
    if (operators.isEmpty()) {
      counters.add(Refusal.PERMISSION);
      reject(context, new HttpProblem(403, "no operators are configured; set http.operators-file"));
      return null;
    }
    User user = require(context);
    if (user == null || user.isOperator()) {
      return user;
    }
    refuse(context, "'" + user.name() + "' may only read");
    return null;
  }

  /** Answers that the user may not do this. */
  void refuse(RoutingContext context, String detail) {
    counters.add(Refusal.PERMISSION);
    reject(context, new HttpProblem(403, detail));
  }

  private String address(RoutingContext context) {
    HttpServerRequest request = context.request();
    return clients.of(
        request.remoteAddress().hostAddress(), request.headers().getAll("x-forwarded-for"));
  }

  private void log(String address, HttpServerRequest request) {
    if (lines.take("")) {
      LOG.warn(
          "failed login from {}: unknown token for {} {}{}",
          address,
          request.method(),
          request.path().replaceAll("[^\\x21-\\x7e]", "?"),
          unlogged == 0 ? "" : "; " + unlogged + " more since the last such message");
      unlogged = 0;
    } else {
      unlogged++;
    }
  }

  /** Answers, perhaps before the body has been read, and closes the connection. */
  private static void reject(RoutingContext context, HttpProblem problem) {
    context.response().putHeader("connection", "close");
    problem.answer(context);
  }
}

package io.gnomon.controller.http;

import io.gnomon.controller.http.access.AccessCounters;
import io.gnomon.controller.http.access.AccessCounters.Refusal;
import io.gnomon.controller.http.access.AllowedHosts;
import io.gnomon.controller.http.access.CrossSite;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.HostAndPort;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The first handler of each request: sets the headers that protect browsers, and refuses malformed
 * addresses, requests for other hosts and those that pages of other sites make browsers send.
 * Probes of health are exempt, because they name the address of the pod or of a balancer.
 */
final class RequestGuard {
  /** In a context whose request was HEAD and is routed as GET. */
  static final String HEAD = "head";

  private static final String POLICY =
      "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none';"
          + " object-src 'none'; frame-ancestors ";
  private static final String JOB_PAGE = "/job.html";
  private static final String HEALTH = "/health/";
  private static final String API = "/api/";
  private static final Pattern MALFORMED = Pattern.compile("%(?!\\p{XDigit}{2})");
  private static final String YEAR = "max-age=31536000";

  private final AllowedHosts hosts;
  private final String frames;
  private final boolean tls;
  private final AccessCounters counters;

  /**
   * A guard.
   *
   * @param frames origins of pages that may show the page of a job in a frame; it only reads
   */
  RequestGuard(AllowedHosts hosts, List<String> frames, boolean tls, AccessCounters counters) {
    this.hosts = hosts;
    this.frames = String.join(" ", frames);
    this.tls = tls;
    this.counters = counters;
  }

  void handle(RoutingContext context) {
    HttpServerRequest request = context.request();
    if (MALFORMED.matcher(request.uri()).find()) {
      protect(context.response(), false);
      new HttpProblem(400, "after % in an address, there must be two hexadecimal digits")
          .answer(context);
      return;
    }
    protect(context.response(), context.normalizedPath().equals(JOB_PAGE) && !frames.isEmpty());
    HostAndPort authority = request.authority();
    String path = context.normalizedPath();
    if (!path.startsWith(HEALTH)
        && !hosts.allows(
            authority == null ? null : authority.host(), request.localAddress().hostAddress())) {
      refuse(
          context,
          Refusal.HOST,
          new HttpProblem(
              421,
              "this host is not allowed; use an address of the controller, or add the name to"
                  + " http.allowed-hosts"));
    } else if (path.startsWith(API)
        && CrossSite.isCrossSite(
            request.getHeader("sec-fetch-site"),
            request.getHeader("origin"),
            authority == null ? null : authority.toString())) {
      refuse(
          context,
          Refusal.CROSS_SITE,
          new HttpProblem(
              403, "pages of other sites may not use the API; open the dashboard instead"));
    } else {
      context.next();
    }
  }

  /** Answers, perhaps before the body has been read, and closes the connection. */
  private void refuse(RoutingContext context, Refusal refusal, HttpProblem problem) {
    counters.add(refusal);
    context.response().putHeader("connection", "close");
    problem.answer(context);
  }

  /** Routes HEAD as GET; Vert.x then sends no content. */
  static void headAsGet(RoutingContext context) {
    context.put(HEAD, true);
    context.reroute(HttpMethod.GET, context.request().uri());
  }

  private void protect(HttpServerResponse response, boolean framed) {
    if (!framed) {
      response.putHeader("x-frame-options", "DENY"); // it cannot name origins
    }
    response
        .putHeader("x-content-type-options", "nosniff")
        .putHeader("referrer-policy", "no-referrer")
        .putHeader("cross-origin-resource-policy", "same-origin")
        .putHeader("content-security-policy", POLICY + (framed ? frames : "'none'"));
    if (tls) {
      response.putHeader("strict-transport-security", YEAR);
    }
  }
}

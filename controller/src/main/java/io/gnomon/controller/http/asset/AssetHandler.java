package io.gnomon.controller.http.asset;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Answers with the dashboard's pages and files. Browsers keep a file at its hashed address for a
 * year, and ask each time whether a page, or a file at another address, has changed. Content is
 * compressed once, at the start.
 */
public final class AssetHandler implements Handler<RoutingContext> {
  private static final int NOT_MODIFIED = 304;
  private static final String REVALIDATE = "no-cache";
  private static final String FOREVER = "public, max-age=31536000, immutable";
  private static final String ANY_HASH = "assets/[0-9a-f]{16}/";

  private final Assets assets = new Assets();

  @Override
  public void handle(RoutingContext context) {
    String path = context.normalizedPath().substring(1);
    Asset page = assets.page(path.isEmpty() ? "index.html" : path);
    boolean hashed = path.startsWith(assets.prefix());
    // after an upgrade, a page may still ask for a file of the version before
    Asset found = page == null ? assets.file(path.replaceFirst("^" + ANY_HASH, "")) : page;
    if (found == null) {
      context.next();
    } else {
      send(context, found, hashed);
    }
  }

  private static void send(RoutingContext context, Asset asset, boolean hashed) {
    HttpServerResponse response =
        context
            .response()
            .putHeader("cache-control", hashed ? FOREVER : REVALIDATE)
            .putHeader("vary", "accept-encoding")
            .putHeader("etag", "W/" + asset.etag());
    if (lists(context.request().getHeader("if-none-match"), asset.etag())) {
      response.setStatusCode(NOT_MODIFIED).end();
      return;
    }
    response.putHeader("content-type", asset.type());
    boolean gzip = lists(context.request().getHeader("accept-encoding"), "gzip");
    if (gzip) {
      response.putHeader("content-encoding", "gzip");
    }
    Buffer content = gzip ? asset.gzipped() : asset.plain();
    if (context.request().method() == HttpMethod.HEAD) {
      response.putHeader("content-length", Integer.toString(content.length())).end();
    } else {
      response.end(content);
    }
  }

  /** Whether a header lists a value; values marked as weak or with a quality above 0 count. */
  private static boolean lists(@Nullable String header, String wanted) {
    return header != null
        && Arrays.stream(header.split(","))
            .map(String::strip)
            .filter(value -> !value.matches(".*;\\s*q=0(\\.0*)?"))
            .map(value -> value.replaceFirst("^W/", "").replaceFirst("\\s*;.*", ""))
            .anyMatch(value -> value.equalsIgnoreCase(wanted));
  }
}

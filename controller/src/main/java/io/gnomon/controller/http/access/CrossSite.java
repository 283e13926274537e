package io.gnomon.controller.http.access;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether a browser sends a request for a page of another site, by {@code Sec-Fetch-Site} or, for
 * browsers without it, by {@code Origin}. Such a page cannot read the answer, but the request would
 * start a simulation. Programs that are not browsers send neither header.
 */
public final class CrossSite {
  // none: the user typed the address
  private static final Set<String> OWN = Set.of("same-origin", "none");

  private CrossSite() {}

  /**
   * Whether the request is for a page of another origin.
   *
   * @param fetchSite the header {@code Sec-Fetch-Site}, or null
   * @param origin the header {@code Origin}, or null
   * @param authority host and port of the request, as the client wrote them
   */
  public static boolean isCrossSite(
      @Nullable String fetchSite, @Nullable String origin, @Nullable String authority) {
    if (fetchSite != null) {
      return !OWN.contains(fetchSite);
    }
    return origin != null && !authorityOf(origin).equalsIgnoreCase(String.valueOf(authority));
  }

  private static String authorityOf(String origin) {
    try {
      return String.valueOf(new URI(origin).getAuthority());
    } catch (URISyntaxException opaque) {
      return "";
    }
  }
}

package io.gnomon.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The dashboard of a controller in a browser, the answers of its API, and the sentences that the
 * first screen must make of them.
 */
public final class DashboardPage {
  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMMM", Locale.UK);
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.UK);

  private final Page page;
  private final String home;
  private final ObjectMapper json = new ObjectMapper();

  /** Opens the page at an address such as {@code #/demo?range=7d}. */
  public DashboardPage(Chromium chromium, String home, String hash, int width, int height) {
    this(chromium, home, hash, width, height, ColorScheme.LIGHT);
  }

  /** Opens the page with a colour scheme. */
  public DashboardPage(
      Chromium chromium, String home, String hash, int width, int height, ColorScheme scheme) {
    this.home = home;
    page = chromium.page(width, height, scheme);
    Chromium.watch(page, "doing");
    page.navigate(home + hash);
  }

  /** The browser's page. */
  public Page page() {
    return page;
  }

  /** The element with a test id. */
  public Locator part(String testId) {
    return page.getByTestId(testId);
  }

  /** The answer of the API about a cluster; {@code what} is empty for the cluster itself. */
  public JsonNode api(String cluster, String what) throws IOException {
    String path = what.isEmpty() ? "" : "/" + what;
    return json.readTree(URI.create(home + "api/v1/clusters/" + cluster + path).toURL());
  }

  /** Logs in with a token. */
  public void logIn(String token) {
    part("login").click();
    part("token").fill(token);
    page.keyboard().press("Enter");
  }

  /** Gives the reason in the dialog of an operation and confirms it. */
  public void confirm(String reason) {
    part("reason").fill(reason);
    page.keyboard().press("Enter");
  }

  /** The width that the content needs. */
  public int contentWidth() {
    return (Integer) page.evaluate("() => document.documentElement.scrollWidth");
  }

  /** The height that the content needs. */
  public int contentHeight() {
    return (Integer) page.evaluate("() => document.documentElement.scrollHeight");
  }

  // --- what the API's figures are as text

  /** A date in words, with its year if the present is in another one. */
  public static String date(long at, long now) {
    LocalDate day = LocalDate.ofInstant(Instant.ofEpochSecond(at), ZoneOffset.UTC);
    LocalDate today = LocalDate.ofInstant(Instant.ofEpochSecond(now), ZoneOffset.UTC);
    return (day.getYear() == today.getYear() ? DAY : DATE).format(day);
  }

  /** A figure with three significant digits, rounded by its binary value as in a browser. */
  public static String figure(double value) {
    int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    return String.format(
        Locale.ROOT,
        "%,." + decimals + "f",
        new BigDecimal(value).setScale(decimals, RoundingMode.HALF_UP));
  }

  /** A difference as a percentage with its sign. */
  public static String signed(double fraction) {
    long rounded = Math.round(100 * fraction);
    String sign = rounded > 0 ? "+" : rounded < 0 ? "−" : "±";
    return sign + Math.abs(rounded) + " %";
  }

  /** A number of things. */
  public static String plural(long count, String one) {
    return count + " " + (count == 1 ? one : one + "s");
  }

  /** What the first screen says about the effect of changes that were made. */
  public static String effectOfChanges(JsonNode effect, long now) {
    double actual = effect.path("slowdown").path("actual").asDouble();
    double untuned = effect.path("slowdown").path("untuned").asDouble();
    return "Since %s Gnomon made %s; jobs had a mean slowdown of %s instead of an estimated %s without it (%s)%s."
        .formatted(
            date(effect.path("since").asLong(), now),
            plural(effect.path("changes").asLong(), "change") + rolledBack(effect),
            figure(actual),
            figure(untuned),
            signed(actual / untuned - 1),
            longestWait(effect, "actual", "untuned"));
  }

  /** What the first screen says about the effect that recommendations would have had. */
  public static String effectOfAdvice(JsonNode effect, long now) {
    double actual = effect.path("slowdown").path("actual").asDouble();
    double advised = effect.path("slowdown").path("advised").asDouble();
    return "Since %s following Gnomon’s %s would have given a mean slowdown of an estimated %s instead of %s (%s)%s."
        .formatted(
            date(effect.path("since").asLong(), now),
            plural(effect.path("recommendations").asLong(), "recommendation"),
            figure(advised),
            figure(actual),
            signed(advised / actual - 1),
            longestWait(effect, "advised", "actual"));
  }

  private static String rolledBack(JsonNode effect) {
    long rollbacks = effect.path("rollbacks").asLong();
    return rollbacks == 0
        ? ""
        : " (%s %s rolled back besides)"
            .formatted(plural(rollbacks, "change"), rollbacks == 1 ? "was" : "were");
  }

  private static String longestWait(JsonNode effect, String after, String before) {
    JsonNode waits = effect.path("longestWait");
    return "; longest wait %s instead of %s"
        .formatted(
            duration(Math.round(waits.path(after).asDouble())),
            duration(Math.round(waits.path(before).asDouble())));
  }

  /** A duration in its two largest units. */
  public static String duration(long seconds) {
    long minutes = Math.round(seconds / 60.0);
    if (seconds < 90) {
      return seconds + " s";
    }
    if (minutes < 90) {
      return minutes + " min";
    }
    if (minutes < 1440) {
      return minutes / 60 + " h" + (minutes % 60 == 0 ? "" : " " + minutes % 60 + " min");
    }
    long hours = Math.round(seconds / 3600.0);
    if (hours < 240) {
      return hours / 24 + " d" + (hours % 24 == 0 ? "" : " " + hours % 24 + " h");
    }
    return Math.round(seconds / 86_400.0) + " d";
  }
}

package io.gnomon.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
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
final class DashboardPage {
  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMMM", Locale.UK);
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.UK);

  private final Page page;
  private final String home;
  private final ObjectMapper json = new ObjectMapper();

  /** Opens the page at an address such as {@code #/demo?range=7d}. */
  DashboardPage(Chromium chromium, String home, String hash, int width, int height) {
    this(chromium, home, hash, width, height, ColorScheme.LIGHT);
  }

  /** Opens the page with a colour scheme. */
  DashboardPage(
      Chromium chromium, String home, String hash, int width, int height, ColorScheme scheme) {
    this.home = home;
    page = chromium.page(width, height, scheme);
    Chromium.watch(page, "doing");
    page.navigate(home + hash);
  }

  /** The browser's page. */
  Page page() {
    return page;
  }

  /** The element with a test id. */
  Locator part(String testId) {
    return page.getByTestId(testId);
  }

  /** The answer of the API about a cluster; {@code what} is empty for the cluster itself. */
  JsonNode api(String cluster, String what) throws IOException {
    String path = what.isEmpty() ? "" : "/" + what;
    return json.readTree(URI.create(home + "api/v1/clusters/" + cluster + path).toURL());
  }

  /** Logs in with a token. */
  void logIn(String token) {
    part("login").click();
    part("token").fill(token);
    page.keyboard().press("Enter");
  }

  /** Gives the reason in the dialog of an operation and confirms it. */
  void confirm(String reason) {
    part("reason").fill(reason);
    page.keyboard().press("Enter");
  }

  /** The width that the content needs. */
  int contentWidth() {
    return (Integer) page.evaluate("() => document.documentElement.scrollWidth");
  }

  /** The height that the content needs. */
  int contentHeight() {
    return (Integer) page.evaluate("() => document.documentElement.scrollHeight");
  }

  // --- what the API's figures are as text

  /** A date in words, with its year if the present is in another one. */
  static String date(long at, long now) {
    LocalDate day = LocalDate.ofInstant(Instant.ofEpochSecond(at), ZoneOffset.UTC);
    LocalDate today = LocalDate.ofInstant(Instant.ofEpochSecond(now), ZoneOffset.UTC);
    return (day.getYear() == today.getYear() ? DAY : DATE).format(day);
  }

  /** A figure with three significant digits. */
  static String figure(double value) {
    return String.format(
        Locale.ROOT, value >= 99.95 ? "%,.0f" : value >= 9.995 ? "%.1f" : "%.2f", value);
  }

  /** A difference as a percentage with its sign. */
  static String signed(double fraction) {
    long rounded = Math.round(100 * fraction);
    String sign = rounded > 0 ? "+" : rounded < 0 ? "−" : "±";
    return sign + Math.abs(rounded) + " %";
  }

  /** A number of things. */
  static String plural(long count, String one) {
    return count + " " + (count == 1 ? one : one + "s");
  }

  /** What the first screen says about the effect of changes that were made. */
  static String effectOfChanges(JsonNode effect, long now) {
    double actual = effect.path("slowdown").path("actual").asDouble();
    double untuned = effect.path("slowdown").path("untuned").asDouble();
    return "Since %s Gnomon made %s; jobs had a mean slowdown of %s instead of an estimated %s without it (%s)."
        .formatted(
            date(effect.path("since").asLong(), now),
            plural(effect.path("changes").asLong(), "change"),
            figure(actual),
            figure(untuned),
            signed(actual / untuned - 1));
  }

  /** What the first screen says about the effect that recommendations would have had. */
  static String effectOfAdvice(JsonNode effect, long now) {
    double actual = effect.path("slowdown").path("actual").asDouble();
    double advised = effect.path("slowdown").path("advised").asDouble();
    return "Since %s following Gnomon’s %s would have given a mean slowdown of an estimated %s instead of %s (%s)."
        .formatted(
            date(effect.path("since").asLong(), now),
            plural(effect.path("recommendations").asLong(), "recommendation"),
            figure(advised),
            figure(actual),
            signed(advised / actual - 1));
  }
}

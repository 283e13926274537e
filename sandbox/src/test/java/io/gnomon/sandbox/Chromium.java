package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A real browser; tests that need one are skipped where none is installed. */
public final class Chromium implements AutoCloseable {
  private static final List<String> FLAGS =
      List.of(
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync");

  // the live stream sends less often on a busy machine
  private static final double PATIENCE_MILLISECONDS = 60_000;

  private final List<String> errors = new ArrayList<>();
  private final Playwright playwright;
  private final Browser browser;

  private Chromium(Path executable) {
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLISECONDS);
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(new BrowserType.LaunchOptions().setExecutablePath(executable).setArgs(FLAGS));
  }

  public static Chromium open() {
    Path found =
        Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
            .map(Path::of)
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(Path.of("/none"));
    assumeTrue(
        Files.exists(found), "no browser is here; install one by 'apt-get install chromium'");
    return new Chromium(found);
  }

  /** A page whose errors are kept. */
  public Page page(int width, int height, ColorScheme scheme) {
    Page page =
        browser.newPage(
            new Browser.NewPageOptions().setViewportSize(width, height).setColorScheme(scheme));
    page.onPageError(errors::add);
    page.onConsoleMessage(
        message -> {
          if (message.type().equals("error")) {
            errors.add(message.text());
          }
        });
    return page;
  }

  /** Milliseconds from the start of the navigation until the page showed its first text. */
  static double firstPaint(Page page) {
    return ((Number)
            page.evaluate(
                "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        .doubleValue();
  }

  /**
   * Has a page that is opened next note when an element first has text; see {@link #shownAfter}.
   */
  public static void watch(Page page, String testId) {
    page.addInitScript(
        """
        new MutationObserver((changes, watch) => {
          if (document.querySelector('[data-testid=%s]')?.textContent.trim()) {
            window.shownAfter = performance.now();
            watch.disconnect();
          }
        }).observe(document, {childList: true, subtree: true, characterData: true});
        """
            .formatted(testId));
  }

  /** Milliseconds from the start of the navigation until the watched element had text. */
  static double shownAfter(Page page) {
    return ((Number) page.evaluate("() => window.shownAfter")).doubleValue();
  }

  /** Addresses of everything that the page has loaded, apart from answers of the API. */
  @SuppressWarnings("unchecked")
  static List<String> loaded(Page page) {
    List<String> all =
        (List<String>)
            page.evaluate(
                "() => performance.getEntriesByType('resource').map(entry => entry.name)");
    return Stream.concat(Stream.of(page.url().replaceFirst("#.*", "")), all.stream())
        .filter(address -> !address.contains("/api/") && address.startsWith("http"))
        .distinct()
        .toList();
  }

  /** What violates the rules of axe on a page, with the elements. */
  @SuppressWarnings("unchecked")
  static List<String> accessibilityViolations(Page page) throws IOException {
    try (InputStream in = Chromium.class.getResourceAsStream("/axe.min.js")) {
      page.evaluate(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
    return (List<String>)
        page.evaluate(
            """
            async () => (await axe.run(document, {resultTypes: ['violations']})).violations
              .map(({id, nodes}) => id + ': ' + nodes.map(node => node.html + ' ' + node.failureSummary).join('; '))
            """);
  }

  /** What went wrong on any page. */
  List<String> errors() {
    return errors;
  }

  /** A picture of the whole page for the documents, made anew with -Dgnomon.pictures=true. */
  public static void picture(Page page, String name) throws IOException {
    picture(page, name, true);
  }

  /** A picture of what is visible without scrolling. */
  public static void screen(Page page, String name) throws IOException {
    picture(page, name, false);
  }

  private static void picture(Page page, String name, boolean whole) throws IOException {
    byte[] picture = page.screenshot(new Page.ScreenshotOptions().setFullPage(whole));
    assertThat(picture.length).isGreaterThan(20_000);
    if (Boolean.getBoolean("gnomon.pictures")) {
      Path folder = Path.of(System.getProperty("gnomon.root"), "docs", "images");
      Files.createDirectories(folder);
      Files.write(folder.resolve(name), picture);
    }
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}

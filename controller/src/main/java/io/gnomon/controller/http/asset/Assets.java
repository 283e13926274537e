package io.gnomon.controller.http.asset;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The pages of the dashboard and the files that they use, in memory.
 *
 * <p>The files are found by following the references from the pages. Their addresses contain a hash
 * of all of them, {@code assets/HASH/PATH}, so that browsers can keep them for ever; the pages are
 * rewritten to these addresses. References between files are relative and need no rewriting.
 */
final class Assets {
  private static final List<String> PAGES = List.of("index.html", "job.html");
  private static final Pattern IN_PAGE =
      Pattern.compile("(?<=(?:href|src)=\")[^\"#:]+\\.(?:js|css)(?=\")");
  private static final Pattern IN_SCRIPT = Pattern.compile("(?<=\\bfrom ')\\.{1,2}/[^']+(?=')");
  private static final int HASH_BYTES = 8;

  private final Map<String, Asset> pages = new TreeMap<>();
  private final Map<String, Asset> files = new TreeMap<>();
  private final String hash;

  /**
   * Reads all files from the class path.
   *
   * @throws IllegalStateException if a file that another one names is missing
   */
  Assets() {
    Map<String, byte[]> contents = new TreeMap<>();
    Deque<String> open = new ArrayDeque<>();
    for (String page : PAGES) {
      references(IN_PAGE, text(page)).forEach(open::add);
    }
    while (!open.isEmpty()) {
      String path = open.remove();
      if (!contents.containsKey(path)) {
        byte[] content = read(path);
        contents.put(path, content);
        if (path.startsWith("js/")) {
          references(IN_SCRIPT, new String(content, StandardCharsets.UTF_8)).stream()
              .map(reference -> java.nio.file.Path.of(path).resolveSibling(reference).normalize())
              .map(found -> found.toString().replace('\\', '/'))
              .forEach(open::add);
        }
      }
    }
    hash = hash(contents);
    contents.forEach((path, content) -> files.put(path, Asset.of(path, content)));
    for (String page : PAGES) {
      String rewritten =
          IN_PAGE
              .matcher(text(page))
              .replaceAll(match -> Matcher.quoteReplacement(prefix() + match.group()));
      pages.put(page, Asset.of(page, rewritten.getBytes(StandardCharsets.UTF_8)));
    }
  }

  /** The address before the path of a file, such as {@code assets/0123456789abcdef/}. */
  String prefix() {
    return "assets/" + hash + "/";
  }

  /** The page with this name, or null. */
  @Nullable Asset page(String name) {
    return pages.get(name);
  }

  /** The file at a path, without the prefix, or null. */
  @Nullable Asset file(String path) {
    return files.get(path);
  }

  private static List<String> references(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(MatchResult::group).toList();
  }

  private static String text(String page) {
    return new String(read(page), StandardCharsets.UTF_8);
  }

  /** Reads a file of the dashboard or of a library, which is packed as a resource of a servlet. */
  private static byte[] read(String path) {
    boolean library = path.startsWith("webjars/") || path.startsWith("_static/");
    String resource = (library ? "/META-INF/resources/" : "/dashboard/") + path;
    try (InputStream in = Assets.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is not on the class path");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(resource + " cannot be read", e);
    }
  }

  private static String hash(Map<String, byte[]> contents) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    contents.forEach(
        (path, content) -> {
          all.writeBytes(path.getBytes(StandardCharsets.UTF_8));
          all.writeBytes(Asset.digest(content));
        });
    return HexFormat.of().formatHex(Asset.digest(all.toByteArray()), 0, HASH_BYTES);
  }
}

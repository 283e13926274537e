package io.gnomon.bridge.slurm.apply;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The slurm.conf that a site has written, with the files that it includes but without the one that
 * Gnomon owns. It is only read. A file that cannot be read here has no lines.
 */
final class SiteConf {
  private static final Pattern INCLUDE = Pattern.compile("(?i)\\s*include\\s+(\\S+).*");
  private static final int DEEPEST = 5;

  private final List<String> lines = new ArrayList<>();
  private final boolean readable;
  private boolean included;
  private int sinceInclude;

  private SiteConf(boolean readable) {
    this.readable = readable;
  }

  /**
   * Reads it.
   *
   * @param conf slurm.conf
   * @param own the file that Gnomon owns, or null
   */
  static SiteConf read(Path conf, @Nullable Path own) throws IOException {
    SiteConf site = new SiteConf(Files.isReadable(conf));
    site.take(conf, own, 0);
    return site;
  }

  private void take(Path file, @Nullable Path own, int depth) throws IOException {
    if (!Files.isReadable(file) || depth > DEEPEST) {
      return;
    }
    for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
      Matcher include = INCLUDE.matcher(line);
      if (!include.matches()) {
        lines.add(line);
        continue;
      }
      Path named = file.resolveSibling(include.group(1));
      if (own != null && own.getFileName().equals(named.getFileName())) {
        included = true;
        sinceInclude = lines.size();
      } else {
        take(named, own, depth + 1);
      }
    }
  }

  /** Whether it includes the file that Gnomon owns; where it cannot be read that is believed. */
  boolean includesOwn() {
    return included || !readable;
  }

  /** Whether a setting stands after the file that Gnomon owns, where it would win over it. */
  boolean setsAfterOwn(String key) {
    return included && last(lines.subList(sinceInclude, lines.size()), key).isPresent();
  }

  /** The last value of a setting. */
  Optional<String> value(String key) {
    return last(lines, key);
  }

  private static Optional<String> last(List<String> lines, String key) {
    String prefix = key.toLowerCase(Locale.ROOT) + "=";
    return lines.stream()
        .map(String::strip)
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
        .map(line -> line.substring(prefix.length()).strip())
        .reduce((first, second) -> second);
  }

  /** A digest of all lines, or the empty text where there is nothing to read. */
  String digest() {
    if (!readable) {
      return "";
    }
    try {
      byte[] bytes = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}

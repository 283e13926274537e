package io.gnomon.bridge.slurm.plan;

import io.gnomon.bridge.slurm.policy.Aspect;
import io.gnomon.bridge.storage.StorageException;
import io.gnomon.slurm.listing.ConfLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The site's own slurm.conf: the file and the files it includes, without the one that Gnomon owns.
 * Gnomon never writes to it. A file that this user cannot read counts as empty.
 */
public final class SiteConfiguration {
  private static final Pattern INCLUDE = Pattern.compile("(?i)\\s*include\\s+(\\S+).*");
  private static final int MAX_INCLUDE_DEPTH = 5;
  private static final String FLAGS = "PriorityFlags";

  private final List<String> lines = new ArrayList<>();
  private final List<Path> unread = new ArrayList<>();
  private final boolean readable;
  private boolean includesOwned;
  private int linesBeforeOwned;

  private SiteConfiguration(boolean readable) {
    this.readable = readable;
  }

  /**
   * Reads the configuration.
   *
   * @param conf path of slurm.conf
   * @param owned the included file that Gnomon owns, or null
   * @throws IOException if a readable file cannot be read
   */
  public static SiteConfiguration read(Path conf, @Nullable Path owned) throws IOException {
    SiteConfiguration site = new SiteConfiguration(Files.isReadable(conf));
    site.add(conf, owned, 0);
    return site;
  }

  /**
   * Returns the settings that the site has configured, whatever Gnomon has set since.
   *
   * <p>{@code PriorityFlags} is that of slurm.conf where this user can read it, because Slurm 22.05
   * prints NO_NORMAL_ALL for each of the flags that begin with NO_NORMAL.
   *
   * @param printed the output of {@code scontrol show config}
   * @param owned the included file that Gnomon owns, or null
   * @param stateFolder the bridge's state folder
   * @throws IOException if a file cannot be read
   */
  public static Map<String, String> ownSettings(
      Map<String, String> printed, @Nullable Path owned, Path stateFolder) throws IOException {
    Map<String, String> settings = new TreeMap<>(printed);
    settings.putAll(
        AppliedConfiguration.readFormer(stateFolder, Aspect.PARAMETERS, Aspect.PRIORITIES));
    SiteConfiguration site = read(Path.of(printed.getOrDefault("SLURM_CONF", "")), owned);
    site.value(FLAGS).ifPresent(flags -> settings.put(FLAGS, flags));
    return settings;
  }

  /**
   * Returns the first file with a name that a slurm.conf includes itself; empty if this user cannot
   * read it.
   *
   * @throws IOException if a readable file cannot be read
   */
  public static Optional<Path> included(Path conf, String name) throws IOException {
    return Files.isReadable(conf)
        ? readLines(conf).stream()
            .map(INCLUDE::matcher)
            .filter(Matcher::matches)
            .map(include -> conf.resolveSibling(include.group(1)))
            .filter(file -> file.endsWith(name))
            .findFirst()
        : Optional.empty();
  }

  private void add(Path file, @Nullable Path owned, int depth) throws IOException {
    if (!Files.isReadable(file) || depth > MAX_INCLUDE_DEPTH) {
      unread.add(file);
      return;
    }
    for (String line : readLines(file)) {
      Matcher include = INCLUDE.matcher(line);
      if (!include.matches()) {
        lines.add(line);
        continue;
      }
      Path included = file.resolveSibling(include.group(1));
      if (owned != null && owned.getFileName().equals(included.getFileName())) {
        includesOwned = true;
        linesBeforeOwned = lines.size();
      } else {
        add(included, owned, depth + 1);
      }
    }
  }

  private static List<String> readLines(Path file) throws IOException {
    byte[] bytes = StorageException.of("read", file, () -> Files.readAllBytes(file));
    return new String(bytes, StandardCharsets.UTF_8).lines().toList(); // comments have any encoding
  }

  /** Returns the lines in their order, with those of included files; none if it is unreadable. */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  /** Returns the files that count as empty: unreadable, or included more than 5 files deep. */
  public List<Path> unread() {
    return List.copyOf(unread);
  }

  /** Whether the file that Gnomon owns is included; true if slurm.conf cannot be read here. */
  public boolean includesOwned() {
    return includesOwned || !readable;
  }

  /** Whether a setting follows the file that Gnomon owns, and so overrides it. */
  public boolean overridesOwned(String key) {
    return includesOwned
        && lastValue(lines.subList(linesBeforeOwned, lines.size()), key).isPresent();
  }

  /** Returns the last value of a setting. Names of settings are not case-sensitive. */
  public Optional<String> value(String key) {
    return lastValue(lines, key);
  }

  private static Optional<String> lastValue(List<String> lines, String key) {
    return ConfLine.of(lines).stream()
        .flatMap(line -> line.value(key).stream())
        .reduce((first, second) -> second);
  }

  /** Returns the SHA-256 digest of all lines in hexadecimal, empty if slurm.conf is unreadable. */
  public String digest() {
    if (!readable) {
      return "";
    }
    try {
      byte[] bytes = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK has no SHA-256, which every JDK must provide", e);
    }
  }
}

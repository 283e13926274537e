package io.gnomon.bridge.slurm.plan;

import io.gnomon.bridge.slurm.policy.Aspect;
import io.gnomon.bridge.storage.StorageException;
import io.gnomon.slurm.conf.ConfLine;
import io.gnomon.slurm.conf.SlurmConf;
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
import org.jspecify.annotations.Nullable;

/**
 * The site's own slurm.conf: the file and the files it includes, without the one that Gnomon owns.
 * Gnomon never writes to it. A file that this user cannot read counts as empty.
 */
public final class SiteConfiguration {
  private static final String FLAGS = "PriorityFlags";
  private static final int NOT_INCLUDED = -1;

  private final SlurmConf conf;
  private final Source source;
  private final boolean readable;

  private SiteConfiguration(SlurmConf conf, Source source, boolean readable) {
    this.conf = conf;
    this.source = source;
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
    Source source = new Source(owned);
    return new SiteConfiguration(SlurmConf.read(conf, source), source, Files.isReadable(conf));
  }

  private static final class Source implements SlurmConf.Source {
    private final @Nullable Path owned;
    private final List<Path> unread = new ArrayList<>();
    private int linesBeforeOwned = NOT_INCLUDED;

    Source(@Nullable Path owned) {
      this.owned = owned;
    }

    @Override
    public List<String> lines(Path file, String including) throws IOException {
      if (Files.isReadable(file)) {
        return readLines(file);
      }
      unread.add(file);
      return List.of();
    }

    @Override
    public boolean leavesOut(Path included, int before) {
      boolean isOwned = owned != null && owned.getFileName().equals(included.getFileName());
      linesBeforeOwned = isOwned ? before : linesBeforeOwned;
      return isOwned;
    }

    @Override
    public void unusable(Path file, String why) {
      unread.add(file);
    }
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
        ? ConfLine.of(readLines(conf)).stream()
            .flatMap(line -> line.include().stream())
            .map(conf::resolveSibling)
            .filter(file -> file.endsWith(name))
            .findFirst()
        : Optional.empty();
  }

  private static List<String> readLines(Path file) throws IOException {
    byte[] bytes = StorageException.of("read", file, () -> Files.readAllBytes(file));
    return new String(bytes, StandardCharsets.UTF_8).lines().toList(); // comments have any encoding
  }

  /** Returns the files as one; empty if slurm.conf is unreadable. */
  public SlurmConf conf() {
    return conf;
  }

  /** Returns the files that count as empty: unreadable, or included where Slurm cannot. */
  public List<Path> unread() {
    return List.copyOf(source.unread);
  }

  /** Whether the file that Gnomon owns is included; true if slurm.conf cannot be read here. */
  public boolean includesOwned() {
    return source.linesBeforeOwned != NOT_INCLUDED || !readable;
  }

  /** Whether a setting follows the file that Gnomon owns, and so overrides it. */
  public boolean overridesOwned(String key) {
    return source.linesBeforeOwned != NOT_INCLUDED
        && conf.lines().stream()
            .skip(source.linesBeforeOwned)
            .anyMatch(line -> line.kind().equalsIgnoreCase(key));
  }

  /** Returns the last value of a setting. Names of settings are not case-sensitive. */
  public Optional<String> value(String key) {
    return conf.parameter(key);
  }

  /** Returns the SHA-256 digest of all lines in hexadecimal, empty if slurm.conf is unreadable. */
  public String digest() {
    if (!readable) {
      return "";
    }
    try {
      byte[] bytes = String.join("\n", conf.texts()).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK has no SHA-256, which every JDK must provide", e);
    }
  }
}

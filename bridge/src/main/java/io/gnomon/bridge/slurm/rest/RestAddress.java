package io.gnomon.bridge.slurm.rest;

import java.net.URI;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where slurmrestd listens.
 *
 * @param text such as {@code https://slurm.example.org:6820} or {@code unix:/run/slurmrestd.socket}
 * @param socket the Unix socket, or null
 */
public record RestAddress(String text, @Nullable Path socket) {
  /** What {@link #parse} takes, in words. */
  public static final String ALLOWED = "http://HOST:PORT, https://HOST:PORT or unix:/SOCKET";

  private static final Pattern URL = Pattern.compile("https?://[\\w.:\\[\\]-]+(/[\\w./-]*)?");
  private static final Pattern LOOPBACK =
      Pattern.compile("(?i)localhost|\\[::1\\]|127\\.\\d+\\.\\d+\\.\\d+");
  private static final String UNIX = "unix:";

  /**
   * Parses an address.
   *
   * @throws IllegalArgumentException for another form
   */
  public static RestAddress parse(String text) {
    if (text.startsWith(UNIX + "/")) {
      return new RestAddress(text, Path.of(text.substring(UNIX.length())));
    }
    if (!URL.matcher(text).matches() || URI.create(text).getHost() == null) {
      throw new IllegalArgumentException(ALLOWED);
    }
    return new RestAddress(text.replaceAll("/+$", ""), null);
  }

  /** Returns whether requests go to another machine without encryption. */
  public boolean isUnencrypted() {
    return text.startsWith("http:") && !LOOPBACK.matcher(URI.create(text).getHost()).matches();
  }

  @Override
  public String toString() {
    return text;
  }
}

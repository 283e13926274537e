package io.gnomon.dist.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The tarball, unpacked as an administrator does it.
 *
 * @param home the folder that it holds
 */
record Installed(Path home) {
  /** What the build has packaged. */
  static Path tarball() throws IOException {
    Path target = Path.of(System.getProperty("gnomon.root"), "dist", "target");
    try (var files = Files.newDirectoryStream(target, "gnomon-*.tar.gz")) {
      return files.iterator().next();
    }
  }

  /** Unpacks it into {@code folder}. */
  static Installed into(Path folder) throws IOException, InterruptedException {
    Outcome outcome = run(folder, "tar", "-xzf", tarball().toString());
    assertThat(outcome.status()).as(outcome.text()).isZero();
    try (var folders = Files.newDirectoryStream(folder, "gnomon-*")) {
      return new Installed(folders.iterator().next());
    }
  }

  /** Its launcher. */
  Path launcher() {
    return home.resolve("bin/gnomon");
  }

  /**
   * How a command ended.
   *
   * @param status its exit status
   * @param text what it printed
   */
  record Outcome(int status, String text) {}

  /** Runs a command to its end. */
  static Outcome run(Path folder, String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Outcome(process.waitFor(), text);
  }

  /** Its jars: those of the services, and what {@code demo} and {@code watch} have besides. */
  List<Path> jars() throws IOException {
    List<Path> jars = new ArrayList<>();
    for (String part : List.of("lib", "trial")) {
      try (var files = Files.newDirectoryStream(home.resolve(part), "*.jar")) {
        files.forEach(jars::add);
      }
    }
    return jars;
  }
}

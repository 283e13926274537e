package io.gnomon.sim.workload;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** The archive's traces, where this machine has them; a test that needs one is skipped without. */
public final class Traces {
  private Traces() {}

  public static Path trace(String name) {
    return shared("traces/" + name + ".swf.gz");
  }

  static Path golden(String file) {
    return shared("golden/" + file);
  }

  private static Path shared(String file) {
    String root = System.getProperty("gnomon.root", "..");
    Path path = Path.of(root, "../shared", file).normalize();
    assumeTrue(Files.isReadable(path), "skipped: " + path + " is missing");
    return path;
  }
}

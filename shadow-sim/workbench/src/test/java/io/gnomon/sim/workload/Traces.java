package io.gnomon.sim.workload;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gnomon.sim.workload.swf.SwfReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The archive's traces, where this machine has them; a test that needs one is skipped without. */
public final class Traces {
  private Traces() {}

  public static Path trace(String name) {
    return shared("traces/" + name + ".swf.gz");
  }

  public static Path golden(String file) {
    return shared("golden/" + file);
  }

  /** A trace prepared for a machine. */
  public static JobLog prepared(String name, int processors, OverrunRule overrun) {
    return prepared(trace(name), processors, overrun);
  }

  /** A workload file prepared for a machine. */
  public static JobLog prepared(Path file, int processors, OverrunRule overrun) {
    try {
      return new Preparation(processors, overrun).prepare(SwfReader.read(file).log()).log();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static Path shared(String file) {
    String root = System.getProperty("gnomon.root", "..");
    Path path = Path.of(root, "../shared", file).normalize();
    assumeTrue(Files.isReadable(path), "skipped: " + path + " is missing");
    return path;
  }
}

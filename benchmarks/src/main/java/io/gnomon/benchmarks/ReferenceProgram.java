package io.gnomon.benchmarks;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * The plain EASY program that Gnomon's speed is compared with, compiled at run time and run in this
 * JVM.
 *
 * <p>The program keeps its state in static fields: one trace at a time, one thread.
 */
final class ReferenceProgram {
  private final Method load;
  private final Method simulate;

  private ReferenceProgram(Method load, Method simulate) {
    this.load = load;
    this.simulate = simulate;
  }

  /** Compiles the program in {@code source}; empty if the file does not exist. */
  static Optional<ReferenceProgram> compile(Path source)
      throws IOException, ReflectiveOperationException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (!Files.exists(source) || compiler == null) {
      return Optional.empty();
    }
    Path classes = Files.createTempDirectory("gnomon-reference");
    classes.toFile().deleteOnExit();
    classes
        .resolve("PlainEasy.class")
        .toFile()
        .deleteOnExit(); // deleted before the folder: last in, first out
    int status = compiler.run(null, null, null, "-d", classes.toString(), source.toString());
    if (status != 0) {
      throw new IOException("cannot compile " + source + "; javac ended with status " + status);
    }
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      Class<?> program = loader.loadClass("PlainEasy");
      Method load = program.getDeclaredMethod("load", String.class, int.class);
      Method simulate = program.getDeclaredMethod("simulate");
      load.setAccessible(true);
      simulate.setAccessible(true);
      return Optional.of(new ReferenceProgram(load, simulate));
    }
  }

  /** Reads the trace that the following simulations run. */
  void load(Path trace, int processors) throws ReflectiveOperationException {
    load.invoke(null, trace.toString(), processors);
  }

  /** Simulates the whole trace once. */
  void simulate() {
    try {
      simulate.invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the reference program failed", e);
    }
  }
}

package io.gnomon.controller;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Programs that a test needs and that may not be here. */
public final class Installed {
  private Installed() {}

  /** Skips the test where a program is not on the path, telling Debian's package that has it. */
  public static void orSkip(String program, String debianPackage) {
    boolean there =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(folder -> Path.of(folder, program).toFile().canExecute());
    assumeTrue(
        there, program + " is not installed (Debian: apt-get install " + debianPackage + ")");
  }
}

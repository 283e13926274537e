package io.gnomon.bridge.slurm.client;

import io.gnomon.bridge.slurm.programs.SlurmPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;

/**
 * Shell scripts in place of Slurm's programs.
 *
 * @param folder of the scripts
 */
public record FakePrograms(Path folder) {
  /** Writes a program. */
  public void write(String name, String script) throws IOException {
    Path file = Files.createDirectories(folder).resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Returns what runs them. */
  public SlurmPrograms programs() {
    return new SlurmPrograms(folder, Map.of(), Duration.ofMinutes(1));
  }
}

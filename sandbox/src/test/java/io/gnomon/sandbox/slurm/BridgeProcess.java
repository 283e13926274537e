package io.gnomon.sandbox.slurm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * {@code bridge slurm} as a process of its own beside a Slurm, over any number of lives. It carries
 * commands out and keeps its state in a folder; what it logs stays in {@code target/bridge-….log}.
 */
final class BridgeProcess implements AutoCloseable {
  private final List<String> command;

  /** The text of the key file; commands are signed with it. */
  static final String KEY = "5a".repeat(32);

  private final Path folder;
  private @Nullable Process process;

  /**
   * A bridge that has not been started.
   *
   * @param folder for its state
   * @param settings further keys and values
   */
  BridgeProcess(RealSlurm slurm, String bootstrapServers, Path folder, String... settings)
      throws IOException {
    this.folder = folder;
    Path keyFile = slurm.folder().resolve("command.key");
    Files.writeString(keyFile, KEY);
    Files.setPosixFilePermissions(keyFile, PosixFilePermissions.fromString("rw-------"));
    command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                "io.gnomon.bridge.slurm.SlurmCommand",
                "slurm"));
    List<String> keys =
        new ArrayList<>(
            List.of(
                "kafka.bootstrap.servers=" + bootstrapServers,
                "slurm.conf=" + slurm.conf(),
                "slurm.bin=" + slurm.programs(),
                "slurm.interval=1s",
                "slurm.spool=" + slurm.hooks(),
                "slurm.apply=apply",
                "commands.key-file=" + keyFile,
                "slurm.lua=" + slurm.folder().resolve("gnomon/gnomon.lua"),
                "slurm.include=" + slurm.folder().resolve("gnomon/gnomon.conf"),
                "state=" + folder));
    keys.addAll(List.of(settings));
    keys.forEach(key -> command.addAll(List.of("--set", key)));
  }

  /** Starts it; it may not be connected yet. */
  void start() throws IOException {
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
            .start();
  }

  private Path log() {
    return Path.of("target", "bridge-" + folder.getFileName() + ".log").toAbsolutePath();
  }

  /** What it has logged in all its lives. */
  String logged() throws IOException {
    return Files.readString(log());
  }

  boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Ends it as SIGKILL does. */
  void kill() {
    if (process != null) {
      process.destroyForcibly().onExit().orTimeout(2, TimeUnit.MINUTES).join();
    }
  }

  /** Asks it to end as SIGTERM does; whether it has within 20 seconds. */
  boolean terminate() throws InterruptedException {
    if (process == null) {
      return true;
    }
    process.destroy();
    return process.waitFor(2, TimeUnit.MINUTES);
  }

  @Override
  public void close() {
    kill();
  }
}

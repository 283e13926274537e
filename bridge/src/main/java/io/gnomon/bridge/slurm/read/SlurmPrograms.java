package io.gnomon.bridge.slurm.read;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Runs Slurm's client programs, each as a process with a limit of time. A program that has not
 * ended by then is killed. Not thread-safe.
 */
public final class SlurmPrograms {
  private static final int SHOWN = 300;

  private final @Nullable Path folder;
  private final Map<String, String> environment;
  private final Duration limit;
  private long runs;

  /**
   * Programs.
   *
   * @param folder where they are, or null to find them on the PATH
   * @param environment variables to add, such as {@code SLURM_CONF}
   * @param limit for each run
   */
  public SlurmPrograms(@Nullable Path folder, Map<String, String> environment, Duration limit) {
    this.folder = folder;
    this.environment = Map.copyOf(environment);
    this.limit = limit;
  }

  /** How many programs were run. */
  public long runs() {
    return runs;
  }

  /** Takes up what a program prints, while it prints. */
  @FunctionalInterface
  public interface OutputReader<T> {
    /** Reads it, in a thread of its own; what is left unread is skipped. */
    T read(InputStream printed) throws IOException, SlurmException;
  }

  /** What a program prints, as text. */
  public String text(String program, String... arguments) throws SlurmException {
    return read(
        printed -> new String(printed.readAllBytes(), StandardCharsets.UTF_8),
        program,
        List.of(arguments));
  }

  /**
   * What a reader makes of what a program prints.
   *
   * @throws SlurmException where it cannot be run, takes too long or ends with another status than
   *     0, whose message has what it said on standard error; as the reader throws it; or where it
   *     could not be read
   */
  public <T> T read(OutputReader<T> reader, String program, List<String> arguments)
      throws SlurmException {
    List<String> line = new ArrayList<>();
    line.add(folder == null ? program : folder.resolve(program).toString());
    line.addAll(arguments);
    runs++;
    Path complaints = null;
    try {
      complaints = Files.createTempFile("gnomon-slurm", ".err");
      ProcessBuilder builder = new ProcessBuilder(line).redirectError(complaints.toFile());
      builder.environment().putAll(environment);
      builder.environment().put("SLURM_BITSTR_LEN", "0"); // task lists of arrays, not cut short
      builder.environment().put("SLURM_TIME_FORMAT", "%s");
      Process process = builder.start();
      process.getOutputStream().close();
      return outcome(reader, line, process, complaints);
    } catch (IOException e) {
      throw new SlurmException(
          "%s cannot be run: %s. Maybe Slurm's client programs are not installed here, or"
                  .formatted(line.get(0), e.getMessage())
              + " slurm.bin does not name their folder?",
          e);
    } finally {
      remove(complaints);
    }
  }

  private <T> T outcome(OutputReader<T> reader, List<String> line, Process process, Path complaints)
      throws IOException, SlurmException {
    FutureTask<T> reading = new FutureTask<>(() -> whole(reader, process.getInputStream()));
    Thread thread = new Thread(reading, "gnomon-slurm-output");
    thread.setDaemon(true);
    thread.start();
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw unanswered(line);
      }
      if (process.exitValue() != 0) {
        String said = new String(Files.readAllBytes(complaints), StandardCharsets.UTF_8).strip();
        throw SlurmException.refused(
            "'%s' ended with status %d: %s"
                .formatted(cut(shown(line)), process.exitValue(), cut(said)),
            said);
      }
      return reading.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SlurmException("'" + shown(line) + "' was interrupted", e);
    } catch (TimeoutException e) {
      throw new SlurmException(
          "'%s' has ended, but its output had not been read after %d s; does something that it started keep it open?"
              .formatted(cut(shown(line)), limit.toSeconds()),
          e);
    } catch (ExecutionException e) {
      throw failure(line, e);
    } finally {
      if (process.isAlive()) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
      }
      process.destroyForcibly();
    }
  }

  /** Reads to the end, so that the program never waits for a reader. */
  private static <T> T whole(OutputReader<T> reader, InputStream printed)
      throws IOException, SlurmException {
    try (printed) {
      try {
        return reader.read(printed);
      } finally {
        printed.transferTo(OutputStream.nullOutputStream());
      }
    }
  }

  private static SlurmException failure(List<String> line, ExecutionException thrown) {
    Throwable cause = thrown.getCause();
    if (cause instanceof SlurmException told) {
      return told;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    return new SlurmException(
        "what '%s' printed could not be read: %s".formatted(cut(shown(line)), cause), thrown);
  }

  private SlurmException unanswered(List<String> line) {
    return SlurmException.unanswered(
        "'%s' had not answered after %d s; slurmctld is slow or away"
            .formatted(shown(line), limit.toSeconds()));
  }

  /** The beginning of what may be long. */
  static String cut(String text) {
    return text.substring(0, Math.min(SHOWN, text.length()));
  }

  private static String shown(List<String> line) {
    return String.join(" ", line);
  }

  private static void remove(@Nullable Path file) {
    if (file != null && !file.toFile().delete()) {
      file.toFile().deleteOnExit();
    }
  }
}

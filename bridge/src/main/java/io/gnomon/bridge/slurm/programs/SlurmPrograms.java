package io.gnomon.bridge.slurm.programs;

import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.slurm.listing.PrintedTable;
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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs Slurm's client programs, each as a process with a time limit. A program that exceeds the
 * limit is killed. Not thread-safe.
 */
public final class SlurmPrograms {
  private static final int MAX_SHOWN_CHARACTERS = 300;
  private static final int MAX_ERROR_BYTES = 1 << 16;
  private static final int MAX_OUTPUT_BYTES = 1 << 28;

  private final @Nullable Path folder;
  private final Map<String, String> environment;
  private final Duration limit;
  private final int maxOutputBytes;
  private long runs;

  /**
   * The programs in one folder.
   *
   * @param folder folder of the programs, or null to find them on the PATH
   * @param environment variables to add to the environment, such as {@code SLURM_CONF}
   * @param limit time limit of each run
   */
  public SlurmPrograms(@Nullable Path folder, Map<String, String> environment, Duration limit) {
    this(
        folder,
        environment,
        limit,
        (int) Math.min(MAX_OUTPUT_BYTES, Runtime.getRuntime().maxMemory() / 16));
  }

  /** The programs, with another bound of what {@link #run} returns. */
  SlurmPrograms(
      @Nullable Path folder, Map<String, String> environment, Duration limit, int maxOutputBytes) {
    this.folder = folder;
    this.environment = Map.copyOf(environment);
    this.limit = limit;
    this.maxOutputBytes = maxOutputBytes;
  }

  /** Returns how many programs were run. */
  public long runs() {
    return runs;
  }

  /** Reads the output of a program while the program runs. */
  @FunctionalInterface
  public interface OutputReader<T> {
    /** Reads the output in a separate thread. The rest of the output is skipped. */
    T read(InputStream output) throws IOException, SlurmException;
  }

  /**
   * Runs a program and returns its output, which may have a sixteenth of the heap, at most 256 MiB.
   *
   * @throws SlurmException see {@link #read}; also if the output is longer
   */
  public String run(String program, String... arguments) throws SlurmException {
    return read(
        output -> {
          byte[] bytes = output.readNBytes(maxOutputBytes);
          if (output.read() >= 0) {
            throw new SlurmException(
                "'%s %s' printed more than %,d bytes, which is all that this process reads; give it a larger heap (-Xmx)"
                    .formatted(program, cut(String.join(" ", arguments)), maxOutputBytes));
          }
          return new String(bytes, StandardCharsets.UTF_8);
        },
        program,
        List.of(arguments));
  }

  /**
   * Runs {@code sacctmgr show} and returns the rows of its table, see {@link PrintedTable#rows}.
   *
   * @param columns the columns that must be there, in lower case
   * @param notes receives a phrase for each row that was left out
   * @throws SlurmException see {@link #read}; also if a column is missing
   */
  public List<Map<String, String>> sacctmgr(
      List<String> columns, Consumer<String> notes, String entity, String... arguments)
      throws SlurmException {
    List<String> all = new ArrayList<>(List.of("--parsable2", "show", entity));
    all.addAll(List.of(arguments));
    String printed = run("sacctmgr", all.toArray(String[]::new));
    try {
      return PrintedTable.rows("sacctmgr show " + entity, printed, columns, notes);
    } catch (IllegalArgumentException unreadable) {
      throw new SlurmException(String.valueOf(unreadable.getMessage()), unreadable);
    }
  }

  /**
   * Runs a program and returns the result of a reader.
   *
   * @throws SlurmException if the program cannot be run, exceeds the time limit or exits with a
   *     status other than 0, with its error output in the message; or if the output cannot be read
   */
  public <T> T read(OutputReader<T> reader, String program, List<String> arguments)
      throws SlurmException {
    List<String> line = new ArrayList<>();
    line.add(folder == null ? program : folder.resolve(program).toString());
    line.addAll(arguments);
    runs++;
    Path errors = null;
    try {
      errors = Files.createTempFile("gnomon-slurm", ".err");
      ProcessBuilder builder = new ProcessBuilder(line).redirectError(errors.toFile());
      builder.environment().putAll(environment);
      builder.environment().put("SLURM_BITSTR_LEN", "0"); // print the task lists of arrays in full
      builder.environment().put("SLURM_TIME_FORMAT", "%s");
      Process process = builder.start();
      process.getOutputStream().close();
      return outcome(reader, line, process, errors);
    } catch (IOException e) {
      throw new SlurmException(
          "cannot run %s: %s. Install Slurm's client programs, or set slurm.bin to their folder"
              .formatted(line.get(0), e.getMessage()),
          e);
    } finally {
      remove(errors);
    }
  }

  private <T> T outcome(OutputReader<T> reader, List<String> line, Process process, Path errors)
      throws IOException, SlurmException {
    FutureTask<T> reading = new FutureTask<>(() -> readFully(reader, process.getInputStream()));
    Thread thread = new Thread(reading, "gnomon-slurm-output");
    thread.setDaemon(true);
    thread.start();
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw timeout(line);
      }
      if (process.exitValue() != 0) {
        String errorOutput = beginning(errors).strip();
        throw SlurmException.failed(
            "'%s' exited with status %d: %s"
                .formatted(cut(shown(line)), process.exitValue(), cut(errorOutput)),
            errorOutput);
      }
      return reading.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SlurmException("'" + shown(line) + "' was interrupted", e);
    } catch (TimeoutException e) {
      throw new SlurmException(
          "the output of '%s' was not closed within %d s after the program exited; a process that it started may still be running"
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

  private static String beginning(Path errors) throws IOException {
    try (InputStream text = Files.newInputStream(errors)) {
      return new String(text.readNBytes(MAX_ERROR_BYTES), StandardCharsets.UTF_8);
    }
  }

  /** Reads to the end, so that the program never blocks on its output. */
  private static <T> T readFully(OutputReader<T> reader, InputStream output)
      throws IOException, SlurmException {
    try (output) {
      try {
        return reader.read(output);
      } finally {
        output.transferTo(OutputStream.nullOutputStream());
      }
    }
  }

  private static SlurmException failure(List<String> line, ExecutionException thrown) {
    Throwable cause = thrown.getCause();
    if (cause instanceof SlurmException known) {
      return known;
    }
    if (cause instanceof OutOfMemoryError) {
      return new SlurmException(
          "the output of '%s' does not fit into the heap of %,d bytes; give this process a larger one (-Xmx)"
              .formatted(cut(shown(line)), Runtime.getRuntime().maxMemory()),
          thrown);
    }
    if (cause instanceof Error error) {
      throw error;
    }
    return new SlurmException(
        "cannot read the output of '%s': %s".formatted(cut(shown(line)), cause), thrown);
  }

  private SlurmException timeout(List<String> line) {
    return SlurmException.timeout(
        "'%s' did not finish within slurm.limit, %d s; slurmctld is slow or not running"
            .formatted(shown(line), limit.toSeconds()));
  }

  /** Shortens a text for a message. */
  private static String cut(String text) {
    return text.substring(0, Math.min(MAX_SHOWN_CHARACTERS, text.length()));
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

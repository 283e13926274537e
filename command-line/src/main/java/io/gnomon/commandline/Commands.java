package io.gnomon.commandline;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/**
 * Runs commands alike: exit status 0 done, 1 failed, 2 wrong usage; usage errors in two lines;
 * output that cannot be written is a failure. Reports are UTF-8 whatever the locale.
 */
public final class Commands {
  private static final int FAILED = 1;
  private static final int CLOSED_PIPE = 141;

  private Commands() {}

  /** Sets how a command reports errors and reads the values of options. */
  public static CommandLine prepare(CommandLine line) {
    return line.setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(UsageErrors::report)
        .setExecutionExceptionHandler(Commands::failed);
  }

  /**
   * Runs a prepared command with the process's standard output and standard error.
   *
   * @return the exit status; 1 when standard output could not be written, and without a message
   *     that of a process that ends by SIGPIPE when its reader has closed it, as {@code head} does
   */
  public static int run(CommandLine line, String... arguments) {
    CheckedStream checked = new CheckedStream(new FileOutputStream(FileDescriptor.out));
    PrintWriter out =
        new PrintWriter(
            new OutputStreamWriter(new BufferedOutputStream(checked), StandardCharsets.UTF_8));
    line.setOut(out);
    line.setErr(new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true));
    int status = line.execute(arguments);
    out.flush();
    Optional<IOException> failure = checked.failure();
    if (failure.map(Commands::isClosedPipe).orElse(false)) {
      return CLOSED_PIPE;
    }
    if (failure.isPresent()) {
      line.getErr()
          .println(
              "%s: cannot write to standard output: %s"
                  .formatted(
                      line.getCommandSpec().qualifiedName(), FileAccess.reason(failure.get())));
      return FAILED;
    }
    return status;
  }

  private static boolean isClosedPipe(IOException failure) {
    return String.valueOf(failure.getMessage()).contains("Broken pipe");
  }

  /** Prints why a command failed; an unexpected exception with its stack trace. */
  public static int failed(Exception failure, CommandLine line, ParseResult parsed) {
    String command = line.getCommandSpec().qualifiedName();
    Exception cause =
        failure instanceof UncheckedIOException unchecked && unchecked.getCause() != null
            ? unchecked.getCause()
            : failure;
    if (cause instanceof IOException io) {
      line.getErr().println(command + ": " + message(io));
    } else {
      line.getErr().println(command + ": internal error; please report it with this stack trace:");
      failure.printStackTrace(line.getErr());
    }
    line.getErr().flush();
    return FAILED;
  }

  private static String message(IOException failure) {
    if (failure instanceof java.nio.file.FileSystemException system && system.getFile() != null) {
      return system.getFile() + ": " + FileAccess.reason(failure);
    }
    return FileAccess.reason(failure);
  }
}

package io.gnomon.benchmarks.launcher;

import io.gnomon.commandline.Commands;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code completion} of a checkout. */
@Command(name = "gnomon completion", description = "Print a completion script for bash and zsh.")
public final class Completion implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] arguments) {
    System.exit(Commands.run(commandLine(), arguments));
  }

  static CommandLine commandLine() {
    return Commands.prepare(new CommandLine(new Completion()));
  }

  @Override
  public Integer call() {
    spec.commandLine().getOut().print(script(LauncherCommands.checkout()));
    return 0;
  }

  /** The script that completes the commands and options of {@code gnomon}. */
  static String script(CommandLine gnomon) {
    return AutoComplete.bash("gnomon", gnomon);
  }
}

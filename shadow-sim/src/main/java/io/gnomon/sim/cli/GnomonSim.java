package io.gnomon.sim.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER;

import io.gnomon.sim.policy.InvalidPolicyException;
import io.gnomon.sim.workload.SwfFormatException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * The simulator's command line. Exit status: 0 done, 1 failed, 2 wrong usage.
 *
 * <p>Only the subcommand that is asked for is built, so that the others cost no start-up.
 */
@Command(
    name = "gnomon",
    mixinStandardHelpOptions = true,
    description = "Simulates batch schedulers: one policy, several, or a loop that tunes itself.")
public final class GnomonSim implements Runnable {
  private static final int FAILED = 1;
  private static final int WRONG_USAGE = 2;

  @Spec private CommandSpec spec = CommandSpec.create();

  private GnomonSim() {}

  /** Runs the command and ends the process with its status. */
  public static void main(String[] arguments) {
    System.exit(commandLine(arguments).execute(arguments));
  }

  /** The command line that understands {@code arguments}; all commands for {@code --help}. */
  static CommandLine commandLine(String... arguments) {
    CommandLine line = new CommandLine(new GnomonSim());
    Map<String, Supplier<Object>> commands = commands();
    String asked = arguments.length > 0 ? arguments[0] : "";
    commands.forEach(
        (name, command) -> {
          if (name.equals(asked) || !commands.containsKey(asked)) {
            line.addSubcommand(command.get());
          }
        });
    for (String name : List.of("simulate", "compare")) {
      CommandLine command = line.getSubcommands().get(name);
      if (command != null) {
        command.getHelpSectionMap().put(SECTION_KEY_FOOTER, help -> PolicyHelp.text());
      }
    }
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler(GnomonSim::failed);
    line.setParameterExceptionHandler(GnomonSim::misused);
    return line;
  }

  private static Map<String, Supplier<Object>> commands() {
    Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
    commands.put("simulate", SimulateCommand::new);
    commands.put("compare", CompareCommand::new);
    commands.put("tune", TuneCommand::new);
    commands.put("harm", HarmCommand::new);
    commands.put("predict", PredictCommand::new);
    commands.put("reproduce", ReproduceCommand::new);
    commands.put("generate", GenerateCommand::new);
    return commands;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "a command is missing; there are " + String.join(", ", commands().keySet()));
  }

  private static int misused(ParameterException wrong, String[] arguments) {
    CommandLine line = wrong.getCommandLine();
    line.getErr().println("gnomon: " + wrong.getMessage());
    CommandLine.UnmatchedArgumentException.printSuggestions(wrong, line.getErr());
    line.getErr().println("Try 'gnomon " + commandName(line) + "--help'.");
    line.getErr().flush();
    return WRONG_USAGE;
  }

  private static String commandName(CommandLine line) {
    return line.getParent() == null ? "" : line.getCommandName() + " ";
  }

  private static int failed(Exception failure, CommandLine line, ParseResult parsed) {
    if (failure instanceof InvalidPolicyException) {
      return misused(new ParameterException(line, failure.getMessage(), failure), new String[0]);
    }
    if (failure instanceof NoSuchFileException missing) {
      line.getErr().println("gnomon: there is no file " + missing.getFile());
    } else if (failure instanceof AccessDeniedException denied) {
      line.getErr().println("gnomon: file " + denied.getFile() + " may not be read or written");
    } else if (failure instanceof SwfFormatException || failure instanceof IOException) {
      line.getErr().println("gnomon: " + failure.getMessage());
    } else {
      line.getErr().println("gnomon: this should not happen; please report it:");
      failure.printStackTrace(line.getErr());
    }
    line.getErr().flush();
    return FAILED;
  }
}

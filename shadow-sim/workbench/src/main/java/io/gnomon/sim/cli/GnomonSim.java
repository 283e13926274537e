package io.gnomon.sim.cli;

import io.gnomon.commandline.Commands;
import io.gnomon.commandline.GnomonVersion;
import io.gnomon.sim.spec.InvalidSpecException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * The commands of the simulator. Exit status: 0 done, 1 failed, 2 wrong usage.
 *
 * <p>Only the command that runs is created, which shortens the start.
 */
@Command(
    name = "gnomon",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    description = "Simulate batch schedulers: one policy, several, or the tuning loop.")
public final class GnomonSim implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  private GnomonSim() {}

  /** Runs the command and ends the process with its status. */
  public static void main(String[] arguments) {
    System.exit(Commands.run(commandLine(arguments), arguments));
  }

  /** The command line for these arguments; without arguments it has all commands. */
  public static CommandLine commandLine(String... arguments) {
    CommandLine line = new CommandLine(new GnomonSim());
    Map<String, Supplier<Object>> commands = commands();
    String asked = arguments.length > 0 ? arguments[0] : "";
    commands.forEach(
        (name, command) -> {
          if (name.equals(asked) || !commands.containsKey(asked)) {
            line.addSubcommand(command.get());
          }
        });
    return Commands.prepare(line).setExecutionExceptionHandler(GnomonSim::failed);
  }

  private static Map<String, Supplier<Object>> commands() {
    Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
    commands.put("simulate", SimulateCommand::new);
    commands.put("compare", CompareCommand::new);
    commands.put("tune", TuneCommand::new);
    commands.put("train", TrainCommand::new);
    commands.put("assess", AssessCommand::new);
    commands.put("policies", PoliciesCommand::new);
    commands.put("predict", PredictCommand::new);
    commands.put("generate", GenerateCommand::new);
    commands.put("safety", SafetyCommand::new);
    commands.put("reproduce", ReproduceCommand::new);
    return commands;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "the command is missing; it must be one of " + String.join(", ", commands().keySet()));
  }

  private static int failed(Exception failure, CommandLine line, ParseResult parsed)
      throws Exception {
    if (failure instanceof InvalidSpecException) {
      return line.getParameterExceptionHandler()
          .handleParseException(
              new ParameterException(line, String.valueOf(failure.getMessage()), failure),
              new String[0]);
    }
    return Commands.failed(failure, line, parsed);
  }
}

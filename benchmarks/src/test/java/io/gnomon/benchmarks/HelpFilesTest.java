package io.gnomon.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.slurm.SlurmCommand;
import io.gnomon.controller.Serve;
import io.gnomon.controller.client.Explain;
import io.gnomon.controller.client.Forecast;
import io.gnomon.controller.doctor.Doctor;
import io.gnomon.controller.replay.Replay;
import io.gnomon.sandbox.Demo;
import io.gnomon.sandbox.watch.Watch;
import io.gnomon.sim.cli.GnomonSim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/**
 * Checks that the help texts and completion scripts in {@code dist/src/main/help}, which the
 * launcher prints without a build, equal the output of the commands. It is in this module because
 * this module depends on all commands.
 *
 * <p>To regenerate the files, run {@code ./mvnw -pl benchmarks -am test -Dtest=HelpFilesTest
 * -Dsurefire.failIfNoSpecifiedTests=false -Dgnomon.help.write=true}.
 */
class HelpFilesTest {
  private static final Path FOLDER =
      Path.of(System.getProperty("gnomon.root"), "dist", "src", "main", "help");

  @Test
  void helpFilesEqualTheHelpOfTheCommands() throws IOException {
    Map<String, CommandLine> commands = simulator();
    commands.put("serve", Serve.commandLine());
    commands.put("doctor", Doctor.commandLine());
    commands.put("replay", Replay.commandLine());
    commands.put("explain", Explain.commandLine());
    commands.put("forecast", Forecast.commandLine());
    commands.put("bridge", SlurmCommand.commandLine());
    commands.put("demo", Demo.commandLine());
    commands.put("watch", Watch.commandLine());
    commands.put("benchmark", Benchmark.commandLine());
    for (Map.Entry<String, CommandLine> command : commands.entrySet()) {
      compare(command.getKey() + ".txt", command.getValue().getUsageMessage(Ansi.OFF));
    }
  }

  @Test
  void completionScriptsListTheCommandsAndOptions() throws IOException {
    CommandLine installed = GnomonSim.commandLine();
    installed.addSubcommand("serve", Serve.commandLine());
    installed.addSubcommand("doctor", Doctor.commandLine());
    installed.addSubcommand("replay", Replay.commandLine());
    installed.addSubcommand("explain", Explain.commandLine());
    installed.addSubcommand("forecast", Forecast.commandLine());
    installed.addSubcommand(
        "bridge",
        new CommandLine(CommandLine.Model.CommandSpec.create())
            .addSubcommand("slurm", SlurmCommand.commandLine()));
    compare("completion.bash", AutoComplete.bash("gnomon", installed));

    CommandLine checkout =
        installed
            .addSubcommand("demo", Demo.commandLine())
            .addSubcommand("watch", Watch.commandLine())
            .addSubcommand("benchmark", Benchmark.commandLine());
    compare("completion-checkout.bash", AutoComplete.bash("gnomon", checkout));
  }

  private static Map<String, CommandLine> simulator() {
    return new LinkedHashMap<>(GnomonSim.commandLine().getSubcommands());
  }

  private static void compare(String name, String expected) throws IOException {
    Path file = FOLDER.resolve(name);
    if (Boolean.getBoolean("gnomon.help.write")) {
      Files.createDirectories(FOLDER);
      Files.writeString(file, expected);
    }
    assertThat(file).hasContent(expected);
  }
}

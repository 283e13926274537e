package io.gnomon.benchmarks.launcher;

import io.gnomon.benchmarks.Benchmark;
import io.gnomon.benchmarks.load.FleetLoad;
import io.gnomon.bridge.slurm.SlurmCommand;
import io.gnomon.controller.Serve;
import io.gnomon.controller.client.Explain;
import io.gnomon.controller.client.Forecast;
import io.gnomon.controller.client.Queue;
import io.gnomon.controller.doctor.Doctor;
import io.gnomon.controller.replay.Replay;
import io.gnomon.sandbox.Demo;
import io.gnomon.sandbox.experiment.Experiment;
import io.gnomon.sandbox.watch.Watch;
import io.gnomon.sim.cli.GnomonSim;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The commands of the launcher {@code gnomon}. */
public final class LauncherCommands {
  private LauncherCommands() {}

  /** New instances of all commands, by name; {@code bridge} is {@code bridge slurm}. */
  public static Map<String, CommandLine> all() {
    Map<String, CommandLine> commands =
        new LinkedHashMap<>(GnomonSim.commandLine().getSubcommands());
    commands.putAll(installed());
    commands.putAll(ofCheckout());
    return commands;
  }

  /** One command line with all commands of an installation. */
  public static CommandLine installation() {
    CommandLine line = GnomonSim.commandLine();
    installed()
        .forEach(
            (name, command) ->
                line.addSubcommand(
                    name,
                    name.equals("bridge")
                        ? new CommandLine(CommandSpec.create()).addSubcommand("slurm", command)
                        : command));
    return line;
  }

  /** One command line with all commands of a checkout. */
  public static CommandLine checkout() {
    CommandLine line = installation();
    ofCheckout().forEach(line::addSubcommand);
    return line;
  }

  private static Map<String, CommandLine> installed() {
    Map<String, CommandLine> commands = new LinkedHashMap<>();
    commands.put("serve", Serve.commandLine());
    commands.put("doctor", Doctor.commandLine());
    commands.put("replay", Replay.commandLine());
    commands.put("explain", Explain.commandLine());
    commands.put("queue", Queue.commandLine());
    commands.put("forecast", Forecast.commandLine());
    commands.put("bridge", SlurmCommand.commandLine());
    commands.put("demo", Demo.commandLine());
    commands.put("watch", Watch.commandLine());
    return commands;
  }

  private static Map<String, CommandLine> ofCheckout() {
    Map<String, CommandLine> commands = new LinkedHashMap<>();
    commands.put("experiment", Experiment.commandLine());
    commands.put("benchmark", Benchmark.commandLine());
    commands.put("load", FleetLoad.commandLine());
    return commands;
  }
}

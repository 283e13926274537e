package io.gnomon.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.slurm.SlurmCommand;
import io.gnomon.controller.Serve;
import io.gnomon.controller.doctor.Doctor;
import io.gnomon.controller.replay.Replay;
import io.gnomon.sandbox.Demo;
import io.gnomon.sandbox.watch.Watch;
import io.gnomon.sim.cli.GnomonSim;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * Checks that the documentation agrees with the code: each {@code gnomon} command and option shown
 * exists, and each link to a file of the project resolves. It is in this module because this module
 * depends on all commands.
 */
class DocumentedCommandsTest {
  private static final Path ROOT = Path.of(System.getProperty("gnomon.root"));
  private static final Pattern COMMAND =
      Pattern.compile("(?:\\./|`|^|\\s)gnomon +([a-z]+)((?:[^`\\n|#\\\\]|\\\\\\n)*)");
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])(--[a-z][a-z-]*)");
  private static final Pattern LINK = Pattern.compile("]\\(([^)#:\\s]+)(?:#[^)\\s]*)?\\)");

  @Test
  void shownCommandsAndOptionsExist() {
    Map<String, CommandLine> commands = commands();
    List<String> wrong = new ArrayList<>();
    int shown = 0;
    for (Path page : pages()) {
      Matcher matcher = COMMAND.matcher(read(page));
      while (matcher.find()) {
        CommandLine command = commands.get(matcher.group(1));
        if (command == null) {
          continue;
        }
        shown++;
        Matcher options = OPTION.matcher(matcher.group(2));
        while (options.find()) {
          if (!command.getCommandSpec().optionsMap().containsKey(options.group(1))) {
            wrong.add(ROOT.relativize(page) + ": " + matcher.group(1) + " " + options.group(1));
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(shown).as("commands found in the documentation").isGreaterThan(30);
  }

  @Test
  void linksLeadToFiles() {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      Matcher link = LINK.matcher(read(page));
      while (link.find()) {
        if (!Files.exists(page.resolveSibling(link.group(1)))) {
          broken.add(ROOT.relativize(page) + ": " + link.group(1));
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  private static Map<String, CommandLine> commands() {
    Map<String, CommandLine> commands =
        new LinkedHashMap<>(GnomonSim.commandLine().getSubcommands());
    commands.put("serve", Serve.commandLine());
    commands.put("doctor", Doctor.commandLine());
    commands.put("replay", Replay.commandLine());
    commands.put("bridge", SlurmCommand.commandLine());
    commands.put("demo", Demo.commandLine());
    commands.put("watch", Watch.commandLine());
    commands.put("benchmark", Benchmark.commandLine());
    return commands;
  }

  private static List<Path> pages() {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
        Stream<Path> k8s = Files.walk(ROOT.resolve("k8s"));
        Stream<Path> top = Files.list(ROOT)) {
      return Stream.of(docs, k8s, top)
          .flatMap(files -> files)
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.gnomon.benchmarks;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.benchmarks.launcher.LauncherCommands;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Checks that the documentation agrees with the code: each {@code gnomon} command of a code block
 * parses, and is run if it is quick and needs no cluster; each option in the text exists, and each
 * link to a file of the project and to a heading resolves. It is in this module because this module
 * depends on all commands.
 */
class DocumentedCommandsTest {
  private static final Path ROOT = Path.of(System.getProperty("gnomon.root"));
  private static final Pattern INLINE = Pattern.compile("`(?:\\./)?gnomon +([a-z]+)([^`]*)`");
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])(--[a-z][a-z-]*)");
  private static final Pattern LINK = Pattern.compile("]\\(([^)#:\\s]*)(?:#([^)\\s]*))?\\)");

  /** What is not run here, and where it is run instead. */
  private static final Map<String, String> NOT_RUN =
      Map.ofEntries(
          entry("demo", "runs for minutes; DemoIT runs it"),
          entry("experiment", "needs two real Slurms; ExperimentIT starts them"),
          entry("watch", "needs a Slurm or a recorded queue; WatchIT and SlurmWatchIT run it"),
          entry("bridge", "needs a Slurm; the tests Slurm…IT run it"),
          entry("serve", "needs brokers; the tests of sandbox run it"),
          entry("doctor", "needs brokers; PermissionsIT runs it"),
          entry("replay", "needs brokers or their records; RecordingWithoutBrokerIT runs it"),
          entry("explain", "needs a controller; JobPageIT runs it"),
          entry("forecast", "needs a controller; JobPageIT runs it"),
          entry(
              "reproduce", "needs traces and minutes; the tests of io.gnomon.sim.reproduce run it"),
          entry("safety", "simulates hundreds of logs; SafetyCommandTest runs it with few"),
          entry("load", "starts a broker and processes; runs for minutes"),
          entry("benchmark", "needs traces and minutes; BudgetTableTest checks its table"));

  @Test
  void everyCommandInACodeBlockParses() {
    Set<String> names = LauncherCommands.all().keySet();
    Map<String, String> placeholders = placeholders(Path.of("folder"));
    List<String> wrong = new ArrayList<>();
    int shown = 0;
    for (Path page : pages()) {
      for (ShownCommand command : ShownCommand.in(read(page))) {
        if (!names.contains(command.name())) {
          // gnomon TYPE DATA is the shell function of producing-events.md
          if (!command.name().contains(".")) {
            wrong.add(ROOT.relativize(page) + ": " + command + ": no such command");
          }
          continue;
        }
        shown++;
        try {
          LauncherCommands.checkout().parseArgs(arguments(command, placeholders));
        } catch (CommandLine.ParameterException e) {
          wrong.add(ROOT.relativize(page) + ": " + command + ": " + e.getMessage());
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(shown).as("commands found in the documentation").isGreaterThan(40);
  }

  @Test
  void quickCommandsThatNeedNoClusterSucceed(@TempDir Path folder) throws IOException {
    Map<String, String> placeholders = placeholders(folder);
    Files.createDirectory(folder.resolve("made"));
    Files.writeString(
        folder.resolve("slurm.conf"),
        """
        ClusterName=test
        NodeName=n[1-4] CPUs=32 RealMemory=192000
        PartitionName=batch Nodes=n[1-4] Default=YES MaxTime=1-00:00:00
        """);
    Files.writeString(
        folder.resolve("jobs.events"),
        "-dt 1 -e submit_batch_job | -sim-walltime 300 --uid=ada -J job_1 -N 1 -n 32 -t 60\n");
    run("generate", "--jobs", "300", "--processors", "100", "--output", placeholders.get("FILE"));
    int ran = 0;
    for (Path page : pages()) {
      for (ShownCommand command : ShownCommand.in(read(page))) {
        if (isQuick(command)) {
          assertThat(run(arguments(command, placeholders))).as("%s: %s", page, command).isEmpty();
          ran++;
        }
      }
    }
    assertThat(ran).as("commands that were run").isGreaterThan(12);
  }

  private static boolean isQuick(ShownCommand command) {
    return LauncherCommands.all().containsKey(command.name())
        && !NOT_RUN.containsKey(command.name())
        // needs the records of a Slurm; SlurmAssessIT runs it
        && !command.arguments().contains("jobs.txt");
  }

  /** Runs a command and returns what it printed if it failed, else nothing. */
  private static String run(String... arguments) {
    StringWriter output = new StringWriter();
    PrintWriter writer = new PrintWriter(output);
    CommandLine command = LauncherCommands.checkout().setOut(writer).setErr(writer);
    return command.execute(arguments) == 0 ? "" : output.toString();
  }

  @Test
  void optionsNamedInTheTextExist() {
    Map<String, CommandLine> commands = LauncherCommands.all();
    List<String> wrong = new ArrayList<>();
    for (Path page : pages()) {
      Matcher matcher = INLINE.matcher(read(page));
      while (matcher.find()) {
        CommandLine command = commands.get(matcher.group(1));
        Matcher options = OPTION.matcher(matcher.group(2));
        while (options.find()) {
          if (command == null
              || !command.getCommandSpec().optionsMap().containsKey(options.group(1))) {
            wrong.add(ROOT.relativize(page) + ": " + matcher.group(1) + " " + options.group(1));
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void theReadmeNamesTheCommandThatRunsTheMainJobAndTheOneThatRunsTheTests() {
    String tryIt = read(ROOT.resolve("README.md")).split("### Try it")[1].split("\n## ")[0];

    assertThat(tryIt.lines().map(line -> line.replaceFirst("#.*", "").strip()))
        .contains("./gnomon demo", "./mvnw verify");
  }

  @Test
  void linksLeadToFilesAndHeadings() {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      Matcher link = LINK.matcher(read(page));
      while (link.find()) {
        Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
        String heading = link.group(2);
        if (!Files.exists(target)
            || heading != null && target.toString().endsWith(".md") && !has(target, heading)) {
          broken.add(ROOT.relativize(page) + ": " + link.group());
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  /** Whether a page has a heading with this anchor, made of it as GitHub does. */
  private static boolean has(Path page, String anchor) {
    return read(page)
        .lines()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-'))
        .anyMatch(anchor::equals);
  }

  private static String[] arguments(ShownCommand command, Map<String, String> placeholders) {
    return Stream.concat(Stream.of(command.name()), command.arguments().stream())
        .map(word -> placeholders.getOrDefault(word, word))
        .toArray(String[]::new);
  }

  /** Values for the placeholders and files of the documentation. */
  private static Map<String, String> placeholders(Path folder) {
    String workload = folder.resolve("workload.swf").toString();
    Map<String, String> values = new LinkedHashMap<>();
    values.put("FILE", workload);
    values.put("FILE:PROCESSORS", workload + ":100");
    values.put("…", workload);
    values.put("KTH-SP2-1996-2.1-cln.swf.gz", workload);
    values.put("N", "100");
    values.put("DIR", folder.resolve("made").toString());
    values.put("out/", folder.resolve("made").toString());
    values.put("prior.json", folder.resolve("prior.json").toString());
    values.put("made.swf", folder.resolve("made.swf").toString());
    values.put("made.events.gz", folder.resolve("made.events.gz").toString());
    values.put("jobs.events.gz", folder.resolve("jobs.events").toString());
    values.put("/etc/slurm/slurm.conf", folder.resolve("slurm.conf").toString());
    values.put("$SLURM_ARRAY_TASK_ID/16", "0/16");
    return values;
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

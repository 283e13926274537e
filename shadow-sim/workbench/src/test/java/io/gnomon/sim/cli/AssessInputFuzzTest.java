package io.gnomon.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.commandline.InputFile;
import io.gnomon.commandline.Progress;
import io.gnomon.sim.assess.change.SimulatedSite;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/**
 * Reads the files of a site with lines and fields removed, moved, repeated and garbled. Each input
 * is simulated or refused with a message.
 */
class AssessInputFuzzTest {
  private static final int ROUNDS = 60;
  private static final int FEW_JOBS = 100;
  private static final Path SHARED =
      Path.of(System.getProperty("gnomon.root", ".."), "../shared/golden/slurm");

  @TempDir private static Path folder;

  /** Parses the options of an assessment and reads its files. */
  @Command(name = "assess")
  private static final class Reading {
    @Mixin private AssessInput input = new AssessInput();
  }

  /** The files of a site. */
  record Site(Path beside, List<String> conf, List<String> associations, List<String> jobs) {
    private Site mutated(Random random) {
      List<List<String>> files =
          new ArrayList<>(List.of(conf, associations, associations, jobs, jobs));
      int chosen = random.nextInt(files.size());
      List<String> lines = new ArrayList<>(files.get(chosen));
      for (int i = random.nextInt(1, 12); i > 0 && !lines.isEmpty(); i--) {
        mutate(lines, random);
      }
      return new Site(
          beside,
          chosen == 0 ? lines : conf,
          chosen == 1 || chosen == 2 ? lines : associations,
          chosen > 2 ? lines : jobs);
    }

    private static void mutate(List<String> lines, Random random) {
      int at =
          random.nextBoolean()
              ? random.nextInt(lines.size())
              : random.nextInt(1 + Math.min(2, lines.size() - 1));
      String line = lines.get(at);
      switch (random.nextInt(7)) {
        case 0 -> lines.remove(at);
        case 1 -> lines.add(random.nextInt(lines.size()), line);
        case 2 -> lines.add(random.nextInt(lines.size()), lines.remove(at));
        case 3 -> lines.set(at, fields(line, random, 0));
        case 4 -> lines.set(at, fields(line, random, 1));
        case 5 -> lines.set(at, fields(line, random, 2));
        default -> {
          char[] characters = line.toCharArray();
          if (characters.length > 0) {
            characters[random.nextInt(characters.length)] =
                "|=,:-'\"9 \u0001é".charAt(random.nextInt(11));
          }
          lines.set(at, new String(characters));
        }
      }
    }

    /** A line with a field removed, repeated, or exchanged with another one. */
    private static String fields(String line, Random random, int how) {
      String separator = line.contains("|") ? "|" : line.contains(":") ? ":" : " ";
      List<String> fields =
          new ArrayList<>(Arrays.asList(line.split(Pattern.quote(separator), -1)));
      int at = random.nextInt(fields.size());
      if (how == 0) {
        fields.remove(at);
      } else if (how == 1) {
        fields.add(at, fields.get(at));
      } else {
        fields.add(random.nextInt(fields.size()), fields.remove(at));
      }
      return String.join(separator, fields);
    }

    @Override
    public String toString() {
      return beside.getFileName() + ", " + associations.get(0);
    }

    private Path write(Path folder) throws IOException {
      for (String name : List.of("gres.conf", "topology.conf")) {
        Files.deleteIfExists(folder.resolve(name));
        if (Files.exists(beside.resolve(name))) {
          Files.copy(beside.resolve(name), folder.resolve(name));
        }
      }
      Files.write(folder.resolve("slurm.conf"), conf);
      Files.write(folder.resolve("assoc.txt"), associations);
      Files.write(folder.resolve("jobs.txt"), jobs);
      return folder;
    }
  }

  static Stream<Site> sites() throws IOException {
    List<Site> sites = new ArrayList<>();
    Path own = Path.of("src/test/resources/site");
    List<String> conf = InputFile.textLines(own.resolve("slurm.conf"));
    List<String> jobs = InputFile.textLines(own.resolve("jobs.txt"));
    for (String associations : List.of("assoc.txt", "assoc-tree.txt", "dump.cfg")) {
      List<String> lines = new ArrayList<>(InputFile.textLines(own.resolve(associations)));
      lines.addAll(InputFile.textLines(own.resolve("qos.txt")));
      lines.addAll(InputFile.textLines(own.resolve("user.txt")));
      sites.add(new Site(own, conf, lines, jobs));
    }
    if (Files.exists(SHARED)) {
      List<String> lines =
          new ArrayList<>(InputFile.textLines(SHARED.resolve("micro_a.associations.txt")));
      lines.addAll(InputFile.textLines(SHARED.resolve("micro_a.qos.txt")));
      sites.add(
          new Site(
              SHARED.resolve("conf/micro_a"),
              InputFile.textLines(SHARED.resolve("conf/micro_a/slurm.conf")),
              lines,
              unpacked(SHARED.resolve("micro_a.sacct.txt.gz")).subList(0, 1 + FEW_JOBS)));
    }
    return sites.stream();
  }

  private static List<String> unpacked(Path file) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("sites")
  void simulatesOrRefusesAnyInput(Site site) throws IOException {
    assertThat(read(site.write(folder))).as("without changes").isEmpty();
    int simulated = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Random random = new Random(round);
      String refusal = read(site.mutated(random).write(folder));
      assertThat(refusal).as("round %d", round).doesNotContain("Exception");
      simulated += refusal.isEmpty() ? 1 : 0;
    }
    assertThat(simulated).isGreaterThan(ROUNDS / 2);
  }

  /** Reads and simulates a site; returns the message of a refusal, or nothing. */
  private static String read(Path site) {
    Reading reading = new Reading();
    new CommandLine(reading)
        .parseArgs(
            "--slurm-conf=" + site.resolve("slurm.conf"),
            "--associations=" + site.resolve("assoc.txt"),
            "--sacct=" + site.resolve("jobs.txt"));
    try {
      SimulatedSite read = reading.input.read(new Progress(new PrintWriter(new StringWriter())));
      assertThat(read.simulate().size()).isPositive();
      return "";
    } catch (IOException | ParameterException refused) {
      return refused.getMessage() + " ";
    }
  }
}

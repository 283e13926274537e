package io.gnomon.sandbox.experiment;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.gnomon.commandline.Commands;
import io.gnomon.commandline.FileAccess;
import io.gnomon.commandline.GnomonVersion;
import io.gnomon.sandbox.InterruptOnShutdown;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import io.gnomon.sim.workload.swf.SwfReader;
import io.gnomon.sim.workload.swf.SwfWorkload;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code experiment}: pairs of real Slurms, one of which is tuned. */
@Command(
    name = "gnomon experiment",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    sortOptions = false,
    description =
        "Submit the same jobs to two real Slurms on this machine, let Gnomon tune one of them, and"
            + " compare what sacct reports of both. Needs Debian, root, and the packages"
            + " slurmctld, slurmd, slurmdbd and mariadb-server. A pair of 300 jobs takes about ten"
            + " minutes; run again, it continues where it stopped.",
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {"0:done", "1:failed", "2:wrong usage"})
public final class Experiment implements Callable<Integer> {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final int LEAST_JOBS = 10;
  private static final int GENERATED_PROCESSORS = 128;
  private static final int GENERATED_JOBS = 20_000;

  /** Seconds between two submissions, in the mean. */
  private static final double SPACING = 1.2;

  private static final int ALIKE_SHARE = 3;

  /** Seconds in which the dashboard's simulation ends after the last job. */
  private static final int PATIENCE = 300;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description =
          "pairs whose queue Gnomon may put into other orders (default: ${DEFAULT-VALUE})")
  private int pairs = 8;

  @Option(
      names = "--fair-share-pairs",
      paramLabel = "N",
      description =
          "further pairs whose order remains that of the priorities (default: ${DEFAULT-VALUE})")
  private int fairShare = 4;

  @Option(
      names = "--jobs",
      paramLabel = "M",
      description =
          "jobs of a pair, at least 10; before them, both sites get a third as many while Gnomon"
              + " only observes"
              + " (default: ${DEFAULT-VALUE})")
  private int jobs = 300;

  @Option(
      names = "--workload",
      paramLabel = "FILE.swf[.gz]",
      description =
          "log whose jobs are scaled, with MaxProcs in its header; each pair takes a random part of it"
              + " (default: a generated workload)")
  private @Nullable Path workload;

  @Option(
      names = "--slurm-root",
      paramLabel = "DIR",
      description =
          "folder with another release of Slurm, made by root.sh (default: this machine's Slurm)")
  private @Nullable Path root;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "DIR",
      description =
          "folder for pair-N.json, report.md and chart.svg; pairs whose file exists are not run"
              + " again; the folder is created")
  private Path output = Path.of("experiment");

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] arguments) {
    if (System.getProperty("logback.configurationFile") == null) {
      System.setProperty("logback.configurationFile", "gnomon-watch-logback.xml");
    }
    System.exit(Commands.run(commandLine(), arguments));
  }

  /** The command with its error handling. */
  public static CommandLine commandLine() {
    return Commands.prepare(new CommandLine(new Experiment()));
  }

  @Override
  public Integer call() throws IOException {
    require(
        pairs >= 0 && fairShare >= 0 && pairs + fairShare > 0,
        "--pairs and --fair-share-pairs are %d and %d; they must be at least 0, and their sum at least 1"
            .formatted(pairs, fairShare));
    require(jobs >= LEAST_JOBS, "--jobs is %d; it must be at least %d".formatted(jobs, LEAST_JOBS));
    FileAccess.writing(output, () -> Files.createDirectories(output));
    Workload from = workload();
    require(
        from.log().size() >= jobs,
        "--workload has %d jobs; --jobs is %d".formatted(from.log().size(), jobs));
    List<PairResult> results = new ArrayList<>();
    try (InterruptOnShutdown end = new InterruptOnShutdown("gnomon experiment")) {
      for (int pair = 1; pair <= pairs + fairShare; pair++) {
        results.add(result(pair, from));
        report(results);
      }
    } catch (InterruptedException stopped) {
      throw new IOException("stopped; run it again to continue", stopped);
    } catch (TimeoutException late) {
      throw new IOException(late.getMessage(), late);
    }
    spec.commandLine().getOut().print(PairReport.of(results).toMarkdown());
    spec.commandLine().getOut().flush();
    return 0;
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new ParameterException(spec.commandLine(), otherwise);
    }
  }

  /** A log and the processors of its machine. */
  private record Workload(JobLog log, int processors) {}

  private Workload workload() throws IOException {
    Path file = workload;
    if (file == null) {
      return new Workload(
          WorkloadGenerator.generate(GENERATED_JOBS, GENERATED_PROCESSORS, 1, 1),
          GENERATED_PROCESSORS);
    }
    SwfWorkload read = FileAccess.reading(file, () -> SwfReader.read(file));
    long declared = read.header().maxProcs().orElse(0);
    require(
        declared > 0 && declared <= Integer.MAX_VALUE,
        "--workload: the header of %s has no MaxProcs".formatted(file));
    int processors = (int) declared;
    return new Workload(
        new Preparation(processors, OverrunRule.EXTEND).prepare(read.log()).log(), processors);
  }

  private PairResult result(int pair, Workload from)
      throws IOException, InterruptedException, TimeoutException {
    Path file = output.resolve("pair-" + pair + ".json");
    if (Files.exists(file)) {
      PairResult earlier =
          FileAccess.reading(file, () -> JSON.readValue(file.toFile(), PairResult.class));
      require(
          earlier.orders() == pair <= pairs
              && earlier.jobs() == jobs
              && earlier.workload().equals(name()),
          "--output: %s is of %d jobs of %s, %s; choose another folder, or the same options"
              .formatted(
                  file,
                  earlier.jobs(),
                  earlier.workload(),
                  earlier.orders() ? "--pairs" : "--fair-share-pairs"));
      return earlier;
    }
    PrintWriter err = spec.commandLine().getErr();
    Path sites =
        Files.createTempDirectory(
            "gnomon-pair",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    PairRun run =
        new PairRun(
            sites,
            root,
            PATIENCE,
            step -> {
              err.println(step);
              err.flush();
            });
    PairResult result =
        run.run(
            pair,
            pair <= pairs,
            name(),
            jobs(from, pair, jobs / ALIKE_SHARE, 1),
            jobs(from, pair, jobs, 2));
    FileAccess.writeText(file, JSON.writeValueAsString(result));
    delete(sites);
    return result;
  }

  private String name() {
    return workload == null ? "a generated workload" : workload.getFileName().toString();
  }

  /** Deletes the files of two sites; those of a pair that failed remain, as they say why. */
  private void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException inUse) {
      spec.commandLine().getErr().println("not all files of " + folder + " are deleted: " + inUse);
    }
  }

  /** Jobs from a place in the log that the pair and the part determine. */
  private List<SiteWorkload.Job> jobs(Workload from, int pair, int count, int part) {
    JobLog log = from.log();
    long seed = 2L * pair + part;
    int first = new SplittableRandom(seed).nextInt(log.size() - count + 1);
    return SiteWorkload.of(
        log.slice(first, first + count), from.processors(), (int) (SPACING * count), seed);
  }

  private void report(List<PairResult> results) throws IOException {
    FileAccess.writeText(output.resolve("report.md"), PairReport.of(results).toMarkdown());
    FileAccess.writing(output, () -> PairReport.chart(results).write(output.resolve("chart.svg")));
  }
}

package io.gnomon.sandbox.experiment;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.gnomon.bridge.storage.AtomicFile;
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
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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

  /** Seconds in which the dashboard's simulation is brought up to date twice. */
  private static final int PATIENCE = 130;

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
      names = "--advice-pairs",
      paramLabel = "N",
      description =
          "further pairs in which an assessment of the site's own record takes the place of the"
              + " controller; its best change is written into slurm.conf (default:"
              + " ${DEFAULT-VALUE})")
  private int advice = 2;

  @Option(
      names = "--jobs",
      paramLabel = "M",
      description =
          "jobs of a pair, at least 10; before them, both sites get a third as many while Gnomon"
              + " only observes, those before them in the log; with advice, as many"
              + " (default: ${DEFAULT-VALUE})")
  private int jobs = 300;

  @Option(
      names = "--workload",
      paramLabel = "FILE.swf[.gz]",
      description =
          "log whose jobs are scaled, with MaxProcs in its header; given several times, the pairs take"
              + " them in turn, each a random part of its log (default: a generated workload)")
  private List<Path> workloads = List.of();

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
          "folder for pair-N.json, report.md, chart.svg and waits.svg; pairs whose file exists are not run"
              + " again, nor those that another process of the same command runs; the folder is"
              + " created")
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
        Math.min(pairs, Math.min(fairShare, advice)) >= 0 && all() > 0,
        "--pairs, --fair-share-pairs and --advice-pairs are %d, %d and %d; they must be at least 0, and their sum at least 1"
            .formatted(pairs, fairShare, advice));
    require(jobs >= LEAST_JOBS, "--jobs is %d; it must be at least %d".formatted(jobs, LEAST_JOBS));
    FileAccess.writing(output, () -> Files.createDirectories(output));
    List<Workload> from = workloads();
    try (InterruptOnShutdown end = new InterruptOnShutdown("gnomon experiment")) {
      for (int pair = 1; pair <= all(); pair++) {
        runOnce(pair, from.get((pair - 1) % from.size()));
        report(results(from));
      }
    } catch (InterruptedException stopped) {
      throw new IOException("stopped; run it again to continue", stopped);
    } catch (TimeoutException late) {
      throw new IOException(late.getMessage(), late);
    }
    List<PairResult> results = results(from);
    if (!results.isEmpty()) {
      spec.commandLine().getOut().print(PairReport.of(results).toMarkdown());
      spec.commandLine().getOut().flush();
    }
    return 0;
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new ParameterException(spec.commandLine(), otherwise);
    }
  }

  /** A log and the processors of its machine. */
  private record Workload(String name, JobLog log, int processors) {}

  private List<Workload> workloads() throws IOException {
    List<Workload> all = new ArrayList<>();
    for (Path file : workloads) {
      all.add(workload(file));
    }
    if (all.isEmpty()) {
      all.add(
          new Workload(
              "a generated workload",
              WorkloadGenerator.generate(GENERATED_JOBS, GENERATED_PROCESSORS, 1, 1),
              GENERATED_PROCESSORS));
    }
    for (Workload one : all) {
      require(
          one.log().size() >= 2 * jobs,
          "--workload: %s has %d jobs; it needs twice those of --jobs, %d"
              .formatted(one.name(), one.log().size(), jobs));
    }
    return all;
  }

  private Workload workload(Path file) throws IOException {
    SwfWorkload read = FileAccess.reading(file, () -> SwfReader.read(file));
    int processors = read.header().maxProcs().orElse(0);
    require(processors > 0, "--workload: the header of %s has no MaxProcs".formatted(file));
    return new Workload(
        file.getFileName().toString(),
        new Preparation(processors, OverrunRule.EXTEND).prepare(read.log()).log(),
        processors);
  }

  /** The pairs that have been run, in their order. */
  private List<PairResult> results(List<Workload> from) throws IOException {
    List<PairResult> results = new ArrayList<>();
    for (int pair = 1; pair <= all(); pair++) {
      if (Files.exists(file(pair))) {
        results.add(earlier(pair, from.get((pair - 1) % from.size())));
      }
    }
    return results;
  }

  private int all() {
    return pairs + fairShare + advice;
  }

  private PairKind kind(int pair) {
    if (pair > pairs + fairShare) {
      return PairKind.ADVICE;
    }
    return pair <= pairs ? PairKind.ORDERS : PairKind.PRIORITIES;
  }

  private Path file(int pair) {
    return output.resolve("pair-" + pair + ".json");
  }

  private PairResult earlier(int pair, Workload from) throws IOException {
    Path file = file(pair);
    PairResult earlier =
        FileAccess.reading(file, () -> JSON.readValue(file.toFile(), PairResult.class));
    require(
        earlier.kind() == kind(pair)
            && earlier.jobs() == jobs
            && earlier.workload().equals(from.name()),
        "--output: %s is of %d jobs of %s, %s; choose another folder, or the same options"
            .formatted(file, earlier.jobs(), earlier.workload(), earlier.kind().title()));
    return earlier;
  }

  /** Runs a pair, unless it has been run or another process runs it. */
  private void runOnce(int pair, Workload from)
      throws IOException, InterruptedException, TimeoutException {
    Path lock = output.resolve("pair-" + pair + ".lock");
    try (FileChannel channel =
            FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = channel.tryLock()) {
      if (held != null && !Files.exists(file(pair))) {
        AtomicFile.replace(file(pair), JSON.writeValueAsBytes(run(pair, from)));
      }
    }
  }

  private PairResult run(int pair, Workload from)
      throws IOException, InterruptedException, TimeoutException {
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
    int alike = kind(pair) == PairKind.ADVICE ? jobs : jobs / ALIKE_SHARE;
    List<SiteWorkload.Job> all = jobs(from, pair, alike + jobs);
    PairResult result =
        run.run(
            pair,
            kind(pair),
            from.name(),
            SiteWorkload.within(all.subList(0, alike), (int) (SPACING * alike)),
            SiteWorkload.within(all.subList(alike, alike + jobs), (int) (SPACING * jobs)));
    delete(sites);
    return result;
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

  /** Jobs from a place in the log that the pair determines. */
  private static List<SiteWorkload.Job> jobs(Workload from, int pair, int count) {
    JobLog log = from.log();
    int first = new SplittableRandom(pair).nextInt(log.size() - count + 1);
    return SiteWorkload.of(
        log.slice(first, first + count), from.processors(), (int) (SPACING * count), pair);
  }

  private void report(List<PairResult> results) throws IOException {
    if (results.isEmpty()) {
      return;
    }
    FileAccess.replaceText(output.resolve("report.md"), PairReport.of(results).toMarkdown());
    FileAccess.writing(output, () -> PairReport.chart(results).write(output.resolve("chart.svg")));
    FileAccess.writing(output, () -> PairReport.waits(results).write(output.resolve("waits.svg")));
  }
}

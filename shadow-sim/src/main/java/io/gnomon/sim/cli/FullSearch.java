package io.gnomon.sim.cli;

import io.gnomon.sim.tune.TuneLoop;
import io.gnomon.sim.tune.TuneLoopListener;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.workload.JobLog;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * The closed loop of {@code tune --search full} with all its defaults, as one way of scheduling.
 */
@Command
final class FullSearch {
  private static final double NANOSECONDS = 1e9;

  @Mixin private final TuneOptions options = new TuneOptions();

  /** A loop with every default. */
  static FullSearch byDefault() {
    return CommandLine.populateCommand(new FullSearch(), "--search=FULL");
  }

  /**
   * Runs it over a log.
   *
   * @param progress hears of each week
   */
  PolicyRun run(JobLog log, int processors, Consumer<String> progress) {
    try (StudyThreads pool = new StudyThreads(0)) {
      TuneLoopListener shown = time -> progress.accept("loop, week " + time / TuneSettings.WEEK);
      long began = System.nanoTime();
      TuneLoop loop = new TuneLoop(log, processors, options.settings(), options.future(), pool);
      return new PolicyRun(
          loop.run(options.begin(), shown).schedule(), (System.nanoTime() - began) / NANOSECONDS);
    }
  }
}

package io.gnomon.sim.cli;

import io.gnomon.commandline.Progress;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.thread.StudyThreads;
import io.gnomon.sim.tune.TuneLoop;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.TunedRun;
import io.gnomon.sim.workload.JobLog;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The tuning loop of {@code tune --search library} with all defaults, run like a policy. */
@Command
final class DefaultTuning {
  private static final double NANOSECONDS = 1e9;

  @Mixin private final TuneOptions options = new TuneOptions();

  private DefaultTuning() {}

  /** A loop with all defaults. */
  static DefaultTuning create() {
    return CommandLine.populateCommand(new DefaultTuning(), "--search=LIBRARY");
  }

  /** Its settings. */
  TuneSettings settings() {
    return options.settings();
  }

  /** Runs the loop on a log and an empty cluster. */
  PolicyRun run(JobLog log, ClusterState cluster, Progress progress) {
    try (StudyThreads pool = new StudyThreads(0)) {
      long began = System.nanoTime();
      TuneLoop loop = new TuneLoop(log, cluster, options.settings(), pool);
      TunedRun run =
          loop.run(options.initialPolicy(), LoopComparison.shown(progress, "tuned", log));
      double seconds = (System.nanoTime() - began) / NANOSECONDS;
      return new PolicyRun(run.schedule(), seconds, run.use(), Map.of());
    }
  }
}

package io.gnomon.bridge.slurm.apply;

import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.plan.Step;
import io.gnomon.bridge.slurm.programs.SlurmPrograms;
import io.gnomon.bridge.storage.AtomicFile;
import io.gnomon.bridge.storage.StorageException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out and undoes steps. Not thread-safe. */
final class StepExecutor {
  private static final Logger LOG = LoggerFactory.getLogger(StepExecutor.class);
  private static final long SHORTEST_PAUSE = 10; // ms
  private static final long LONGEST_PAUSE = 500;
  private static final int MAX_ATTEMPTS = 40; // 18 s

  private final SlurmPrograms programs;
  private final Pause pause;

  StepExecutor(SlurmPrograms programs) {
    this(programs, StepExecutor::waitAfter);
  }

  StepExecutor(SlurmPrograms programs, Pause pause) {
    this.programs = programs;
    this.pause = pause;
  }

  /** Lets slurmctld work before the next attempt. */
  @FunctionalInterface
  interface Pause {
    /** Waits after an attempt, counted from 1; returns false if there shall be no other one. */
    boolean of(int attempt);
  }

  private static boolean waitAfter(int attempt) {
    try {
      Thread.sleep(Math.min(LONGEST_PAUSE, SHORTEST_PAUSE << attempt));
      return true;
    } catch (InterruptedException ends) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Carries out a step.
   *
   * @throws SlurmException if the step fails; not if it is optional and its object has changed
   */
  void apply(Step step) throws SlurmException {
    if (step.apply().isEmpty()) {
      return;
    }
    LOG.info("{}", step.describe());
    try {
      execute(step, step.apply());
    } catch (SlurmException rejected) {
      if (!step.optional() || !isObsolete(rejected)) {
        throw rejected;
      }
      LOG.info("skipped: {}", rejected.getMessage());
    }
  }

  /**
   * Undoes steps in reverse order. A failure of one step does not stop the others.
   *
   * @return the failures, one sentence each
   */
  List<String> undo(List<Step> steps) {
    List<String> failures = new ArrayList<>();
    for (int i = steps.size() - 1; i >= 0; i--) {
      Step step = steps.get(i);
      if (step.undo().isEmpty()) {
        continue;
      }
      try {
        execute(step, step.undo());
        LOG.info("undone: {}", step.describe());
      } catch (SlurmException rejected) {
        if (!isObsolete(rejected)) {
          failures.add(String.valueOf(rejected.getMessage()));
        }
      }
    }
    return failures;
  }

  /**
   * Returns whether a job, or tasks of an array, are pending and none is held. Setting the nice
   * value of a held job would release it.
   */
  private boolean isPendingAndNotHeld(String job) throws SlurmException {
    List<String> priorities =
        programs
            .run("squeue", "--noheader", "--states=PD", "--format=%Q", "--jobs=" + job)
            .lines()
            .map(String::strip)
            .toList();
    return !priorities.isEmpty() && !priorities.contains("0");
  }

  /**
   * Returns whether all objects that scontrol complained about have gone or changed their state.
   */
  private static boolean isObsolete(SlurmException rejected) {
    return rejected.isOnly(StepExecutor::isObsolete);
  }

  private static boolean isObsolete(String error) {
    return error.contains("Invalid job id")
        || error.contains("Invalid partition name")
        || error.contains("no longer pending")
        || error.contains("already complet")
        || error.contains("Job is pending execution")
        || error.contains("Job/step");
  }

  private void execute(Step step, List<String> arguments) throws SlurmException {
    switch (step.kind()) {
      case SCONTROL -> scontrol(step, arguments);
      case SACCTMGR -> programs.run("sacctmgr", arguments.toArray(String[]::new));
      case FILE -> writeOrDelete(arguments);
      case NICE -> {
        if (isPendingAndNotHeld(arguments.get(1))) {
          scontrol(step, arguments);
        } else {
          LOG.info("skipped: job {} is held or no longer pending", arguments.get(0));
        }
      }
    }
  }

  /**
   * Runs scontrol. Slurm 24.11 and 26.05 answer about half of all changes of the partition of an
   * array that they are busy, and do not make them; on a machine with much else to do, also those
   * of other jobs, for some seconds. The next attempts succeed.
   */
  private void scontrol(Step step, List<String> arguments) throws SlurmException {
    String[] line = step.scontrolArguments(arguments).toArray(String[]::new);
    for (int attempt = 1; ; attempt++) {
      try {
        programs.run("scontrol", line);
        return;
      } catch (SlurmException rejected) {
        if (attempt == MAX_ATTEMPTS || !isBusy(rejected) || !pause.of(attempt)) {
          throw rejected;
        }
      }
    }
  }

  private static boolean isBusy(SlurmException rejected) {
    return rejected.isOnly(line -> line.contains("Resource temporarily unavailable"));
  }

  private static void writeOrDelete(List<String> arguments) throws SlurmException {
    Path file = Path.of(arguments.get(0));
    try {
      if (arguments.size() == 1) {
        AtomicFile.delete(file);
      } else {
        AtomicFile.replace(file, arguments.get(1).getBytes(StandardCharsets.UTF_8));
      }
    } catch (StorageException e) {
      throw new SlurmException(String.valueOf(e.getMessage()), e);
    }
  }
}

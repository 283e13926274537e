package io.gnomon.bridge.slurm.apply;

import io.gnomon.bridge.slurm.read.SlurmException;
import io.gnomon.bridge.slurm.read.SlurmPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does and undoes steps. Not thread-safe. */
final class Administrator {
  private static final Logger LOG = LoggerFactory.getLogger(Administrator.class);

  private final SlurmPrograms programs;

  Administrator(SlurmPrograms programs) {
    this.programs = programs;
  }

  /**
   * Does a step.
   *
   * @throws SlurmException where it is refused, unless the step may pass
   */
  void apply(Step step) throws SlurmException {
    if (step.apply().isEmpty()) {
      return;
    }
    LOG.info("{}", step.line());
    try {
      carryOut(step, step.apply());
    } catch (SlurmException refused) {
      if (!step.passing() || !isGone(refused)) {
        throw refused;
      }
      LOG.info("passed over: {}", refused.getMessage());
    }
  }

  /**
   * Undoes steps, the last first, all of them whatever becomes of single ones.
   *
   * @return what could not be undone, a sentence each
   */
  List<String> undo(List<Step> steps) {
    List<String> failures = new ArrayList<>();
    for (int i = steps.size() - 1; i >= 0; i--) {
      Step step = steps.get(i);
      if (step.undo().isEmpty()) {
        continue;
      }
      try {
        carryOut(step, step.undo());
        LOG.info("undone: {}", step.line());
      } catch (SlurmException refused) {
        if (!isGone(refused)) {
          failures.add(String.valueOf(refused.getMessage()));
        }
      }
    }
    return failures;
  }

  /** Whether a job or tasks of an array wait, and none is held: a nice value would release it. */
  private boolean waits(String job) throws SlurmException {
    List<String> priorities =
        programs
            .text("squeue", "--noheader", "--states=PD", "--format=%Q", "--jobs=" + job)
            .lines()
            .map(String::strip)
            .toList();
    return !priorities.isEmpty() && !priorities.contains("0");
  }

  /** Whether all that was refused is not there, or not any more as it was. */
  private static boolean isGone(SlurmException refused) {
    return !refused.complaints().isEmpty()
        && refused.complaints().stream().allMatch(Administrator::isGone);
  }

  private static boolean isGone(String said) {
    return said.contains("Invalid job id")
        || said.contains("Invalid partition name")
        || said.contains("no longer pending")
        || said.contains("already complet")
        || said.contains("Job is pending execution")
        || said.contains("Job/step");
  }

  private void carryOut(Step step, List<String> words) throws SlurmException {
    if (step.kind() == Step.Kind.NICE && !waits(words.get(1))) {
      LOG.info("left alone: job {} is held or does not wait any more", words.get(0));
      return;
    }
    if (step.kind() != Step.Kind.FILE) {
      programs.text("scontrol", step.scontrol(words).toArray(String[]::new));
      return;
    }
    Path file = Path.of(words.get(0));
    try {
      if (words.size() == 1) {
        Files.deleteIfExists(file);
      } else {
        KeptFile.replace(file, words.get(1).getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new SlurmException(file + " cannot be written: " + e, e);
    }
  }
}

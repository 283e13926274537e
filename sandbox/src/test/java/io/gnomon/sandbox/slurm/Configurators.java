package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.bridge.slurm.apply.SlurmConfigurator;
import io.gnomon.bridge.slurm.client.SlurmReader;
import io.gnomon.bridge.slurm.limit.LimitRanges;
import io.gnomon.bridge.slurm.plan.AppliedConfiguration;
import io.gnomon.bridge.slurm.plan.ChangeSettings;
import io.gnomon.bridge.slurm.policy.Aspect;
import io.gnomon.bridge.slurm.policy.ObservedPolicy;
import io.gnomon.bridge.slurm.policy.TestTime;
import io.gnomon.bridge.slurm.programs.ProgramSource;
import io.gnomon.bridge.slurm.programs.SlurmPrograms;
import io.gnomon.events.config.Configuration;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Configurators beside one Slurm, as processes that come one after the other.
 *
 * @param slurm that is configured
 * @param state folder of what outlives a process
 * @param script that is written for new jobs, or null
 * @param initial what Slurm is taken for
 * @param ranges the limits that may be changed
 */
record Configurators(RealSlurm slurm, Path state, Path script, String initial, LimitRanges ranges) {
  /** The end of a process, which nothing in it can catch. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  Configurators(RealSlurm slurm, Path state, Path script, String initial) {
    this(slurm, state, script, initial, LimitRanges.NONE);
  }

  private SlurmPrograms programs() {
    return new SlurmPrograms(
        slurm.programs(), Map.of("SLURM_CONF", slurm.conf().toString()), Duration.ofSeconds(30));
  }

  SlurmReader reader() {
    return new SlurmReader(new ProgramSource(programs()), InstantSource.system());
  }

  /** The policy that Slurm runs. */
  String observed() throws Exception {
    return ObservedPolicy.read(
        reader(),
        AppliedConfiguration.readFormer(state, Aspect.PARAMETERS),
        null,
        TestTime.UNKNOWN);
  }

  SlurmConfigurator next(boolean carryOut, Consumer<String> progress) throws Exception {
    return new SlurmConfigurator(
        new ChangeSettings(
            carryOut,
            null,
            "gnomon",
            4,
            script,
            slurm.folder().resolve("gnomon/gnomon.conf"),
            initial,
            ranges,
            1),
        programs(),
        reader(),
        state,
        progress);
  }

  SlurmConfigurator next() throws Exception {
    return next(true, step -> {});
  }

  /** Applies and notes each step before it is done. */
  List<String> steps(Configuration wanted) throws Exception {
    List<String> steps = new ArrayList<>();
    next(true, steps::add).apply(wanted);
    return steps;
  }

  /** A process that ends before the step of that number, from 0. */
  void killed(Configuration wanted, int before) throws Exception {
    List<String> done = new ArrayList<>();
    killed(
        wanted,
        progress -> {
          done.add(progress);
          return done.size() > before;
        });
  }

  /** A process that ends when it is about to make the first such progress. */
  void killed(Configuration wanted, Predicate<String> before) throws Exception {
    SlurmConfigurator killed =
        next(
            true,
            progress -> {
              if (before.test(progress)) {
                throw new Killed();
              }
            });
    assertThatThrownBy(() -> killed.apply(wanted)).isInstanceOf(Killed.class);
  }
}

package io.gnomon.sim.engine;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.predict.ObservedRuntimes;
import io.gnomon.sim.predict.RuntimeModel;
import org.jspecify.annotations.Nullable;

/**
 * Tells a state how long its jobs are expected to run while a policy asks: by what is known, or
 * else by what it learns itself from jobs that end.
 *
 * <p>A waiting job is expected anew when a job of the same user ends; what it leaves in the figures
 * of other users' jobs, or of users without a name, tells for those that come later.
 */
final class ExpectedRuntimes {
  private @Nullable RuntimeModel model; // null until it is given one or begins to learn
  private @Nullable ObservedRuntimes learned; // which is the model then
  private boolean told; // whether the state says what the model does

  ExpectedRuntimes copy() {
    ExpectedRuntimes copy = new ExpectedRuntimes();
    copy.learned = learned == null ? null : learned.copy();
    copy.model = copy.learned == null ? model : copy.learned;
    copy.told = told;
    return copy;
  }

  /** Goes by a model and learns nothing; {@code said} where the state has been told of it. */
  void goBy(RuntimeModel known, boolean said) {
    model = known;
    learned = null;
    told = said;
  }

  /** Learns from now on, unless it has a model to go by. */
  void learn() {
    known();
  }

  private RuntimeModel known() {
    if (model == null) {
      learned = new ObservedRuntimes();
      model = learned;
    }
    return model;
  }

  /** A policy is going to ask. */
  void ask(ClusterState state) {
    RuntimeModel known = known();
    if (!told) {
      tell(state, known);
      told = true;
    }
  }

  void submitted(ClusterState state, int slot, boolean asked) {
    if (asked) {
      tell(state, slot, known());
    } else {
      told = false;
    }
  }

  /** A job has completed that is about to leave. */
  void ended(ClusterState state, int slot, boolean asked) {
    if (asked) {
      learn();
    }
    if (learned == null) {
      return;
    }
    int user = state.user(slot);
    int ran = Math.max(1, state.ranSeconds(slot));
    learned.ended(user, state.width(slot), state.estimate(slot), ran);
    if (!asked) {
      told = false;
    } else if (user != ClusterState.NONE) {
      tellOf(state, user, learned);
    }
  }

  /** Users ask for the same again and again, so what was expected last is often right. */
  private static void tellOf(ClusterState state, int user, RuntimeModel model) {
    WaitingQueue waiting = state.waiting();
    int width = 0;
    int estimate = 0;
    int seconds = 0;
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      if (state.user(slot) == user) {
        if (state.width(slot) != width || state.estimate(slot) != estimate) {
          width = state.width(slot);
          estimate = state.estimate(slot);
          seconds = model.expected(user, width, estimate);
        }
        state.expectRuntime(slot, seconds);
      }
    }
  }

  /** What it goes by; an independent copy. */
  RuntimeModel model() {
    return learned != null ? learned.copy() : model != null ? model : RuntimeModel.ESTIMATES;
  }

  static void tell(ClusterState state, RuntimeModel model) {
    state.forEachActive(
        slot -> {
          if (state.phase(slot) != JobPhase.RUNNING) {
            tell(state, slot, model);
          }
        });
  }

  private static void tell(ClusterState state, int slot, RuntimeModel model) {
    state.expectRuntime(
        slot, model.expected(state.user(slot), state.width(slot), state.estimate(slot)));
  }
}

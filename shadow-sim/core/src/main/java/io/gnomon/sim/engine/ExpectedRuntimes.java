package io.gnomon.sim.engine;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.predict.ObservedRuntimes;
import io.gnomon.sim.predict.RuntimeModel;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the expected runtimes of a state's jobs up to date while a policy uses them. They come from
 * a given model, or else from the runtimes of the jobs that complete in this simulation.
 *
 * <p>When a job completes, the expected runtimes of its user's waiting jobs are updated. Waiting
 * jobs of other users, or of unknown users, keep their value; the new observation affects their
 * later jobs only.
 */
final class ExpectedRuntimes {
  private @Nullable RuntimeModel model; // null until one is given or learning starts
  private @Nullable ObservedRuntimes learned; // the same object as model while learning
  private boolean current; // whether the state's values match the model

  ExpectedRuntimes copy() {
    ExpectedRuntimes copy = new ExpectedRuntimes();
    copy.learned = learned == null ? null : learned.copy();
    copy.model = copy.learned == null ? model : copy.learned;
    copy.current = current;
    return copy;
  }

  /**
   * Uses a given model and stops learning.
   *
   * @param alreadySet whether the jobs of the state already carry the model's expected runtimes
   */
  void useModel(RuntimeModel given, boolean alreadySet) {
    model = given;
    learned = null;
    current = alreadySet;
  }

  /** Learns from completed jobs from now on, unless a model is given. */
  void startLearning() {
    modelInUse();
  }

  private RuntimeModel modelInUse() {
    if (model == null) {
      learned = new ObservedRuntimes();
      model = learned;
    }
    return model;
  }

  /** Brings the expected runtimes up to date before a pass of a policy that uses them. */
  void refresh(ClusterState state) {
    RuntimeModel inUse = modelInUse();
    if (!current) {
      set(state, inUse);
      current = true;
    }
  }

  void submitted(ClusterState state, int slot, boolean used) {
    if (used) {
      set(state, slot, modelInUse());
    } else {
      current = false;
    }
  }

  /** Records a completed job that is about to leave the state. */
  void ended(ClusterState state, int slot, boolean used) {
    if (used) {
      startLearning();
    }
    if (learned == null) {
      return;
    }
    int user = state.user(slot);
    int ran = Math.max(1, state.ranSeconds(slot));
    learned.ended(user, state.width(slot), state.estimate(slot), ran);
    if (!used) {
      current = false;
    } else if (user != ClusterState.NONE) {
      setOfUser(state, user, learned);
    }
  }

  /**
   * Updates the waiting jobs of one user. Consecutive jobs are often equal, so the last value is
   * reused.
   */
  private static void setOfUser(ClusterState state, int user, RuntimeModel model) {
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

  /** An independent copy of the model in use. */
  RuntimeModel model() {
    return learned != null ? learned.copy() : model != null ? model : RuntimeModel.ESTIMATES;
  }

  static void set(ClusterState state, RuntimeModel model) {
    state.forEachActive(
        slot -> {
          if (state.phase(slot) != JobPhase.RUNNING) {
            set(state, slot, model);
          }
        });
  }

  private static void set(ClusterState state, int slot, RuntimeModel model) {
    state.expectRuntime(
        slot, model.expected(state.user(slot), state.width(slot), state.estimate(slot)));
  }
}

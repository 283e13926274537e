package io.gnomon.controller.cluster.tracked;

import io.gnomon.controller.mirror.MirrorListener;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.tune.Tuner;
import java.util.BitSet;

/** Reports the transitions of the mirror to the tuner and the policy in force. */
final class MirroredTransitions implements MirrorListener {
  private final Tuner tuner;
  private final EffectRecorder effects;
  private final SimulatedConfiguration inForce;

  MirroredTransitions(Tuner tuner, EffectRecorder effects, SimulatedConfiguration inForce) {
    this.tuner = tuner;
    this.effects = effects;
    this.inForce = inForce;
  }

  @Override
  public void submitted(ClusterState state, int slot) {
    tuner.submitted(state, slot);
    if (state.phase(slot) == JobPhase.WAITING) {
      inForce.policy().submitted(slot);
    } else {
      disturbed(state, slot);
    }
  }

  @Override
  public void released(ClusterState state, int slot) {
    inForce.policy().submitted(slot);
    disturbed(state, slot);
  }

  @Override
  public void started(ClusterState state, int slot) {
    inForce.policy().started(slot);
    effects.started(state, slot);
    tuner.fidelity().started(state, slot, effects::partition);
  }

  @Override
  public void resumed(ClusterState state, int slot) {
    inForce.policy().started(slot);
  }

  @Override
  public void suspended(ClusterState state, int slot) {
    inForce.policy().changed(slot);
    disturbed(state, slot);
  }

  @Override
  public void killed(ClusterState state, int slot) {
    inForce.policy().ended(slot, false);
    disturbed(state, slot);
  }

  @Override
  public void finished(ClusterState state, int slot) {
    inForce.policy().ended(slot, true);
    tuner.finished(state, slot);
    effects.finished(state, slot);
  }

  @Override
  public void modified(ClusterState state, int slot) {
    inForce.policy().changed(slot);
    if (state.phase(slot) != JobPhase.RUNNING) {
      disturbed(state, slot);
    }
    tuner.history().modified(state, slot);
  }

  @Override
  public void cancelled(ClusterState state, int slot) {
    if (state.phase(slot) == JobPhase.RUNNING) {
      inForce.policy().ended(slot, false);
      int ran = state.ranSeconds(slot);
      tuner.history().finished(state.job(slot), ran);
      tuner.fidelity().finished(state, slot);
    } else {
      tuner.history().cancelled(state.job(slot));
      disturbed(state, slot);
    }
  }

  @Override
  public void changed(ClusterState state, int slot) {
    inForce.policy().changed(slot);
  }

  @Override
  public void forgotten(BitSet users) {
    tuner.forget(users);
  }

  private void disturbed(ClusterState state, int slot) {
    tuner.fidelity().disturbed(state, slot, effects::partition);
  }
}

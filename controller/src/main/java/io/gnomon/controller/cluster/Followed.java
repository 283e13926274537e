package io.gnomon.controller.cluster;

import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.mirror.MirrorListener;
import io.gnomon.controller.mirror.RefusedEventException;
import io.gnomon.events.Capabilities;
import io.gnomon.events.ClusterDeclared;
import io.gnomon.events.ClusterSnapshot;
import io.gnomon.events.Configuration;
import io.gnomon.events.DecisionRecorded;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.tune.Tuner;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a declared cluster: its mirror, what it can do, the configuration in force with
 * a policy that follows it, the tuner, and what was seen and decided lately.
 */
public final class Followed {
  private static final int REMEMBERED = 512;
  private static final Configuration UNKNOWN = new Configuration("easy", 0);

  /**
   * A look at the aggregate bounded slowdown.
   *
   * @param second of the state
   * @param slowdown that was seen
   */
  public record Look(int second, double slowdown) {}

  private final Mirror mirror;
  private final Tuner tuner;
  private final ArrayDeque<DecisionRecorded> decisions = new ArrayDeque<>();
  private final ArrayDeque<Look> looks = new ArrayDeque<>();
  private @Nullable Capabilities capabilities;
  private Configuration configuration;
  private SchedulingPolicy policy;

  Followed(long origin, ClusterDeclared declared, Tuner tuner) {
    this.tuner = tuner;
    mirror = new Mirror(origin, declared.processors(), new Listener());
    mirror.state().advanceTo((int) (declared.at() - origin));
    capabilities = declared.capabilities();
    configuration = declared.configuration() == null ? UNKNOWN : declared.configuration();
    policy = ClusterController.policy(configuration);
    policy.adopt(mirror.state());
  }

  private Followed(ClusterDeclared declared, int nextJob, Tuner tuner) {
    this.tuner = tuner;
    int now = (int) (declared.at() - declared.timeOrigin());
    mirror =
        Mirror.restored(declared.timeOrigin(), now, declared.processors(), nextJob, new Listener());
    capabilities = declared.capabilities();
    configuration = declared.configuration() == null ? UNKNOWN : declared.configuration();
    policy = ClusterController.policy(configuration);
  }

  /** As a checkpoint kept it, without its jobs; they follow, then {@link #recallPolicy}. */
  static Followed restored(ClusterDeclared declared, int nextJob, Tuner tuner) {
    return new Followed(declared, nextJob, tuner);
  }

  /** The queue. */
  public Mirror mirror() {
    return mirror;
  }

  /** What watches it. */
  public Tuner tuner() {
    return tuner;
  }

  /** The policy that follows what the scheduler does. */
  public SchedulingPolicy policy() {
    return policy;
  }

  /** What is in force. */
  public Configuration configuration() {
    return configuration;
  }

  /** What the scheduler says it can change, null where it says nothing. */
  public @Nullable Capabilities capabilities() {
    return capabilities;
  }

  /** The last decisions, oldest first. */
  public List<DecisionRecorded> decisions() {
    return List.copyOf(decisions);
  }

  /** The last looks at the slowdown, oldest first. */
  public List<Look> looks() {
    return List.copyOf(looks);
  }

  /** Whether the scheduler can be set to anything at all. */
  boolean capable() {
    return capabilities != null && !capabilities.policies().isEmpty();
  }

  /** Whether the scheduler has said that it can be set to {@code spec}. */
  boolean allows(PolicySpec spec) {
    return capabilities != null && Allowance.of(capabilities).allows(spec);
  }

  void declareAgain(ClusterDeclared declared) throws RefusedEventException {
    mirror.state().advanceTo(mirror.second(declared.at()));
    mirror.state().setProcessors(declared.processors());
    capabilities = declared.capabilities();
    Configuration declaredNow = declared.configuration();
    if (declaredNow != null && !declaredNow.equals(configuration)) {
      configure(declaredNow);
    }
  }

  int replace(ClusterSnapshot snapshot) throws RefusedEventException {
    int divergence = mirror.replace(snapshot);
    if (snapshot.configuration() != null) {
      configuration = snapshot.configuration();
    }
    policy = ClusterController.policy(configuration);
    policy.adopt(mirror.state());
    return divergence;
  }

  void configure(Configuration next) {
    configuration = next;
    SchedulingPolicy successor = ClusterController.policy(next);
    successor.succeed(policy, mirror.state());
    policy = successor;
  }

  /** After the jobs of a checkpoint have been restored. */
  void recallPolicy(int[] memory) {
    policy.adopt(mirror.state());
    policy.recall(memory);
  }

  void observed(int second, double slowdown) {
    looks.addLast(new Look(second, slowdown));
    if (looks.size() > REMEMBERED) {
      looks.removeFirst();
    }
  }

  void decided(DecisionRecorded decision) {
    decisions.addLast(decision);
    if (decisions.size() > REMEMBERED) {
      decisions.removeFirst();
    }
  }

  /** Passes on what the mirror learns to the tuner and to the policy that follows. */
  private final class Listener implements MirrorListener {
    @Override
    public void submitted(ClusterState state, int slot) {
      policy.submitted(slot);
      tuner.submitted(state, slot);
    }

    @Override
    public void started(ClusterState state, int slot) {
      policy.started(slot);
    }

    @Override
    public void resumed(ClusterState state, int slot) {
      policy.started(slot);
    }

    @Override
    public void suspended(ClusterState state, int slot) {
      policy.changed(slot);
    }

    @Override
    public void killed(ClusterState state, int slot) {
      policy.changed(slot);
    }

    @Override
    public void finished(ClusterState state, int slot) {
      policy.ended(slot, true);
      tuner.finished(state, slot);
    }

    @Override
    public void modified(ClusterState state, int slot) {
      policy.changed(slot);
      tuner.history().modified(state.job(slot), state.width(slot), state.estimate(slot));
    }

    @Override
    public void cancelled(ClusterState state, int slot) {
      tuner.history().cancelled(state.job(slot));
      if (state.phase(slot) == JobPhase.RUNNING) {
        policy.ended(slot, false);
      } else {
        policy.changed(slot);
      }
    }
  }
}

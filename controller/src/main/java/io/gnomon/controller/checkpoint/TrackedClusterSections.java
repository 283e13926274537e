package io.gnomon.controller.checkpoint;

import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.mirror.Mirror;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.sim.cluster.StateSnapshot;
import io.gnomon.sim.effect.JobLabels;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.tune.Tuner;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sections of a checkpoint about a declared cluster: jobs, policy, tuner and decisions. */
final class TrackedClusterSections {
  private static final String PARTITION_LABEL = "partitionLabel";
  private static final String ACCOUNT_LABEL = "accountLabel";

  private TrackedClusterSections() {}

  static void write(String cluster, TrackedCluster tracked, SectionWriter out) {
    Mirror mirror = tracked.mirror();
    out.write(
        Section.CLUSTER,
        () -> new Snapshot().put("declared", EventFormat.write(cluster, declared(tracked))));
    out.write(Section.JOBS, () -> jobs(mirror, tracked.effects().labels()));
    out.write(Section.USERS, mirror.users()::snapshot);
    out.write(
        Section.POLICY,
        () ->
            new Snapshot()
                .put("spec", tracked.policy().spec().toString())
                .put("state", tracked.policy().snapshot()));
    TunerSections.write(tracked.tuner(), out);
    out.write(Section.DECISIONS, () -> decisions(cluster, tracked));
    out.write(Section.EFFECT, tracked.effect()::snapshot);
    out.write(Section.IDLE, tracked.effects().idle()::snapshot);
  }

  private static ClusterDeclared declared(TrackedCluster tracked) {
    Mirror mirror = tracked.mirror();
    return new ClusterDeclared(
        mirror.now(),
        Math.max(1, mirror.state().processors()),
        mirror.origin(),
        null,
        tracked.capabilities(),
        tracked.configuration(),
        mirror.declaredMachine(),
        mirror.declaredAccounts());
  }

  private static Snapshot jobs(Mirror mirror, JobLabels labels) {
    Snapshot jobs = StateSnapshot.of(mirror.state());
    int[] slots = jobs.getInts("slot");
    return jobs.put("nextJob", mirror.nextJob())
        .putStrings("name", Arrays.stream(slots).mapToObj(mirror::name).toList())
        .put("setAside", mirror.setAside().count())
        .putStrings("setAsideIds", mirror.setAside().ids())
        .put(PARTITION_LABEL, Arrays.stream(slots).map(labels::partition).toArray())
        .put(ACCOUNT_LABEL, Arrays.stream(slots).map(labels::account).toArray());
  }

  /** Returns the cluster as it was declared, without jobs and without what was learned. */
  static TrackedCluster withoutJobs(Snapshot checkpoint, ControlSettings settings) {
    return restored(checkpoint, null, new Tuner(settings.tuning()), settings);
  }

  private static TrackedCluster restored(
      Snapshot checkpoint, @Nullable Snapshot jobs, Tuner tuner, ControlSettings settings) {
    ClusterDeclared declared =
        (ClusterDeclared) EventFormat.read(Section.CLUSTER.read(checkpoint).getString("declared"));
    return TrackedCluster.restored(declared, jobs, tuner, settings.room());
  }

  static TrackedCluster read(Snapshot checkpoint, ControlSettings settings) {
    Tuner tuner = new Tuner(settings.tuning());
    Snapshot jobs = Section.JOBS.read(checkpoint);
    TrackedCluster tracked = restored(checkpoint, jobs, tuner, settings);
    Mirror mirror = tracked.mirror();
    int[] slots = jobs.getInts("slot");
    mirror.restoreNames(slots, jobs.getStrings("name", slots.length));
    mirror.setAside().restore(jobs.getInt("setAside"), jobs.getStrings("setAsideIds"));
    mirror.users().restore(Section.USERS.read(checkpoint));
    Snapshot policy = Section.POLICY.read(checkpoint);
    tracked.restorePolicy(policy.getString("spec"), policy.getSection("state"));
    TunerSections.read(checkpoint, mirror.state(), tuner);
    mirror.setShapesInUse();
    if (Section.DECISIONS.isIn(checkpoint)) {
      readDecisions(Section.DECISIONS.read(checkpoint), tracked);
    }
    if (Section.EFFECT.isIn(checkpoint)) {
      tracked.effect().restore(Section.EFFECT.read(checkpoint));
      readLabels(jobs, slots, tracked.effects().labels());
    }
    if (Section.IDLE.isIn(checkpoint)) {
      tracked.effects().idle().restore(Section.IDLE.read(checkpoint));
    }
    return tracked;
  }

  private static void readLabels(Snapshot jobs, int[] slots, JobLabels labels) {
    int[] partitions = jobs.getInts(PARTITION_LABEL, slots.length);
    int[] accounts = jobs.getInts(ACCOUNT_LABEL, slots.length);
    for (int i = 0; i < slots.length; i++) {
      labels.set(slots[i], partitions[i], accounts[i]);
    }
  }

  private static Snapshot decisions(String cluster, TrackedCluster tracked) {
    List<TrackedCluster.Observation> observations = tracked.observations();
    return new Snapshot()
        .putStrings(
            "decisions",
            tracked.decisions().stream()
                .map(decision -> EventFormat.write(cluster, decision))
                .toList())
        .put("second", observations.stream().mapToInt(TrackedCluster.Observation::second).toArray())
        .put(
            "slowdown",
            observations.stream().mapToDouble(TrackedCluster.Observation::slowdown).toArray());
  }

  private static void readDecisions(Snapshot section, TrackedCluster tracked) {
    for (String json : section.getStrings("decisions")) {
      tracked.decided((DecisionRecorded) EventFormat.read(json));
    }
    int[] seconds = section.getInts("second");
    double[] slowdowns = section.getDoubles("slowdown", seconds.length);
    for (int i = 0; i < seconds.length; i++) {
      tracked.observed(seconds[i], slowdowns[i]);
    }
  }
}

package io.gnomon.bridge.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.slurm.SlurmCheck.Finding;
import io.gnomon.bridge.slurm.SlurmCheck.Subject;
import io.gnomon.bridge.slurm.client.RecordedSlurm;
import io.gnomon.config.EffectiveConfiguration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The recorded cluster has 8 nodes with 16 processors each, all of them in the partition batch, 4
 * of them also in the partition short.
 */
class SlurmCheckTest {
  private EffectiveConfiguration config = SlurmKeys.loader().load();
  private final Map<String, String> settings = new TreeMap<>(RecordedSlurm.settings());

  private SlurmCheck check() throws Exception {
    return new SlurmCheck(config, settings, RecordedSlurm.state(), 12);
  }

  private static List<String> lines(SlurmCheck check, Subject subject) {
    return check.findings().stream()
        .filter(finding -> finding.subject() == subject)
        .map(Finding::line)
        .toList();
  }

  @Test
  void describesTheClusterAndItsQueue() throws Exception {
    assertThat(check().cluster()).isEqualTo("sim");
    assertThat(lines(check(), Subject.CLUSTER))
        .first()
        .isEqualTo("  ok  Slurm 22.05.8, cluster sim");
    assertThat(lines(check(), Subject.READING)).contains("  ok  reading the queue took 12 ms");
  }

  @Test
  void memoryCountsOnlyWhereSlurmAllocatesIt() throws Exception {
    assertThat(lines(check(), Subject.MODEL))
        .contains(
            "  ok  jobs are simulated on nodes of 2 partitions with CPUs, GPUs and features, not"
                + " memory, which Slurm does not allocate");
    settings.put("SelectTypeParameters", "CR_CORE_MEMORY");
    assertThat(lines(check(), Subject.MODEL))
        .contains(
            "  ok  jobs are simulated on nodes of 2 partitions with CPUs, GPUs, features and"
                + " memory");
  }

  @Test
  void prioritiesAreNamedByTheirWeights() throws Exception {
    assertThat(lines(check(), Subject.MODEL)).noneMatch(line -> line.contains("priority"));
    settings.put("PriorityType", "priority/multifactor");
    settings.put("PriorityWeightAge", "0");
    settings.put("PriorityWeightFairShare", "100000");
    settings.put("PriorityWeightQOS", "1000");
    assertThat(lines(check(), Subject.MODEL))
        .contains(
            "  ok  priority/multifactor orders jobs by FairShare, QOS, which is simulated; without"
                + " slurmdbd, Slurm has no fair share, accounts and QOS");
    settings.put("AccountingStorageType", "accounting_storage/slurmdbd");
    settings.put("PrioritySiteFactorPlugin", "site_factor/own");
    assertThat(lines(check(), Subject.MODEL))
        .contains(
            "  ok  priority/multifactor orders jobs by FairShare, QOS, which is simulated with the"
                + " accounts",
            "  --  PrioritySiteFactorPlugin is site_factor/own; the points that it adds are not"
                + " simulated");
    config = SlurmKeys.loader().flag("slurm.policy=easy").load();
    assertThat(lines(check(), Subject.MODEL))
        .contains(
            "  --  priority/multifactor orders jobs by FairShare, QOS, and slurm.policy is easy,"
                + " which simulates another order. Set slurm.policy to slurm to simulate"
                + " priorities");
  }

  @Test
  void preemptionIsSimulatedUnlessAnotherPolicyIsAskedFor() throws Exception {
    for (String type : List.of("preempt/partition_prio", "preempt/qos")) {
      settings.put("PreemptType", type);
      config = SlurmKeys.loader().load();
      assertThat(lines(check(), Subject.MODEL))
          .contains("  ok  PreemptType is " + type + ", which is simulated");
      config = SlurmKeys.loader().flag("slurm.policy=easy").load();
      assertThat(lines(check(), Subject.MODEL))
          .contains(
              "  --  PreemptType is "
                  + type
                  + "; preemption is not simulated. Set slurm.policy to slurm to simulate it");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"22.05", "24.11", "26.05"})
  void noReleaseHasPreemptionByDefault(String release) throws Exception {
    settings.clear();
    settings.putAll(RecordedSlurm.settings("same-site/" + release + "/config.txt"));
    assertThat(lines(check(), Subject.MODEL)).noneMatch(line -> line.contains("reempt"));
    config = SlurmKeys.loader().flag("slurm.spool=/tmp").load();
    assertThat(lines(check(), Subject.READING)).contains("  ok  hooks write to /tmp");
  }

  @Test
  void aMissingOrUnusableCommandKeyIsNamed(@TempDir Path folder) throws Exception {
    assertThat(lines(check(), Subject.CHANGES))
        .anyMatch(line -> line.startsWith("  --  commands.key-file is not set"));
    Path key = Files.writeString(folder.resolve("key"), "5ecret");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    config = SlurmKeys.loader().flag("commands.key-file=" + key).load();
    assertThat(lines(check(), Subject.CHANGES))
        .anyMatch(line -> line.startsWith("  --  the key file " + key))
        .noneMatch(line -> line.contains("5ecret"));
    Files.writeString(key, "5a".repeat(32));
    assertThat(lines(check(), Subject.CHANGES))
        .contains("  ok  commands must be signed with a key in " + key);
  }

  @Test
  void settingsForChangesAreNeededOnlyToApplyThem() throws Exception {
    assertThat(check().findings().stream().filter(one -> !one.ok()).map(Finding::subject))
        .containsOnly(Subject.CHANGES);
    assertThat(check().complete()).isTrue();

    config = SlurmKeys.loader().flag("slurm.apply=apply").load();
    assertThat(check().complete()).isFalse();

    config = SlurmKeys.loader().load();
    settings.put("PrioritySiteFactorPlugin", "site_factor/own");
    settings.put("PriorityType", "priority/multifactor");
    assertThat(check().complete()).as("the model lacks something").isFalse();
  }
}

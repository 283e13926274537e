package io.gnomon.sandbox.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.slurm.SlurmBridge;
import io.gnomon.bridge.slurm.SlurmKeys;
import io.gnomon.bridge.slurm.plan.SiteConfiguration;
import io.gnomon.config.EffectiveConfiguration;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.signature.SigningKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The secrets of {@code watch --approve}, as the controller and the bridge read them. */
class ApprovalTest {
  @TempDir private Path folder;

  @Test
  void theControllerProposesToTheOperatorAndSignsForTheBridge() throws Exception {
    Approval approval = Approval.create(folder);

    ControllerConfig controller =
        ControllerKeys.read(
            approval.ofController(ControllerKeys.loader().flag("http.port=0")).load());
    assertThat(controller.control().mode()).isEqualTo(Mode.APPROVE);
    assertThat(controller.http().access().credentials())
        .singleElement()
        .satisfies(one -> assertThat(one.token()).isEqualTo(approval.token()));
    EffectiveConfiguration bridge = approval.ofBridge(SlurmKeys.loader()).load();
    new SlurmBridge(bridge); // it refuses to apply without a key
    SigningKeys.read(approval.key());
    for (Path file : new Path[] {approval.key(), approval.operators()}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void eachStartHasSecretsOfItsOwn() throws Exception {
    Approval first = Approval.create(folder);
    String key = Files.readString(first.key());
    Approval second = Approval.create(folder);

    assertThat(second.token()).isNotEqualTo(first.token()).hasSize(64);
    assertThat(Files.readString(second.key())).isNotEqualTo(key);
  }

  @Test
  void findsTheFileThatSlurmConfIncludesForGnomon() throws Exception {
    Path conf = folder.resolve("slurm.conf");
    Files.writeString(
        conf, "ClusterName=c\nInclude nodes.conf\n include gnomon/gnomon.conf # own\n");

    assertThat(SiteConfiguration.included(conf, "gnomon.conf"))
        .contains(folder.resolve("gnomon/gnomon.conf"));
    Files.writeString(conf, "ClusterName=c\n");
    assertThat(SiteConfiguration.included(conf, "gnomon.conf")).isEmpty();
    assertThat(SiteConfiguration.included(folder.resolve("none"), "gnomon.conf")).isEmpty();
  }
}

package io.gnomon.bridge.slurm.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteConfigurationTest {
  @TempDir private Path folder;

  private SiteConfiguration conf(String text) throws Exception {
    Path conf = Files.writeString(folder.resolve("slurm.conf"), text);
    return SiteConfiguration.read(conf, folder.resolve("gnomon.conf"));
  }

  @Test
  void itsSettingsAreThoseOfAllItsFilesButGnomons() throws Exception {
    Files.writeString(folder.resolve("site.conf"), "schedulerparameters=defer\n");
    Files.writeString(folder.resolve("gnomon.conf"), "SchedulerParameters=bf_interval=9\n");
    SiteConfiguration conf =
        conf("SchedulerParameters=bf_continue\ninclude site.conf\nInclude gnomon.conf\n");
    assertThat(conf.value("SchedulerParameters")).contains("defer");
    assertThat(conf.includesOwned()).isTrue();
    assertThat(conf.overridesOwned("SchedulerParameters")).isFalse();
  }

  @Test
  void aSettingAfterGnomonsFileWins() throws Exception {
    SiteConfiguration conf =
        conf("Include gnomon.conf\n#SchedulerType=x\nSchedulerParameters=defer\n");
    assertThat(conf.overridesOwned("SchedulerParameters")).isTrue();
    assertThat(conf.overridesOwned("SchedulerType")).isFalse();
  }

  @Test
  void anyEditChangesItsDigestAndGnomonsOwnDoesNot() throws Exception {
    String before = conf("Include gnomon.conf\nA=1\n").digest();
    Files.writeString(folder.resolve("gnomon.conf"), "B=2\n");
    assertThat(conf("Include gnomon.conf\nA=1\n").digest()).isEqualTo(before);
    assertThat(conf("Include gnomon.conf\nA=2\n").digest()).isNotEqualTo(before);
  }

  @Test
  void aFileThatIncludesItselfOrIsMissingCountsAsEmpty() throws Exception {
    SiteConfiguration conf = conf("A=1\nInclude slurm.conf\nInclude none.conf\nnot a pair\nB=2\n");
    assertThat(conf.unread())
        .containsExactly(folder.resolve("slurm.conf"), folder.resolve("none.conf"));
    assertThat(conf.value("b")).contains("2");
  }

  @Test
  void aCommentMayHaveAnotherEncoding() throws Exception {
    String text = "# Jürgen's cluster\nSchedulerType=sched/backfill\n";
    Path conf =
        Files.write(folder.resolve("slurm.conf"), text.getBytes(StandardCharsets.ISO_8859_1));
    assertThat(SiteConfiguration.read(conf, null).value("SchedulerType"))
        .contains("sched/backfill");
  }

  @Test
  void anUnreadableConfigurationIsAssumedToIncludeGnomonsFile() throws Exception {
    SiteConfiguration none =
        SiteConfiguration.read(folder.resolve("none"), folder.resolve("gnomon.conf"));
    assertThat(none.includesOwned()).isTrue();
    assertThat(none.digest()).isEmpty();
    assertThat(conf("A=1\n").includesOwned()).isFalse();
  }
}

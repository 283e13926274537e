package io.gnomon.controller.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SbatchScriptTest {
  private static Map<String, String> read(String... lines) {
    return SbatchScript.of(List.of(lines)).request().values();
  }

  @Test
  void everyOptionThatDecidesWhereAJobRunsIsRead() {
    assertThat(
            read(
                "#!/bin/bash",
                "#SBATCH --nodes=2-4 --ntasks-per-node=8 -c 2",
                "#SBATCH --time=1-00:00:00 -p gpu -A physics",
                "",
                "# a comment",
                "#SBATCH --qos high --mem=64G -C \"ib&bigmem\" --exclusive",
                "#SBATCH --gres=gpu:a100:2  # of four",
                "module load model",
                "#SBATCH --mem=1G"))
        .containsExactlyInAnyOrderEntriesOf(
            Map.ofEntries(
                Map.entry("processors", "32"),
                Map.entry("nodes", "2"),
                Map.entry("time", "86400s"),
                Map.entry("memory", "64G"),
                Map.entry("gpus-per-node", "a100:2"),
                Map.entry("features", "ib&bigmem"),
                Map.entry("partition", "gpu"),
                Map.entry("account", "physics"),
                Map.entry("qos", "high"),
                Map.entry("exclusive", "true")));
  }

  /** sbatch: minutes, minutes:seconds, hours:minutes:seconds, days-hours. */
  @Test
  void timesAreThoseOfSbatch() {
    assertThat(read("#SBATCH -t30").get("time")).isEqualTo("1800s");
    assertThat(read("#SBATCH -t 1:30").get("time")).isEqualTo("90s");
    assertThat(read("#SBATCH --time=2:00:00").get("time")).isEqualTo("7200s");
    assertThat(read("#SBATCH --time 1-12").get("time")).isEqualTo("129600s");
  }

  @Test
  void gpusHaveATypeOrNone() {
    assertThat(read("#SBATCH --gres=gpu:2").get("gpus-per-node")).isEqualTo("2");
    assertThat(read("#SBATCH --gres=gpu").get("gpus-per-node")).isEqualTo("1");
    assertThat(read("#SBATCH -G a100:3").get("gpus")).isEqualTo("a100:3");
    assertThat(read("#SBATCH --gres=nvme:1")).doesNotContainKey("gpus-per-node");
    assertThat(read("#SBATCH --gres=gpu:a100").get("gpus-per-node")).isEqualTo("a100:1");
    assertThat(read("#SBATCH --gres=gpu:tesla:2").get("gpus-per-node")).isEqualTo("tesla:2");
    assertThat(read("#SBATCH --gres=gpu:1,shard:2").get("gpus-per-node")).isEqualTo("1");
    assertThat(read("#SBATCH --gres=lustre:1,gpu:2").get("gpus-per-node")).isEqualTo("2");
  }

  /** Two nodes of four tasks. */
  @Test
  void gpusOfTasksAreThoseOfAllTasks() {
    assertThat(read("#SBATCH -N2 --ntasks-per-node=4 --gpus-per-task=a100:2").get("gpus"))
        .isEqualTo("a100:16");
  }

  @Test
  void nodesAreSharedWithOtherJobsOfTheUserUnlessTheyAreExclusiveToTheJob() {
    assertThat(read("#SBATCH --exclusive")).containsEntry("exclusive", "true");
    assertThat(read("#SBATCH --exclusive=user")).doesNotContainKey("exclusive");
  }

  @Test
  void optionsThatDecideWhenAJobStartsAndAreNotSimulatedAreNamed() {
    List<String> lines =
        List.of("#SBATCH -d afterok:7 --begin=now+1hour -J run", "#SBATCH --array=1-9");
    assertThat(SbatchScript.of(lines).notSimulated())
        .containsExactly("--array", "--begin", "--dependency");
  }

  @Test
  void aValueWithoutMeaningIsNamed() {
    assertThatThrownBy(() -> read("#SBATCH -n many"))
        .hasMessageContaining("--ntasks is 'many'; it must be a whole number from 1");
    assertThatThrownBy(() -> read("#SBATCH --mem=lots"))
        .hasMessageContaining("memory is 'lots'; it must be such as 4000M or 16G");
    assertThatThrownBy(() -> read("#SBATCH --gres=gpu:a100:1,gpu:v100:1"))
        .hasMessageContaining(
            "--gres is 'gpu:a100:1,gpu:v100:1'; a forecast can have GPUs of one type only");
  }
}

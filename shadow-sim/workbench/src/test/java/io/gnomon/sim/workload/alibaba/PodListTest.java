package io.gnomon.sim.workload.alibaba;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.placement.Shapes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PodListTest {
  private static final String PODS =
      "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,"
          + "deletion_time,scheduled_time\n";

  @TempDir private Path folder;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private Machine machine() throws IOException {
    return AlibabaMachine.read(
        file(
            "nodes.csv",
            """
            sn,cpu_milli,memory_mib,gpu,model
            a,8000,32768,0,
            b,32000,65536,4,V100M16
            c,32000,65536,8,V100M32
            d,32000,65536,2,T4
            """));
  }

  @Test
  void roundsPartsUpAndReportsThem() throws IOException {
    PodList pods =
        PodList.read(
            file(
                "pods.csv",
                PODS
                    + "p0,6500,12288,1,460,,LS,Running,100,700,160\n"
                    + "p1,1000,1024,0,0,,BE,Pending,110,900,\n"
                    + "p2,900,1024,2,1000,V100M16|V100M32,BE,Succeeded,120,200,200\n"));
    assertThat(pods.log().size()).isEqualTo(2);
    assertThat(pods.log().runtime(0)).isEqualTo(540); // 700 - 160
    assertThat(pods.log().estimate(0)).isEqualTo(540);
    assertThat(pods.log().width(0)).isEqualTo(7);
    assertThat(pods.log().runtime(1)).isEqualTo(1); // 0 s counts as 1 s
    assertThat(pods.log().jobId(1)).isEqualTo(3);
    assertThat(pods.log().queue(1)).isNotEqualTo(pods.log().queue(0));
    assertThat(pods.summary())
        .isEqualTo(
            "2 of 3 pods kept; left out: 1 that were never scheduled; 1 requests for a part of a"
                + " GPU count as one GPU, which adds 1 GPUs in all");
  }

  @Test
  void aListOfTypesPermitsTheNodesThatHaveOne() throws IOException {
    PodList pods =
        PodList.read(file("pods.csv", PODS + "p,1000,1,1,1000,V100M16|V100M32,LS,Running,0,9,0\n"));
    Request request = pods.log().request(0);
    assertThat(request).isNotNull();
    assertThat(request.gpusPerNode()).isEqualTo(Map.of(Request.ANY_GPU, 1));
    assertThat(new Shapes(machine()).of(request, 9).nodes(0)).containsExactly(1, 2);
  }

  @Test
  void errorsNameFileLineAndValue() throws IOException {
    Path wrong = file("pods.csv", PODS + "p,many,1,0,0,,LS,Running,0,9,0\n");
    assertThatThrownBy(() -> PodList.read(wrong))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("pods.csv, line 2: cpu_milli is 'many'; allowed are whole numbers");
    Path early = file("early.csv", PODS + "p,1000,1,0,0,,LS,Running,0,8,9\n");
    assertThatThrownBy(() -> PodList.read(early))
        .hasMessageContaining("deletion_time is 8 and scheduled_time is 9");
    Path other = file("other.csv", "a,b\n1,2\n");
    assertThatThrownBy(() -> AlibabaMachine.read(other))
        .hasMessageContaining("line 1: the columns are 'a,b'; needed are sn,cpu_milli");
    Path empty = file("empty.csv", "sn,cpu_milli,memory_mib,gpu,model\n");
    assertThatThrownBy(() -> AlibabaMachine.read(empty)).hasMessageContaining("has no nodes");
  }
}

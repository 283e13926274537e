package io.gnomon.controller.forecast;

import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.slurm.value.Tres;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a forecast is to assume that a job requests besides processors and a time limit. */
public final class RequestedResources {
  private RequestedResources() {}

  /**
   * Reads the parameters of the API.
   *
   * @param parameter the value of a parameter by name, whose form the contract has checked
   * @param number the same of a whole number
   */
  public static ResourceRequest of(
      Function<String, @Nullable String> parameter, Function<String, @Nullable Long> number) {
    ResourceRequest.Builder request =
        ResourceRequest.builder()
            .features(parameter.apply("features"))
            .account(parameter.apply("account"))
            .qos(parameter.apply("qos"))
            .exclusive("true".equals(parameter.apply("exclusive")));
    Long nodes = number.apply("nodes");
    if (nodes != null) {
      request.nodes(nodes.intValue(), nodes.intValue());
    }
    Long memory = number.apply("memoryMb");
    if (memory != null) {
      request.memoryPerNodeMb(memory);
    }
    Long memoryPerCpu = number.apply("memoryPerCpuMb");
    if (memoryPerCpu != null) {
      request.memoryPerCpuMb(memoryPerCpu);
    }
    String gpus = parameter.apply("gpus");
    if (gpus != null) {
      request.gpusPerJob(Tres.gpus("gpu:" + gpus, ResourceRequest.ANY_GPU));
    }
    String gpusPerNode = parameter.apply("gpusPerNode");
    if (gpusPerNode != null) {
      request.gpusPerNode(Tres.gpus("gpu:" + gpusPerNode, ResourceRequest.ANY_GPU));
    }
    String partition = parameter.apply("partition");
    return request
        .partitions(partition == null ? List.of() : List.of(partition.split(",")))
        .build();
  }
}

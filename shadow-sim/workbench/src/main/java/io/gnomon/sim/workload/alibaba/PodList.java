package io.gnomon.sim.workload.alibaba;

import io.gnomon.sim.machine.Features;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The jobs of a list of pods. A pod uses one node, several pods share a node.
 *
 * <p>Thousandths of CPUs and of a GPU are rounded up. The runtime is the time from {@code
 * scheduled_time} to {@code deletion_time}, and the estimate is the same, as pods have no time
 * limit; pods that were never scheduled have no runtime and are left out. {@code gpu_spec} lists
 * the permitted types of GPUs. {@code qos} becomes the number of the queue, in the order of first
 * appearance.
 *
 * @param log the jobs, numbered by their lines
 * @param pods number of pods in the list
 * @param neverScheduled pods left out
 * @param fractions pods whose part of a GPU was rounded up to one
 * @param addedGpus the sum of what was added to these, in GPUs
 */
public record PodList(JobLog log, int pods, int neverScheduled, int fractions, double addedGpus) {
  /**
   * Reads the file, plain or compressed with gzip.
   *
   * @throws TraceFormatException for a line that is not understood
   */
  public static PodList read(Path file) throws IOException {
    Reader reader = new Reader();
    TraceTable.read(
        file,
        List.of(
            "cpu_milli",
            "memory_mib",
            "num_gpu",
            "gpu_milli",
            "gpu_spec",
            "qos",
            "creation_time",
            "deletion_time",
            "scheduled_time"),
        reader::add);
    return new PodList(
        reader.log.build(),
        reader.pods,
        reader.neverScheduled,
        reader.fractions,
        reader.addedThousandths / 1000.0);
  }

  /** What was left out or changed, as one line of text. */
  public String summary() {
    return ("%d of %d pods kept; left out: %d that were never scheduled; %d requests for a part of"
            + " a GPU count as one GPU, which adds %.0f GPUs in all")
        .formatted(log.size(), pods, neverScheduled, fractions, addedGpus);
  }

  private static final class Reader {
    private final JobLogBuilder log = JobLog.builder();
    private final Map<String, Integer> classes = new HashMap<>();
    private int pods;
    private int neverScheduled;
    private int fractions;
    private long addedThousandths;

    void add(TraceTable.Row row) {
      pods++;
      if (row.text("scheduled_time").isEmpty() || row.text("deletion_time").isEmpty()) {
        neverScheduled++;
        return;
      }
      int runtime = row.number("deletion_time") - row.number("scheduled_time");
      if (runtime < 0) {
        throw new IllegalArgumentException(
            "deletion_time is %s and scheduled_time is %s; the deletion must not be earlier"
                .formatted(row.text("deletion_time"), row.text("scheduled_time")));
      }
      int thousandths = row.number("gpu_milli");
      int gpus = row.number("num_gpu");
      if (gpus > 0 && thousandths < 1000) {
        fractions++;
        addedThousandths += (1000L - thousandths) * gpus;
      }
      Request request =
          new Request.Builder()
              .nodes(1, 1)
              .tasks(1)
              .cpusPerTask(Math.max(1, row.roundedUp("cpu_milli")))
              .memoryPerNode(row.number("memory_mib"))
              .gpusPerNode(gpus == 0 ? Map.of() : Map.of(Request.ANY_GPU, gpus))
              .features(Features.parse(row.text("gpu_spec")))
              .build();
      int seconds = Math.max(1, runtime);
      log.job(pods, row.number("creation_time"), seconds, seconds, request.cpus())
          .to(classes.computeIfAbsent(row.text("qos"), name -> classes.size()), JobLog.UNKNOWN)
          .request(request);
    }
  }
}

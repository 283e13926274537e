package io.gnomon.bridge.slurm.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gnomon.events.EventData;
import io.gnomon.events.job.JobOutcome;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * Reads the records of Slurm's own jobcomp/kafka: JSON objects with the fields of the Elasticsearch
 * guide. Their times are UTC without saying so; a record of a start (25.05 and later) has no state;
 * there is none of a submission. A requeue writes a record as an end does, so a record is an end
 * only if Slurm does not know the job any more.
 */
public final class JobcompReader {
  private final ObjectMapper json = new ObjectMapper();

  /**
   * An end that was recorded.
   *
   * @param job name as in {@link QueueMapping}
   * @param startedAt epoch second, or {@link EventData#NONE} where it never ran
   * @param at epoch second
   * @param outcome how it ended
   */
  public record Completion(String job, long startedAt, long at, JobOutcome outcome) {}

  /**
   * The end that a record tells of, empty for a start.
   *
   * @throws IOException where it is no such record
   */
  public Optional<Completion> read(byte[] record) throws IOException {
    JsonNode root = json.readTree(record);
    if (root == null || !root.path("jobid").canConvertToLong()) {
      throw new IOException("it has no 'jobid'");
    }
    String state = root.path("state").asText("");
    long end = second(root.path("@end").asText(""));
    if (state.isEmpty() || state.equals("null") || end <= 0) {
      return Optional.empty();
    }
    long start = second(root.path("@start").asText(""));
    return Optional.of(
        new Completion(name(root), start > 0 ? start : EventData.NONE, end, outcome(root, state)));
  }

  private static String name(JsonNode root) {
    if (root.path("het_job_id").asLong(0) > 0) {
      return root.path("het_job_id").asText();
    }
    return root.has("array_task_id")
        ? root.path("array_job_id").asText() + "_" + root.path("array_task_id").asText()
        : root.path("jobid").asText();
  }

  private static JobOutcome outcome(JsonNode root, String state) {
    String exit = root.path("exit_code").asText("0:0");
    return switch (state) {
      case "TIMEOUT", "DEADLINE" -> JobOutcome.TIMEOUT;
      case "CANCELLED", "NODE_FAIL", "PREEMPTED", "BOOT_FAIL" -> JobOutcome.KILLED;
      case "COMPLETED" -> JobOutcome.COMPLETED;
      default -> exit.endsWith(":0") ? JobOutcome.FAILED : JobOutcome.KILLED;
    };
  }

  private static long second(String time) throws IOException {
    if (time.isEmpty() || time.equals("Unknown") || time.equals("None")) {
      return 0;
    }
    try {
      return LocalDateTime.parse(time.replaceFirst("Z$", "")).toEpochSecond(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw new IOException("'" + time + "' is no time", e);
    }
  }
}

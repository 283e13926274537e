package io.gnomon.bridge.slurm.notify;

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
 * Parses the records of Slurm's jobcomp/kafka plugin: JSON objects with the fields of Slurm's
 * Elasticsearch guide. Their times are in UTC without a time zone. A record of a start (25.05 and
 * later) has no state, and submissions are not recorded. A requeue produces the same record as an
 * end, so a record means an end only if Slurm no longer knows the job.
 */
public final class JobcompReader {
  private static final int LONGEST_NAME = 64;

  private final ObjectMapper json = new ObjectMapper();

  /**
   * A recorded end of a job.
   *
   * @param job id of the job in Gnomon
   * @param startedAt epoch second of the start, or {@link EventData#NONE} if it never ran
   * @param at epoch second of the end
   * @param outcome outcome of the job
   */
  public record Completion(String job, long startedAt, long at, JobOutcome outcome) {}

  /**
   * Returns the end in a record, empty for the record of a start.
   *
   * @throws IOException if it is not a record of jobcomp/kafka
   */
  public Optional<Completion> read(byte[] record) throws IOException {
    JsonNode root = json.readTree(record);
    if (root == null || !root.path("jobid").canConvertToLong()) {
      throw new IOException("the record has no 'jobid'");
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

  private static String name(JsonNode root) throws IOException {
    String name = ownName(root);
    if (name.length() > LONGEST_NAME) {
      throw new IOException("a job id of " + name.length() + " characters");
    }
    return name;
  }

  private static String ownName(JsonNode root) {
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
      throw new IOException("'" + time + "' is not a time of the form 2026-01-31T23:59:59", e);
    }
  }
}

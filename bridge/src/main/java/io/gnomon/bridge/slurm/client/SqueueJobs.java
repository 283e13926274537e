package io.gnomon.bridge.slurm.client;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the jobs of {@code squeue --json} one by one. */
final class SqueueJobs {
  private final JsonParser json;
  private final SqueueValues values;
  private final Map<JobDemand, JobDemand> knownDemands = new HashMap<>();

  /** A reader of jobs, whose parser stands at each. */
  SqueueJobs(JsonParser json, SqueueValues values) {
    this.json = json;
    this.values = values;
  }

  /** Reads the next job; null if it was left out. */
  @Nullable JobRecord job() throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      values.leftOut("an entry of jobs", "an object");
      return null;
    }
    long[] numbers = new long[SqueueField.values().length];
    Arrays.fill(numbers, JobRecord.NONE);
    numbers[SqueueField.NICE.ordinal()] = 0;
    String[] texts = new String[SqueueField.values().length];
    Arrays.fill(texts, "");
    Set<String> states = Set.of();
    Exit exit = new Exit(0, 0);
    boolean wholeNodes = false;
    List<AllocatedNode> allocated = List.of();
    List<String> gpus = List.of();
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      json.nextToken();
      @Nullable SqueueField field = SqueueField.of(name);
      if (field == null) {
        json.skipChildren();
        continue;
      }
      switch (field) {
        case JOB_STATE -> states = values.words();
        case SHARED -> wholeNodes = values.words().contains("none");
        case EXIT_CODE -> exit = exit();
        case JOB_RESOURCES -> allocated = allocated();
        case GRES_DETAIL -> gpus = values.texts(field);
        case NICE -> numbers[field.ordinal()] = values.nice();
        default -> {
          if (field.kind() == SqueueField.Kind.NUMBER) {
            numbers[field.ordinal()] = values.number();
          } else {
            texts[field.ordinal()] = values.text(field);
          }
        }
      }
    }
    if (numbers[SqueueField.JOB_ID.ordinal()] < 0) {
      values.leaveOut("the job has no job_id", "a job left out because it has no job_id");
      return null;
    }
    return record(numbers, texts, states, exit, wholeNodes, allocated, gpus);
  }

  private JobRecord record(
      long[] numbers,
      String[] texts,
      Set<String> states,
      Exit exit,
      boolean wholeNodes,
      List<AllocatedNode> allocated,
      List<String> gpus) {
    return new JobRecord(
        numbers[SqueueField.JOB_ID.ordinal()],
        positive(numbers, SqueueField.ARRAY_JOB_ID),
        numbers[SqueueField.ARRAY_TASK_ID.ordinal()],
        texts[SqueueField.ARRAY_TASK_STRING.ordinal()],
        positive(numbers, SqueueField.ARRAY_MAX_TASKS),
        positive(numbers, SqueueField.HET_JOB_ID),
        states,
        texts[SqueueField.STATE_REASON.ordinal()],
        positive(numbers, SqueueField.CPUS),
        positive(numbers, SqueueField.NODE_COUNT),
        texts[SqueueField.NODES.ordinal()],
        numbers[SqueueField.TIME_LIMIT.ordinal()],
        positive(numbers, SqueueField.SUBMIT_TIME),
        positive(numbers, SqueueField.START_TIME),
        positive(numbers, SqueueField.END_TIME),
        positive(numbers, SqueueField.SUSPEND_TIME),
        positive(numbers, SqueueField.PRE_SUS_TIME),
        positive(numbers, SqueueField.RESTART_CNT),
        exit.status(),
        exit.signal(),
        numbers[SqueueField.PRIORITY.ordinal()],
        texts[SqueueField.PARTITION.ordinal()],
        texts[SqueueField.RESV_NAME.ordinal()],
        wholeNodes,
        texts[SqueueField.USER_NAME.ordinal()],
        texts[SqueueField.ACCOUNT.ordinal()],
        texts[SqueueField.NAME.ordinal()],
        numbers[SqueueField.MEMORY_PER_NODE.ordinal()],
        numbers[SqueueField.MEMORY_PER_CPU.ordinal()],
        texts[SqueueField.TRES_REQ_STR.ordinal()],
        numbers[SqueueField.NICE.ordinal()],
        positive(numbers, SqueueField.ELIGIBLE_TIME),
        texts[SqueueField.DEPENDENCY.ordinal()],
        knownDemands.computeIfAbsent(demand(numbers, texts), same -> same),
        texts[SqueueField.TRES_ALLOC_STR.ordinal()],
        allocated,
        gpus);
  }

  private static JobDemand demand(long[] numbers, String[] texts) {
    return new JobDemand(
        positive(numbers, SqueueField.MAX_NODES),
        positive(numbers, SqueueField.TASKS),
        positive(numbers, SqueueField.TASKS_PER_NODE),
        positive(numbers, SqueueField.CPUS_PER_TASK),
        positive(numbers, SqueueField.MINIMUM_CPUS_PER_NODE),
        texts[SqueueField.FEATURES.ordinal()],
        texts[SqueueField.QOS.ordinal()],
        texts[SqueueField.TRES_PER_JOB.ordinal()],
        texts[SqueueField.TRES_PER_NODE.ordinal()],
        texts[SqueueField.TRES_PER_TASK.ordinal()],
        texts[SqueueField.MEMORY_PER_TRES.ordinal()],
        texts[SqueueField.LICENSES.ordinal()]);
  }

  /**
   * Reads {@code job_resources}: the nodes are in {@code allocated_nodes}, and since 24.05 in
   * {@code allocation} of {@code nodes}.
   */
  private List<AllocatedNode> allocated() throws IOException {
    List<AllocatedNode> nodes = new ArrayList<>();
    if (json.currentToken() != JsonToken.START_OBJECT) {
      json.skipChildren();
      return nodes;
    }
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      JsonToken value = json.nextToken();
      if (value == JsonToken.START_OBJECT && name.equals("nodes")) {
        nodes.addAll(allocated());
      } else if (value == JsonToken.START_ARRAY
          && (name.equals("allocated_nodes") || name.equals("allocation"))) {
        while (json.nextToken() != JsonToken.END_ARRAY) {
          if (json.currentToken() == JsonToken.START_OBJECT) {
            nodes.add(allocatedNode(json.readValueAsTree()));
          } else {
            values.leftOut("an allocated node", "an object");
          }
        }
      } else {
        json.skipChildren();
      }
    }
    return nodes;
  }

  private AllocatedNode allocatedNode(JsonNode node) {
    String name = node.path(node.has("nodename") ? "nodename" : "name").asText();
    JsonNode memory =
        node.has("memory_allocated")
            ? node.path("memory_allocated")
            : node.path("memory").path("allocated");
    return new AllocatedNode(
        values.shared(name),
        allocatedCores(node.path("sockets")),
        number(node.path("cpus").path("count")),
        number(memory));
  }

  private static long number(JsonNode value) {
    JsonNode number = value.isObject() ? value.path("number") : value;
    return number.asLong(JobRecord.NONE);
  }

  /** Counts {@code "allocated"} (in capitals since 23.11) in the cores of the sockets. */
  private static int allocatedCores(JsonNode value) {
    if (value.isTextual()) {
      return value.asText().toUpperCase(Locale.ROOT).startsWith("ALLOCATED") ? 1 : 0;
    }
    int cores = 0;
    for (JsonNode child : value) {
      cores += allocatedCores(child);
    }
    return cores;
  }

  private static long positive(long[] numbers, SqueueField field) {
    return Math.max(0, numbers[field.ordinal()]);
  }

  private record Exit(long status, long signal) {}

  private Exit exit() throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      long status = Math.max(0, values.number());
      return new Exit(status, status & 0x7f);
    }
    long status = 0;
    long signal = 0;
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      json.nextToken();
      switch (name) {
        case "return_code" -> status = Math.max(0, values.number());
        case "signal" -> signal = Math.max(0, signal());
        default -> json.skipChildren();
      }
    }
    return new Exit(status, signal);
  }

  private long signal() throws IOException {
    long signal = 0;
    if (json.currentToken() != JsonToken.START_OBJECT) {
      values.leftOut("a signal", "an object");
      return 0;
    }
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      json.nextToken();
      if (name.equals("id") || name.equals("signal_id")) {
        signal = values.number();
      } else {
        json.skipChildren();
      }
    }
    return signal;
  }
}

package io.gnomon.bridge.slurm.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.TreeNode;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gnomon.events.codec.value.Repairs;
import io.gnomon.events.codec.value.StringCodec;
import io.gnomon.events.json.JsonWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Parses the output of {@code squeue --json} in all its versions: numbers as numbers (22.05) or as
 * objects with {@code set}, {@code infinite} and {@code number} (23.02 and later), states as a word
 * or as a list of words. The values of unused fields are ignored.
 *
 * <p>A field with a value of another kind is left out, and so is a job without an id; the other
 * jobs stand. Texts have at most 4,096 characters and lists 2^20: longer names are cut, and other
 * texts are left out.
 *
 * <p>It parses while squeue prints and keeps the records only: about 500 bytes per job, of the 2 to
 * 8 kB that squeue prints.
 */
public final class SqueueReader {
  private static final long NO_VAL = 0xffff_fffeL;
  private static final long INFINITE = 0xffff_ffffL;

  private static final ObjectMapper JSON =
      new ObjectMapper(JsonFactory.builder().disable(StreamReadFeature.AUTO_CLOSE_SOURCE).build());
  private static final Map<String, Field> FIELDS =
      Arrays.stream(Field.values()).collect(Collectors.toMap(Field::key, Function.identity()));

  /** What a record takes in memory at most, except for long texts of its own. */
  private static final long BYTES_PER_JOB = 1024;

  private static final int MAX_TEXT = 4096;
  private static final int MAX_LIST = 1 << 20;

  private final JsonParser json;
  private final @Nullable Consumer<String> causes;
  // values that many jobs share are stored once
  private final Map<String, String> knownTexts = new HashMap<>();
  private final Map<JobDemand, JobDemand> knownDemands = new HashMap<>();
  private final Map<Set<String>, Set<String>> knownWords = new HashMap<>();

  private SqueueReader(JsonParser json, @Nullable Consumer<String> causes) {
    this.json = json;
    this.causes = causes;
  }

  /** The fields that the bridge uses. Slurm's names are the same in lower case. */
  private enum Field {
    JOB_ID,
    ARRAY_JOB_ID,
    ARRAY_TASK_ID,
    ARRAY_TASK_STRING,
    ARRAY_MAX_TASKS,
    HET_JOB_ID,
    JOB_STATE,
    STATE_REASON,
    CPUS,
    NODE_COUNT,
    NODES,
    TIME_LIMIT,
    SUBMIT_TIME,
    START_TIME,
    END_TIME,
    SUSPEND_TIME,
    PRE_SUS_TIME,
    RESTART_CNT,
    EXIT_CODE,
    PRIORITY,
    PARTITION,
    RESV_NAME,
    SHARED,
    USER_NAME,
    ACCOUNT,
    NAME,
    MEMORY_PER_NODE,
    MEMORY_PER_CPU,
    TRES_REQ_STR,
    NICE,
    ELIGIBLE_TIME,
    DEPENDENCY,
    MAX_NODES,
    TASKS,
    TASKS_PER_NODE,
    CPUS_PER_TASK,
    MINIMUM_CPUS_PER_NODE,
    FEATURES,
    QOS,
    LICENSES,
    TRES_PER_JOB,
    TRES_PER_NODE,
    TRES_PER_TASK,
    MEMORY_PER_TRES,
    TRES_ALLOC_STR,
    JOB_RESOURCES,
    GRES_DETAIL;

    String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Parses recorded output, see {@link #read(InputStream, Consumer)}. A value of another kind and a
   * job without an id are errors.
   *
   * @throws IOException if the output cannot be read
   * @throws SlurmException if the output is not JSON of the expected form
   */
  public static List<JobRecord> read(InputStream output) throws IOException, SlurmException {
    return parse(output, null);
  }

  /**
   * Parses the output of {@code squeue --json} to its end. Bytes that are not valid UTF-8, which
   * job names may contain, are replaced.
   *
   * @param causes receives why a value or a job was left out
   * @throws IOException if the output cannot be read
   * @throws SlurmException if the output is not JSON of the expected form, lists errors, or has
   *     more jobs than fit into the heap
   */
  public static List<JobRecord> read(InputStream output, Consumer<String> causes)
      throws IOException, SlurmException {
    return parse(output, causes);
  }

  private static List<JobRecord> parse(InputStream output, @Nullable Consumer<String> causes)
      throws IOException, SlurmException {
    try (JsonParser json =
        JSON.createParser(new InputStreamReader(output, StandardCharsets.UTF_8))) {
      try {
        return new SqueueReader(json, causes).queue();
      } catch (JsonProcessingException e) {
        throw new SlurmException(
            "cannot parse the output of squeue --json at '%s': %s"
                .formatted(
                    json.getParsingContext().pathAsPointer(),
                    SlurmPrograms.cut(e.getOriginalMessage())),
            e);
      }
    }
  }

  private List<JobRecord> queue() throws IOException, SlurmException {
    List<JobRecord> jobs = null;
    expect(json.nextToken(), JsonToken.START_OBJECT);
    for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
      json.nextToken();
      switch (field) {
        case "jobs" -> jobs = jobs();
        case "errors" -> requireNoErrors();
        default -> json.skipChildren();
      }
    }
    expect(json.currentToken(), JsonToken.END_OBJECT);
    expect(json.nextToken(), null);
    if (jobs == null) {
      throw new SlurmException(
          "the output of squeue --json has no 'jobs'; Slurm 22.05 or newer is required");
    }
    return jobs;
  }

  private void expect(@Nullable JsonToken found, @Nullable JsonToken expected) throws IOException {
    if (found != expected) {
      throw unexpected(found, kind(expected));
    }
  }

  private JsonParseException unexpected(@Nullable JsonToken found, String expected)
      throws IOException {
    String value = "";
    if (found == JsonToken.VALUE_STRING) {
      value = " '" + json.getText() + "'";
    } else if (found != null && found.isScalarValue()) {
      value = " " + json.getText();
    }
    return new JsonParseException(
        json, "found %s%s instead of %s".formatted(kind(found), value, expected));
  }

  private static String kind(@Nullable JsonToken token) {
    if (token == null) {
      return "the end of the output";
    }
    return switch (token) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "an array";
      case VALUE_STRING -> "a string";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      case VALUE_TRUE, VALUE_FALSE -> "a boolean";
      default -> token.asString() == null ? token.name() : token.asString();
    };
  }

  private void requireNoErrors() throws IOException, SlurmException {
    expect(json.currentToken(), JsonToken.START_ARRAY);
    if (json.nextToken() != JsonToken.END_ARRAY) {
      TreeNode first = json.readValueAsTree();
      throw new SlurmException(
          "squeue --json reports errors: " + SlurmPrograms.cut(first.toString()));
    }
  }

  private List<JobRecord> jobs() throws IOException, SlurmException {
    long max = Runtime.getRuntime().maxMemory() / BYTES_PER_JOB;
    List<JobRecord> jobs = new ArrayList<>();
    expect(json.currentToken(), JsonToken.START_ARRAY);
    while (json.nextToken() != JsonToken.END_ARRAY) {
      JobRecord job = job();
      if (job == null) {
        continue;
      }
      if (jobs.size() == max) {
        throw new SlurmException(
            "squeue --json printed more than %,d jobs, which is all that this process reads; give it a larger heap (-Xmx)"
                .formatted(max));
      }
      jobs.add(job);
    }
    return jobs;
  }

  private @Nullable JobRecord job() throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      leftOut("an entry of jobs", "an object");
      return null;
    }
    long[] numbers = new long[Field.values().length];
    Arrays.fill(numbers, JobRecord.NONE);
    numbers[Field.NICE.ordinal()] = 0;
    String[] texts = new String[Field.values().length];
    Arrays.fill(texts, "");
    Set<String> states = Set.of();
    Exit exit = new Exit(0, 0);
    boolean wholeNodes = false;
    List<AllocatedNode> allocated = List.of();
    List<String> gpus = List.of();
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      json.nextToken();
      Field field = FIELDS.get(name);
      if (field == null) {
        json.skipChildren();
        continue;
      }
      switch (field) {
        case JOB_STATE -> states = words();
        case SHARED -> wholeNodes = words().contains("none");
        case EXIT_CODE -> exit = exit();
        case ARRAY_TASK_STRING,
            NODES,
            STATE_REASON,
            PARTITION,
            RESV_NAME,
            USER_NAME,
            ACCOUNT,
            NAME,
            TRES_REQ_STR,
            DEPENDENCY,
            FEATURES,
            QOS,
            LICENSES,
            TRES_PER_JOB,
            TRES_PER_NODE,
            TRES_PER_TASK,
            MEMORY_PER_TRES,
            TRES_ALLOC_STR ->
            texts[field.ordinal()] = text(field);
        case JOB_RESOURCES -> allocated = allocated();
        case GRES_DETAIL -> gpus = texts();
        case NICE -> numbers[field.ordinal()] = nice();
        default -> numbers[field.ordinal()] = number();
      }
    }
    if (numbers[Field.JOB_ID.ordinal()] < 0) {
      if (causes == null) {
        throw new JsonParseException(json, "the job has no job_id");
      }
      report("a job left out because it has no job_id");
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
        numbers[Field.JOB_ID.ordinal()],
        positive(numbers, Field.ARRAY_JOB_ID),
        numbers[Field.ARRAY_TASK_ID.ordinal()],
        texts[Field.ARRAY_TASK_STRING.ordinal()],
        positive(numbers, Field.ARRAY_MAX_TASKS),
        positive(numbers, Field.HET_JOB_ID),
        states,
        texts[Field.STATE_REASON.ordinal()],
        positive(numbers, Field.CPUS),
        positive(numbers, Field.NODE_COUNT),
        texts[Field.NODES.ordinal()],
        numbers[Field.TIME_LIMIT.ordinal()],
        positive(numbers, Field.SUBMIT_TIME),
        positive(numbers, Field.START_TIME),
        positive(numbers, Field.END_TIME),
        positive(numbers, Field.SUSPEND_TIME),
        positive(numbers, Field.PRE_SUS_TIME),
        positive(numbers, Field.RESTART_CNT),
        exit.status(),
        exit.signal(),
        numbers[Field.PRIORITY.ordinal()],
        texts[Field.PARTITION.ordinal()],
        texts[Field.RESV_NAME.ordinal()],
        wholeNodes,
        texts[Field.USER_NAME.ordinal()],
        texts[Field.ACCOUNT.ordinal()],
        texts[Field.NAME.ordinal()],
        numbers[Field.MEMORY_PER_NODE.ordinal()],
        numbers[Field.MEMORY_PER_CPU.ordinal()],
        texts[Field.TRES_REQ_STR.ordinal()],
        numbers[Field.NICE.ordinal()],
        positive(numbers, Field.ELIGIBLE_TIME),
        texts[Field.DEPENDENCY.ordinal()],
        knownDemands.computeIfAbsent(demand(numbers, texts), same -> same),
        texts[Field.TRES_ALLOC_STR.ordinal()],
        allocated,
        gpus);
  }

  private static JobDemand demand(long[] numbers, String[] texts) {
    return new JobDemand(
        positive(numbers, Field.MAX_NODES),
        positive(numbers, Field.TASKS),
        positive(numbers, Field.TASKS_PER_NODE),
        positive(numbers, Field.CPUS_PER_TASK),
        positive(numbers, Field.MINIMUM_CPUS_PER_NODE),
        texts[Field.FEATURES.ordinal()],
        texts[Field.QOS.ordinal()],
        texts[Field.TRES_PER_JOB.ordinal()],
        texts[Field.TRES_PER_NODE.ordinal()],
        texts[Field.TRES_PER_TASK.ordinal()],
        texts[Field.MEMORY_PER_TRES.ordinal()],
        texts[Field.LICENSES.ordinal()]);
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
            leftOut("an allocated node", "an object");
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
        knownTexts.computeIfAbsent(name, JsonWriter::writable),
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

  private List<String> texts() throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      json.skipChildren();
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      texts.add(text(Field.GRES_DETAIL));
    }
    return texts;
  }

  private static long positive(long[] numbers, Field field) {
    return Math.max(0, numbers[field.ordinal()]);
  }

  private record Exit(long status, long signal) {}

  private Exit exit() throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      long status = Math.max(0, number());
      return new Exit(status, status & 0x7f);
    }
    long status = 0;
    long signal = 0;
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      json.nextToken();
      switch (name) {
        case "return_code" -> status = Math.max(0, number());
        case "signal" -> signal = Math.max(0, signal());
        default -> json.skipChildren();
      }
    }
    return new Exit(status, signal);
  }

  private long signal() throws IOException {
    long signal = 0;
    if (json.currentToken() != JsonToken.START_OBJECT) {
      leftOut("a signal", "an object");
      return 0;
    }
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      json.nextToken();
      if (name.equals("id") || name.equals("signal_id")) {
        signal = number();
      } else {
        json.skipChildren();
      }
    }
    return signal;
  }

  private Set<String> words() throws IOException {
    Set<String> words = new HashSet<>();
    switch (json.currentToken()) {
      case VALUE_NULL -> {}
      case START_ARRAY -> {
        while (json.nextToken() != JsonToken.END_ARRAY) {
          words.add(text(Field.JOB_STATE));
        }
      }
      default -> words.add(text(Field.JOB_STATE));
    }
    return knownWords.computeIfAbsent(Set.copyOf(words), same -> same);
  }

  private String text(Field field) throws IOException {
    if (json.currentToken() == JsonToken.VALUE_NULL) {
      return "";
    }
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      leftOut(field.key(), "a string");
      return "";
    }
    String text = json.getText();
    boolean isList = field == Field.NODES || field == Field.ARRAY_TASK_STRING;
    if (text.length() > (isList ? MAX_LIST : MAX_TEXT)) {
      boolean isName = field == Field.NAME || field == Field.USER_NAME || field == Field.ACCOUNT;
      String cut = isName ? StringCodec.NAME.fit(text, new Repairs(how -> {})) : null;
      report("left out " + field.key() + ", or a part of it because it is too long");
      return cut == null ? "" : cut;
    }
    return knownTexts.computeIfAbsent(text, JsonWriter::writable);
  }

  /** Skips the present value, which is of another kind, or reports it as an error. */
  private void leftOut(String what, String expected) throws IOException {
    if (causes == null) {
      throw unexpected(json.currentToken(), expected);
    }
    json.skipChildren();
    report("left out " + what + " because it is not " + expected);
  }

  private void report(String cause) {
    if (causes != null) {
      causes.accept("squeue: " + cause);
    }
  }

  private long number() throws IOException {
    return switch (json.currentToken()) {
      case VALUE_NULL -> JobRecord.NONE;
      case START_OBJECT -> Math.max(JobRecord.NONE, numberObject());
      default -> {
        long number = plainNumber(JobRecord.NONE);
        boolean unset = number == NO_VAL || number < 0;
        yield unset ? JobRecord.NONE : number == INFINITE ? JobRecord.UNLIMITED : number;
      }
    };
  }

  /** Reads a nice value. Slurm 22.05 prints null for 0, and negative values as unsigned. */
  private long nice() throws IOException {
    return switch (json.currentToken()) {
      case VALUE_NULL -> 0;
      case START_OBJECT -> {
        long printed = numberObject();
        yield printed == JobRecord.UNLIMITED ? 0 : (int) printed;
      }
      default -> (int) plainNumber(0);
    };
  }

  /** Reads a number; one beyond 64 bits is the greatest or the least. */
  private long plainNumber(long otherwise) throws IOException {
    JsonToken found = json.currentToken();
    if (!found.isNumeric()) {
      leftOut("a value", "a number");
      return otherwise;
    }
    return switch (json.getNumberType()) {
      case INT, LONG -> json.getLongValue();
      case BIG_INTEGER -> json.getBigIntegerValue().signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
      default -> (long) json.getDoubleValue();
    };
  }

  private long numberObject() throws IOException {
    boolean set = true;
    boolean infinite = false;
    long number = JobRecord.NONE;
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      json.nextToken();
      switch (name) {
        case "set" -> set = flag();
        case "infinite" -> infinite = flag();
        case "number" -> number = plainNumber(JobRecord.NONE);
        default -> json.skipChildren();
      }
    }
    return infinite ? JobRecord.UNLIMITED : set ? number : JobRecord.NONE;
  }

  private boolean flag() throws IOException {
    json.skipChildren();
    return json.currentToken() == JsonToken.VALUE_TRUE;
  }
}

package io.gnomon.bridge.slurm.client;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The fields of a job that the bridge reads. Slurm's names are the same in lower case. */
enum SqueueField {
  JOB_ID,
  ARRAY_JOB_ID,
  ARRAY_TASK_ID,
  ARRAY_TASK_STRING(Kind.LIST),
  ARRAY_MAX_TASKS,
  HET_JOB_ID,
  JOB_STATE(Kind.OTHER),
  STATE_REASON(Kind.TEXT),
  CPUS,
  NODE_COUNT,
  NODES(Kind.LIST),
  TIME_LIMIT,
  SUBMIT_TIME,
  START_TIME,
  END_TIME,
  SUSPEND_TIME,
  PRE_SUS_TIME,
  RESTART_CNT,
  EXIT_CODE(Kind.OTHER),
  PRIORITY,
  PARTITION(Kind.TEXT),
  RESV_NAME(Kind.TEXT),
  SHARED(Kind.OTHER),
  USER_NAME(Kind.NAME),
  ACCOUNT(Kind.NAME),
  NAME(Kind.NAME),
  MEMORY_PER_NODE,
  MEMORY_PER_CPU,
  TRES_REQ_STR(Kind.TEXT),
  NICE(Kind.OTHER),
  ELIGIBLE_TIME,
  DEPENDENCY(Kind.TEXT),
  MAX_NODES,
  TASKS,
  TASKS_PER_NODE,
  CPUS_PER_TASK,
  MINIMUM_CPUS_PER_NODE,
  FEATURES(Kind.TEXT),
  QOS(Kind.TEXT),
  LICENSES(Kind.TEXT),
  TRES_PER_JOB(Kind.TEXT),
  TRES_PER_NODE(Kind.TEXT),
  TRES_PER_TASK(Kind.TEXT),
  MEMORY_PER_TRES(Kind.TEXT),
  TRES_ALLOC_STR(Kind.TEXT),
  JOB_RESOURCES(Kind.OTHER),
  GRES_DETAIL(Kind.OTHER);

  private static final Map<String, SqueueField> BY_KEY =
      Arrays.stream(values()).collect(Collectors.toMap(SqueueField::key, Function.identity()));

  /** How a value is read. */
  enum Kind {
    /** A number that is at least 0. */
    NUMBER,
    /** A text, left out if it is long. */
    TEXT,
    /** A text, cut if it is long. */
    NAME,
    /** A long text. */
    LIST,
    /** In its own way. */
    OTHER
  }

  private final Kind kind;

  SqueueField() {
    this(Kind.NUMBER);
  }

  SqueueField(Kind kind) {
    this.kind = kind;
  }

  /** The field with a key of squeue, or null if the bridge does not read it. */
  static @Nullable SqueueField of(String key) {
    return BY_KEY.get(key);
  }

  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  Kind kind() {
    return kind;
  }
}

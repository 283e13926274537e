package io.gnomon.bridge.slurm.read;

import io.gnomon.events.json.JsonException;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.NameTable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Reads {@code squeue --json} in the forms that it has had: numbers as numbers (22.05) or as
 * objects of {@code set}, {@code infinite} and {@code number} (23.02 and later), states as a word
 * or as a list of words. Fields that are not used may be anything. Not thread-safe; it reads some
 * 100 MB/s.
 */
public final class JobRecordReader {
  private static final long NO_VAL = 0xffff_fffeL;
  private static final long INFINITE = 0xffff_ffffL;

  private static final NameTable TOP = new NameTable(List.of("jobs", "errors"));
  private static final NameTable NUMBER = new NameTable(List.of("set", "infinite", "number"));
  private static final NameTable EXIT = new NameTable(List.of("return_code", "signal"));
  private static final NameTable SIGNAL = new NameTable(List.of("id", "signal_id"));
  private static final NameTable FIELDS =
      new NameTable(Arrays.stream(Field.values()).map(Field::key).toList());

  private final JsonScanner scanner = new JsonScanner();

  /** The fields that are used, as Slurm spells them in lower case. */
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
    NICE;

    String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Reads what {@code squeue --json} has printed. Bytes that are not UTF-8, as job names may hold,
   * are replaced.
   *
   * @throws SlurmException where it is not JSON, not of that form, or tells of errors
   */
  public List<JobRecord> read(byte[] output) throws SlurmException {
    byte[] json = new String(output, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
    try {
      scanner.reset(json, 0, json.length);
      List<JobRecord> jobs = null;
      scanner.beginObject();
      while (scanner.nextField()) {
        switch (scanner.field(TOP)) {
          case 0 -> jobs = jobs();
          case 1 -> refuseErrors();
          default -> scanner.skipValue();
        }
      }
      scanner.endDocument();
      if (jobs == null) {
        throw new SlurmException("squeue --json printed no 'jobs'; is it Slurm 22.05 or newer?");
      }
      return jobs;
    } catch (JsonException e) {
      throw new SlurmException(
          "squeue --json printed what is not its JSON: " + e.getMessage() + ", near " + excerpt(),
          e);
    }
  }

  private String excerpt() {
    return scanner.excerpt();
  }

  private void refuseErrors() throws SlurmException {
    scanner.beginArray();
    boolean any = false;
    String first = "";
    while (scanner.nextElement()) {
      if (!any) {
        first = scanner.excerpt();
      }
      any = true;
      scanner.skipValue();
    }
    if (any) {
      throw new SlurmException("squeue --json tells of errors: " + first);
    }
  }

  private List<JobRecord> jobs() {
    List<JobRecord> jobs = new ArrayList<>();
    scanner.beginArray();
    while (scanner.nextElement()) {
      jobs.add(job());
    }
    return jobs;
  }

  private JobRecord job() {
    long[] numbers = new long[Field.values().length];
    Arrays.fill(numbers, JobRecord.NONE);
    numbers[Field.NICE.ordinal()] = 0;
    String[] texts = new String[Field.values().length];
    Arrays.fill(texts, "");
    Set<String> states = Set.of();
    Exit exit = new Exit(0, 0);
    boolean wholeNodes = false;
    scanner.beginObject();
    while (scanner.nextField()) {
      int index = scanner.field(FIELDS);
      if (index < 0) {
        scanner.skipValue();
        continue;
      }
      switch (Field.values()[index]) {
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
            TRES_REQ_STR ->
            texts[index] = text();
        case NICE -> numbers[index] = nice();
        default -> numbers[index] = number();
      }
    }
    return record(numbers, texts, states, exit, wholeNodes);
  }

  private static JobRecord record(
      long[] numbers, String[] texts, Set<String> states, Exit exit, boolean wholeNodes) {
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
        numbers[Field.NICE.ordinal()]);
  }

  private static long positive(long[] numbers, Field field) {
    return Math.max(0, numbers[field.ordinal()]);
  }

  private record Exit(long status, long signal) {}

  private Exit exit() {
    if (scanner.peek() != JsonScanner.Kind.OBJECT) {
      long status = Math.max(0, number());
      return new Exit(status, status & 0x7f);
    }
    long status = 0;
    long signal = 0;
    scanner.beginObject();
    while (scanner.nextField()) {
      switch (scanner.field(EXIT)) {
        case 0 -> status = Math.max(0, number());
        case 1 -> signal = Math.max(0, signal());
        default -> scanner.skipValue();
      }
    }
    return new Exit(status, signal);
  }

  private long signal() {
    long signal = 0;
    scanner.beginObject();
    while (scanner.nextField()) {
      if (scanner.field(SIGNAL) >= 0) {
        signal = number();
      } else {
        scanner.skipValue();
      }
    }
    return signal;
  }

  private Set<String> words() {
    if (scanner.peek() == JsonScanner.Kind.TEXT) {
      return Set.of(scanner.nextText());
    }
    Set<String> words = new HashSet<>();
    if (!scanner.skipNull()) {
      scanner.beginArray();
      while (scanner.nextElement()) {
        words.add(scanner.nextText());
      }
    }
    return words;
  }

  private String text() {
    return scanner.skipNull() ? "" : scanner.nextText();
  }

  private long number() {
    return switch (scanner.peek()) {
      case NULL -> {
        scanner.skipValue();
        yield JobRecord.NONE;
      }
      case OBJECT -> numberObject();
      default -> {
        long number = scanner.nextLong();
        yield number == NO_VAL ? JobRecord.NONE : number == INFINITE ? JobRecord.UNLIMITED : number;
      }
    };
  }

  /** 22.05 prints none for 0, and those below 0 as unsigned. */
  private long nice() {
    return switch (scanner.peek()) {
      case NULL -> {
        scanner.skipValue();
        yield 0;
      }
      case OBJECT -> {
        long printed = numberObject();
        yield printed == JobRecord.UNLIMITED ? 0 : (int) printed;
      }
      default -> (int) scanner.nextLong();
    };
  }

  private long numberObject() {
    boolean set = true;
    boolean infinite = false;
    long number = JobRecord.NONE;
    scanner.beginObject();
    while (scanner.nextField()) {
      switch (scanner.field(NUMBER)) {
        case 0 -> set = scanner.nextFlag();
        case 1 -> infinite = scanner.nextFlag();
        case 2 -> number = (long) scanner.nextDouble();
        default -> scanner.skipValue();
      }
    }
    return infinite ? JobRecord.UNLIMITED : set ? number : JobRecord.NONE;
  }
}

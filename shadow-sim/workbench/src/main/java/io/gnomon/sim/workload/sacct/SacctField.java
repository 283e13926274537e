package io.gnomon.sim.workload.sacct;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The fields of {@code sacct} that are read; others are skipped. Source: manual of sacct, "Job
 * accounting fields".
 */
public enum SacctField {
  JOB_ID("JobID", Content.TYPED),
  JOB_ID_RAW("JobIDRaw", Content.TYPED),
  CLUSTER("Cluster", Content.NAME),
  USER("User", Content.NAME),
  ACCOUNT("Account", Content.NAME),
  PARTITION("Partition", Content.NAME),
  QOS("QOS", Content.NAME),
  SUBMIT("Submit", Content.TYPED),
  ELIGIBLE("Eligible", Content.TYPED),
  START("Start", Content.TYPED),
  END("End", Content.TYPED),
  ELAPSED_RAW("ElapsedRaw", Content.TYPED),
  ELAPSED("Elapsed", Content.TYPED),
  SUSPENDED("Suspended", Content.TYPED),
  TIMELIMIT_RAW("TimelimitRaw", Content.TYPED),
  TIMELIMIT("Timelimit", Content.TYPED),
  STATE("State", Content.TYPED),
  REQ_NODES("ReqNodes", Content.TYPED),
  NODES("NNodes", Content.TYPED, "AllocNodes"),
  REQ_CPUS("ReqCPUS", Content.TYPED),
  CPUS("NCPUS", Content.TYPED, "AllocCPUS"),
  REQ_MEM("ReqMem", Content.TYPED),
  REQ_TRES("ReqTRES", Content.TYPED),
  ALLOC_TRES("AllocTRES", Content.TYPED),
  CONSTRAINTS("Constraints", Content.FREE),
  RESERVATION("Reservation", Content.NAME),
  NODE_LIST("NodeList", Content.NAME),
  JOB_NAME("JobName", Content.FREE);

  /** What the values of a field look like. */
  enum Content {
    /** Values that can be checked. */
    TYPED,
    /** Names without the delimiter. */
    NAME,
    /** Text that may have the delimiter in it. */
    FREE
  }

  /**
   * The fields to export, in the order in which {@code sacct -o} should have them: those of Slurm
   * 20.11 to 26.05, with text that may contain the delimiter between fields that can be checked,
   * and job names at the end.
   */
  public static final List<SacctField> EXPORTED =
      List.of(
          JOB_ID,
          JOB_ID_RAW,
          USER,
          ACCOUNT,
          PARTITION,
          QOS,
          RESERVATION,
          SUBMIT,
          ELIGIBLE,
          START,
          END,
          ELAPSED_RAW,
          TIMELIMIT_RAW,
          STATE,
          REQ_NODES,
          NODES,
          REQ_CPUS,
          CPUS,
          REQ_MEM,
          REQ_TRES,
          ALLOC_TRES,
          NODE_LIST,
          CONSTRAINTS,
          SUSPENDED,
          JOB_NAME);

  private final String title;
  private final Content content;
  private final List<String> aliases;

  SacctField(String title, Content content, String... aliases) {
    this.title = title;
    this.content = content;
    this.aliases = List.of(aliases);
  }

  /** The field's name as {@code sacct} prints it. */
  public String title() {
    return title;
  }

  Content content() {
    return content;
  }

  /** {@link #EXPORTED} as the value of {@code sacct -o}. */
  public static String exportedAsOption() {
    return String.join(",", EXPORTED.stream().map(SacctField::title).toList());
  }

  /** The field with that name, in any case. */
  static Optional<SacctField> named(String name) {
    String key = name.strip().toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(
            field ->
                field.title.toLowerCase(Locale.ROOT).equals(key)
                    || field.aliases.stream()
                        .anyMatch(alias -> alias.toLowerCase(Locale.ROOT).equals(key)))
        .findFirst();
  }
}

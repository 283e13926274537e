package io.gnomon.slurm.accounts;

import io.gnomon.model.limits.LimitKind;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What Slurm calls a limit. Source: manual of sacctmgr, and the data parser v0.0.42 of slurmrestd.
 *
 * @param options the TRES that each name of an option in lower case limits, empty if it names none:
 *     {@code grpcpus} limits {@code cpu}
 * @param ofAssociation its field in an association of slurmrestd; empty if they do not have it
 * @param ofQos its field in a QOS of slurmrestd; empty if they do not have it
 */
public record LimitRow(
    LimitKind kind, Map<String, String> options, String ofAssociation, String ofQos) {
  /** All limits, in the order in which columns are requested. */
  public static final List<LimitRow> ALL =
      List.of(
          row(LimitKind.GROUP_JOBS, "", "max/jobs/per/count", "limits/max/active_jobs/count"),
          row(
              LimitKind.GROUP_SUBMITTED,
              "grpsubmitjobs",
              "max/jobs/per/submitted",
              "limits/max/jobs/count"),
          row(
              LimitKind.GROUP_WALL_MINUTES,
              "",
              "max/per/account/wall_clock",
              "limits/max/wall_clock/per/qos"),
          row(
              LimitKind.GROUP_TRES,
              "grpcpus=cpu grpmemory=mem grpmem=mem grpnodes=node",
              "max/tres/total",
              "limits/max/tres/total"),
          row(
              LimitKind.GROUP_TRES_MINUTES,
              "grpcpumins=cpu",
              "max/tres/group/minutes",
              "limits/max/tres/minutes/total"),
          row(
              LimitKind.GROUP_TRES_RUN_MINUTES,
              "grpcpurunmins=cpu",
              "max/tres/group/active",
              "limits/max/tres/minutes/per/qos"),
          row(LimitKind.JOBS, "", "max/jobs/active", ""),
          row(LimitKind.SUBMITTED, "maxsubmitjobs", "max/jobs/total", ""),
          row(
              LimitKind.WALL_MINUTES,
              "maxwalldurationperjob maxwallduration",
              "max/jobs/per/wall_clock",
              "limits/max/wall_clock/per/job"),
          row(
              LimitKind.JOB_TRES,
              "maxtresperjob maxtrespj"
                  + " maxcpus=cpu maxcpusperjob=cpu maxnodes=node maxnodesperjob=node",
              "max/tres/per/job",
              "limits/max/tres/per/job"),
          row(LimitKind.NODE_TRES, "maxtrespn", "max/tres/per/node", "limits/max/tres/per/node"),
          row(
              LimitKind.JOB_TRES_MINUTES,
              "maxtresminsperjob maxtresminspj maxcpumins=cpu maxcpuminsperjob=cpu",
              "max/tres/minutes/per/job",
              "limits/max/tres/minutes/per/job"),
          row(
              LimitKind.USER_TRES,
              "maxtresperuser"
                  + " maxcpusperuser=cpu maxcpuspu=cpu maxnodesperuser=node maxnodespu=node",
              "",
              "limits/max/tres/per/user"),
          row(LimitKind.ACCOUNT_TRES, "maxtresperaccount", "", "limits/max/tres/per/account"),
          row(LimitKind.JOBS_OF_USER, "maxjobsperuser", "", "limits/max/jobs/active_jobs/per/user"),
          row(
              LimitKind.JOBS_OF_ACCOUNT,
              "maxjobsperaccount",
              "",
              "limits/max/jobs/active_jobs/per/account"),
          row(
              LimitKind.SUBMITTED_OF_USER,
              "maxsubmitperuser maxsubmitjobsperuser maxsubmitjobspu",
              "",
              "limits/max/jobs/per/user"),
          row(
              LimitKind.SUBMITTED_OF_ACCOUNT,
              "maxsubmitperaccount maxsubmitjobsperaccount maxsubmitjobspa",
              "",
              "limits/max/jobs/per/account"),
          row(
              LimitKind.LEAST_TRES,
              "mintresperjob mincpus=cpu mincpusperjob=cpu",
              "",
              "limits/min/tres/per/job"));

  private static final Map<String, LimitRow> BY_OPTION = new HashMap<>();

  static {
    ALL.forEach(row -> row.options.keySet().forEach(option -> BY_OPTION.put(option, row)));
  }

  /** The name of its column, which is an option too, needs no mention. */
  private static LimitRow row(
      LimitKind kind, String otherOptions, String ofAssociation, String ofQos) {
    Map<String, String> options = new LinkedHashMap<>();
    Arrays.stream((column(kind) + " " + otherOptions).strip().split(" "))
        .map(option -> (option + "=").split("=", -1))
        .forEach(option -> options.put(option[0], option[1]));
    return new LimitRow(kind, options, ofAssociation, ofQos);
  }

  /** The limit of an option or column in lower case; empty if it is none that is simulated. */
  public static Optional<LimitRow> of(String option) {
    return Optional.ofNullable(BY_OPTION.get(option));
  }

  private static String column(LimitKind kind) {
    return kind.printed().toLowerCase(Locale.ROOT);
  }

  /** The column of sacctmgr in lower case. */
  public String column() {
    return column(kind);
  }

  /** The first option by name that sets it. */
  public String option() {
    return options.keySet().stream()
        .filter(name -> options.getOrDefault(name, "").isEmpty())
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }
}

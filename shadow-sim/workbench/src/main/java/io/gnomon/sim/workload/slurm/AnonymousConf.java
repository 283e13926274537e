package io.gnomon.sim.workload.slurm;

import io.gnomon.commandline.FileAccess;
import io.gnomon.sim.workload.anonymous.Pseudonyms;
import io.gnomon.sim.workload.anonymous.Pseudonyms.Kind;
import io.gnomon.slurm.conf.SlurmConf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes what a simulation needs of a {@code slurm.conf} and of {@code gres.conf} and {@code
 * topology.conf} beside it, with pseudonyms for QOS. Names of nodes, partitions, features and
 * licences stay; hosts of daemons, paths, and lists of accounts and groups are left out.
 */
public final class AnonymousConf {
  private static final Set<String> PARAMETERS =
      Set.of(
          "accountingstorageenforce",
          "accountingstoragetres",
          "defmempercpu",
          "defmempernode",
          "fairsharedampeningfactor",
          "grestypes",
          "licenses",
          "maxarraysize",
          "maxjobcount",
          "overtimelimit",
          "preemptexempttime",
          "preemptmode",
          "preemptparameters",
          "preempttype",
          "schedulerparameters",
          "schedulertype",
          "selecttype",
          "selecttypeparameters",
          "topologyparam",
          "topologyplugin");
  private static final Set<String> KEYS =
      Set.of(
          "boards",
          "corespersocket",
          "count",
          "cpus",
          "default",
          "defaulttime",
          "defmempercpu",
          "defmempernode",
          "feature",
          "features",
          "gracetime",
          "gres",
          "lln",
          "maxnodes",
          "maxtime",
          "memspeclimit",
          "minnodes",
          "name",
          "nodename",
          "nodes",
          "nodeset",
          "oversubscribe",
          "partitionname",
          "preemptmode",
          "priority",
          "priorityjobfactor",
          "prioritytier",
          "procs",
          "qos",
          "realmemory",
          "shared",
          "sockets",
          "socketsperboard",
          "switches",
          "switchname",
          "threadspercore",
          "tresbillingweights",
          "type",
          "weight");
  private static final Set<String> RECORDS =
      Set.of("nodename", "nodeset", "partitionname", "switchname");

  private final Pseudonyms names;

  private AnonymousConf(Pseudonyms names) {
    this.names = names;
  }

  /**
   * Writes {@code slurm.conf}, and the others that exist, to a folder.
   *
   * @throws SlurmFormatException for a line that is not understood
   */
  public static void write(Path slurmConf, Path folder, Pseudonyms names) throws IOException {
    AnonymousConf writer = new AnonymousConf(names);
    writer.copy(slurmConf, folder.resolve("slurm.conf"));
    for (String other : List.of("gres.conf", "topology.conf")) {
      Path file = slurmConf.resolveSibling(other);
      if (Files.exists(file)) {
        writer.copy(file, folder.resolve(other));
      }
    }
  }

  private void copy(Path from, Path to) throws IOException {
    List<String> lines = new ArrayList<>();
    for (SlurmConf.Line line : ConfFiles.read(from).lines()) {
      if (RECORDS.contains(line.kind())) {
        lines.add(
            line.values().entrySet().stream()
                .filter(entry -> KEYS.contains(entry.getKey()) || isState(entry))
                .map(this::pair)
                .collect(Collectors.joining(" ")));
      } else if (PARAMETERS.contains(line.kind()) || line.kind().startsWith("priority")) {
        lines.add(pair(line.values().entrySet().iterator().next()));
      }
    }
    FileAccess.replace(to, fresh -> Files.write(fresh, lines));
  }

  /** Partitions that are not up and nodes that do not exist yet matter; other states do not. */
  private static boolean isState(Map.Entry<String, String> entry) {
    return entry.getKey().equals("state")
        && Set.of("FUTURE", "UP", "DOWN", "DRAIN", "INACTIVE")
            .contains(entry.getValue().toUpperCase(Locale.ROOT));
  }

  private String pair(Map.Entry<String, String> entry) {
    String value =
        entry.getKey().equals("qos") && !entry.getValue().equalsIgnoreCase("N/A")
            ? names.of(Kind.QOS, entry.getValue())
            : entry.getValue();
    boolean quoted = value.isEmpty() || value.chars().anyMatch(Character::isWhitespace);
    return entry.getKey() + "=" + (quoted ? '"' + value + '"' : value);
  }
}

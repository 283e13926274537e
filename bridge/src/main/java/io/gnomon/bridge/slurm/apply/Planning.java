package io.gnomon.bridge.slurm.apply;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.slurm.read.PartitionRecord;
import io.gnomon.bridge.slurm.read.SlurmException;
import io.gnomon.bridge.slurm.read.SlurmPrograms;
import io.gnomon.bridge.slurm.read.SlurmReader;
import io.gnomon.bridge.slurm.read.SlurmState;
import io.gnomon.events.ConfigRejection;
import io.gnomon.events.Configuration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the plan for a configuration, or says why this Slurm cannot be set so. */
final class Planning {
  static final String MULTI_QUEUE = "multi-queue";

  private final SlurmConfigurator.Settings settings;
  private final SlurmPrograms programs;
  private final SlurmReader reader;

  Planning(SlurmConfigurator.Settings settings, SlurmPrograms programs, SlurmReader reader) {
    this.settings = settings;
    this.programs = programs;
    this.reader = reader;
  }

  /**
   * The plan.
   *
   * @throws IllegalArgumentException where the policy's text is not understood
   */
  Plan plan(Configuration wanted, long formerVersion)
      throws SlurmException, IOException, CannotApplyException {
    SlurmState state = reader.read();
    PartitionRecord base = base(state);
    Layout layout = layout(wanted.policy(), base);
    if (!layout.queues().isEmpty()) {
      requireKeptPartitions();
    }
    Map<String, Map<String, String>> expected = new LinkedHashMap<>();
    layout.queues().forEach(queue -> expected.put(queue.name(), queue.attributes()));
    Planner planner = new Planner(settings.prefix(), state, layout);
    @Nullable Path include = settings.include();
    if (include != null) {
      List<PartitionRecord> leftOver =
          Planner.owned(settings.prefix(), state.partitions()).stream()
              .filter(partition -> !expected.containsKey(partition.name()))
              .toList();
      planner.write(include, content(include), IncludeFile.of(expected, leftOver));
    }
    planner.makePartitions();
    @Nullable Path script = settings.script();
    if (script != null) {
      planner.write(script, ownScript(script), RouteScript.of(layout));
    }
    planner.moveJobs();
    planner.closePartitions();
    List<Step> steps = planner.steps();
    return new Plan(wanted.policy(), wanted.version(), formerVersion, expected, steps);
  }

  /** Refuses where Slurm would forget the partitions, and with them their jobs. */
  private void requireKeptPartitions() throws SlurmException, IOException, CannotApplyException {
    Map<String, String> slurm = reader.settings();
    if (!slurm.getOrDefault("ReconfigFlags", "").contains("KeepPartInfo")) {
      throw new CannotApplyException(
          ConfigRejection.NOT_CAPABLE,
          "slurm.conf has no ReconfigFlags=KeepPartInfo, so the next 'scontrol reconfigure' would"
              + " take back what Gnomon changes of partitions; add it and reconfigure");
    }
    Path include = settings.include();
    Path conf = Path.of(slurm.getOrDefault("SLURM_CONF", ""));
    boolean included =
        include != null
            && (!Files.isReadable(conf)
                || Files.readAllLines(conf).stream()
                    .map(String::strip)
                    .anyMatch(line -> isIncluded(line, include)));
    if (!included) {
      throw new CannotApplyException(
          ConfigRejection.NOT_CAPABLE,
          "slurmctld forgets partitions that were made while it ran when it is started again, and"
              + " kills the jobs in them; set slurm.include to a file and write 'Include FILE' into "
              + conf);
    }
  }

  private static boolean isIncluded(String line, Path include) {
    return line.matches("(?i)include\\s.*")
        && line.substring("include".length()).strip().endsWith(include.getFileName().toString());
  }

  private static @Nullable String content(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : null;
  }

  private PartitionRecord base(SlurmState state) throws CannotApplyException {
    String name = settings.partition();
    return state.partitions().stream()
        .filter(p -> name == null ? p.isDefault() : p.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new CannotApplyException(
                    ConfigRejection.NOT_CAPABLE,
                    name == null
                        ? "Slurm has no default partition; name one with slurm.partition"
                        : "there is no partition '" + name + "', which slurm.partition names"));
  }

  private Layout layout(String text, PartitionRecord base)
      throws SlurmException, CannotApplyException {
    if (text.equals(settings.initial())) {
      return Layout.undivided(base);
    }
    PolicyText policy = PolicyText.parse(text);
    if (!policy.name().equals(MULTI_QUEUE)) {
      throw new CannotApplyException(
          ConfigRejection.NOT_CAPABLE,
          "Slurm can be set to "
              + MULTI_QUEUE
              + " and back to "
              + settings.initial()
              + ", not to "
              + text);
    }
    QueueRanges ranges = QueueRanges.of(policy);
    if (ranges.size() > settings.most()) {
      throw new CannotApplyException(
          ConfigRejection.NOT_CAPABLE,
          ranges.size() + " partitions are more than slurm.max-partitions, " + settings.most());
    }
    List<String> nodes =
        Planner.lines(programs.text("scontrol", "show", "hostnames", base.get("Nodes")));
    return Layout.of(
        base,
        ranges,
        settings.prefix(),
        nodes,
        own -> programs.text("scontrol", "show", "hostlistsorted", String.join(",", own)).strip());
  }

  /** What the script holds; one that a site has written itself is not touched. */
  private static @Nullable String ownScript(Path script) throws IOException, CannotApplyException {
    if (!Files.exists(script)) {
      return null;
    }
    String written = Files.readString(script, StandardCharsets.UTF_8);
    if (!written.isBlank() && !written.startsWith(RouteScript.MARK)) {
      throw new CannotApplyException(
          ConfigRejection.NOT_ALLOWED,
          script
              + " was not written by Gnomon and is left alone; set slurm.lua to another file and"
              + " call gnomon_route from this one, as docs/slurm.md shows");
    }
    return written;
  }
}

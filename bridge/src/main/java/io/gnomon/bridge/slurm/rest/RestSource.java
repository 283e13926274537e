package io.gnomon.bridge.slurm.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.gnomon.bridge.slurm.client.BackfillStatistics;
import io.gnomon.bridge.slurm.client.ControllerLoad;
import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.client.SlurmSource;
import io.gnomon.bridge.slurm.client.SqueueReader;
import io.gnomon.bridge.slurm.plan.SiteConfiguration;
import io.gnomon.slurm.conf.SlurmConf;
import io.gnomon.slurm.conf.SlurmConf.Line;
import io.gnomon.slurm.listing.ShareListing;
import io.gnomon.slurm.release.ReleaseDifference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers queries by slurmrestd, one request for each. slurmrestd does not report settings, which
 * partition is the default, how partitions preempt, and switches; they are read from slurm.conf and
 * the topology.conf beside it.
 */
public final class RestSource implements SlurmSource {
  private static final String CONTROLLER = "slurm/" + ReleaseDifference.JOBS_FORM + "/";
  private static final String DATABASE = "slurmdb/" + ReleaseDifference.JOBS_FORM + "/";
  private static final String PREEMPT_MODE = "PreemptMode";
  private static final int MAX_OUTPUT_BYTES = 1 << 28;

  /** Attributes of a partition that slurmrestd does not report. */
  private static final List<String> OF_FILE =
      List.of("Default", PREEMPT_MODE, "ExclusiveUser", "ExclusiveTopo");

  private final RestClient client;
  private final Path conf;
  private final Path topology;
  private final RestAddress address;
  private final boolean exposesToken;

  /**
   * A source.
   *
   * @param tokenFile file with a token, or null
   * @param limit time limit of each request
   * @param conf a copy of slurm.conf, or what {@code scontrol show config} prints; it is read anew
   *     for each query that needs it
   */
  public RestSource(RestAddress address, @Nullable Path tokenFile, Duration limit, Path conf) {
    client =
        new RestClient(
            address,
            tokenFile,
            limit,
            Math.min(MAX_OUTPUT_BYTES, Runtime.getRuntime().maxMemory() / 16));
    this.conf = conf;
    topology = conf.resolveSibling("topology.conf");
    this.address = address;
    exposesToken = tokenFile != null && address.isUnencrypted();
  }

  @Override
  public List<JobRecord> jobs(Consumer<String> causes) throws SlurmException {
    String path = CONTROLLER + "jobs";
    return client.get(path, body -> SqueueReader.read(body, address + "/" + path, causes));
  }

  @Override
  public List<Map<String, String>> records(Kind kind) throws SlurmException {
    if (kind == Kind.SWITCH) {
      return Files.exists(topology)
          ? read(topology, file -> file.checked().lines(kind.key())).stream()
              .map(RestSource::record)
              .toList()
          : List.of();
    }
    String name = kind.entity() + "s";
    List<Map<String, String>> records = new ArrayList<>();
    for (JsonNode one : client.tree(CONTROLLER + name).path(name)) {
      records.add(RestRecords.shown(kind, one));
    }
    if (kind == Kind.PARTITION) {
      SettingsFile file = file();
      for (Map<String, String> partition : records) {
        String partitionName = partition.getOrDefault(kind.key(), "");
        partition.put(PREEMPT_MODE, file.settings().getOrDefault(PREEMPT_MODE, "OFF"));
        OF_FILE.forEach(
            attribute -> {
              String value = file.ofPartition(partitionName, attribute);
              if (!value.isEmpty()) {
                partition.put(attribute, value);
              }
            });
      }
    }
    return records;
  }

  private SettingsFile file() throws SlurmException {
    return read(conf, SettingsFile::of);
  }

  private static Map<String, String> record(Line line) {
    Map<String, String> record = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    record.putAll(line.values());
    return record;
  }

  private static <T> T read(Path file, Function<SlurmConf, T> parser) throws SlurmException {
    try {
      SiteConfiguration read = SiteConfiguration.read(file, null);
      if (!read.unread().isEmpty()) {
        throw new SlurmException(
            "cannot read %s; slurm.conf must be a copy of Slurm's slurm.conf, with the files that it includes, because slurmrestd does not report settings"
                .formatted(read.unread()));
      }
      return parser.apply(read.conf());
    } catch (IOException | IllegalArgumentException e) {
      throw new SlurmException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  @Override
  public Map<String, String> settings() throws SlurmException {
    JsonNode slurm = client.tree(CONTROLLER + "ping").path("meta").path("slurm");
    Map<String, String> settings = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    settings.putAll(file().settings());
    settings.put("SLURM_VERSION", slurm.path("release").asText());
    String cluster = slurm.path("cluster").asText();
    if (!cluster.isEmpty()) {
      settings.put("ClusterName", cluster);
    }
    settings.put("SLURM_CONF", conf.toString());
    return settings;
  }

  @Override
  public Optional<BackfillStatistics> backfillStatistics() throws SlurmException {
    JsonNode statistics = statistics();
    long cycles = statistics.path("bf_cycle_counter").asLong();
    return cycles == 0
        ? Optional.empty()
        : Optional.of(
            new BackfillStatistics(
                cycles,
                statistics.path("bf_cycle_mean").asLong(),
                statistics.path("bf_depth_mean_try").asLong()));
  }

  @Override
  public ControllerLoad load() throws SlurmException {
    return new ControllerLoad(statistics().path("server_thread_count").asInt());
  }

  private JsonNode statistics() throws SlurmException {
    return client.tree(CONTROLLER + "diag").path("statistics");
  }

  @Override
  public List<Map<String, String>> associations(String cluster, Consumer<String> notes)
      throws SlurmException {
    List<Map<String, String>> rows = new ArrayList<>();
    for (JsonNode one : client.tree(DATABASE + "associations").path("associations")) {
      if (one.path("cluster").asText().equals(cluster)) {
        rows.add(RestRecords.association(one));
      }
    }
    return rows;
  }

  @Override
  public List<Map<String, String>> qos(Consumer<String> notes) throws SlurmException {
    List<Map<String, String>> rows = new ArrayList<>();
    client.tree(DATABASE + "qos").path("qos").forEach(one -> rows.add(RestRecords.qos(one)));
    return rows;
  }

  /** slurmrestd asks slurmdbd for QOS only. */
  @Override
  public List<Map<String, String>> controllerQos() {
    return List.of();
  }

  @Override
  public ShareListing shares() throws SlurmException {
    List<ShareListing.Row> rows = new ArrayList<>();
    Map<String, Integer> depths = new HashMap<>();
    for (JsonNode one : client.tree(CONTROLLER + "shares").path("shares").path("shares")) {
      String parent = one.path("parent").asText();
      boolean isUser = RestRecords.text(one.path("type"), "").equals("USER");
      int depth = parent.isEmpty() ? 0 : depths.getOrDefault(parent, 0) + 1;
      if (!isUser) {
        depths.put(one.path("name").asText(), depth);
      }
      String shares = RestRecords.text(one.path("shares"), "");
      rows.add(
          new ShareListing.Row(
              rows.size() + 1,
              isUser ? parent : one.path("name").asText(),
              depth,
              isUser ? one.path("name").asText() : "",
              shares.isEmpty()
                  ? OptionalInt.empty()
                  : OptionalInt.of(
                      Long.parseLong(shares) >= RestRecords.PARENT_SHARES
                          ? ShareListing.PARENT_SHARES
                          : Integer.parseInt(shares)),
              one.path("usage").asDouble()));
    }
    return ShareListing.of(rows);
  }

  @Override
  public List<String> limits() {
    return List.of(
        "slurmrestd does not report settings, the default partition and preemption of partitions; they are those of %s, so copy it again when Slurm's changes"
            .formatted(conf),
        "commands are answered with their plan; over slurmrestd nothing is changed");
  }

  @Override
  public List<String> warnings() throws SlurmException {
    List<String> warnings = new ArrayList<>();
    if (exposesToken) {
      warnings.add(
          "the token is sent to %s without encryption; use https or a Unix socket"
              .formatted(address));
    }
    if (!Files.exists(topology)
        && file().settings().getOrDefault("TopologyPlugin", "").equals("topology/tree")) {
      warnings.add(
          "TopologyPlugin is topology/tree and %s does not exist, so jobs are simulated without switches; copy Slurm's"
              .formatted(topology));
    }
    return warnings;
  }

  @Override
  public long requests() {
    return client.requests();
  }
}

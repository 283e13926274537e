package io.gnomon.sandbox.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gnomon.sim.cli.GnomonSim;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * A site whose own record is assessed, as {@code gnomon assess} does for an administrator, and
 * whose slurm.conf then gets the lines of the best change. The record is assessed on Gnomon's
 * clock. It covers hours; an assessment of less than a week calls no change advised, so the best
 * one by mean wait and mean slowdown is made, with the verdict that it has.
 */
final class AdvisedSite implements Tuning {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final FasterTexts CLOCK = new FasterTexts(TunedSite.SPEED);

  private final RealSite site;
  private @Nullable JsonNode report;
  private @Nullable JsonNode best;

  AdvisedSite(RealSite site) {
    this.site = site;
  }

  /** Assesses the record until now, and makes the best change if one has a gain. */
  @Override
  public void apply(int completed) throws IOException, InterruptedException {
    Path folder = Files.createDirectories(site.folder().resolve("assess"));
    JsonNode assessed = assess(folder);
    report = assessed;
    best = best(assessed.path("candidates"));
    if (best != null) {
      site.change(lines(best));
    }
  }

  private JsonNode assess(Path folder) throws IOException, InterruptedException {
    Path jobs = folder.resolve("jobs.txt");
    Path conf = folder.resolve("slurm.conf");
    Path associations = folder.resolve("associations.txt");
    Files.writeString(jobs, CLOCK.record(site.record(fields())));
    Files.writeString(conf, CLOCK.conf(Files.readString(site.conf())));
    Files.copy(site.conf().resolveSibling("gres.conf"), folder.resolve("gres.conf"));
    Files.writeString(associations, site.associations());
    run(
        "assess",
        "--sacct=" + jobs,
        "--slurm-conf=" + conf,
        "--associations=" + associations,
        "--report=" + folder.resolve("report"));
    return JSON.readTree(folder.resolve("report/report.json").toFile());
  }

  private static String fields() throws IOException {
    return run("assess", "--fields").strip();
  }

  private static String run(String... arguments) throws IOException {
    StringWriter printed = new StringWriter();
    CommandLine command = GnomonSim.commandLine(arguments);
    command.setOut(new PrintWriter(printed)).setErr(new PrintWriter(printed));
    if (command.execute(arguments) != 0) {
      throw new IOException("gnomon assess failed: " + printed.toString().strip());
    }
    return printed.toString();
  }

  /**
   * The change of slurm.conf with the largest gain, or null if none has one. Another SelectType is
   * left out: it needs a restart while no job runs.
   */
  static @Nullable JsonNode best(JsonNode candidates) {
    JsonNode best = null;
    for (JsonNode one : candidates) {
      boolean possible =
          one.path("means").asText().equals("configuration")
              && !one.path("lines").isEmpty()
              && !one.path("lines").toString().contains("SelectType=");
      if (possible && gain(one) > (best == null ? 0 : gain(best))) {
        best = one;
      }
    }
    return best;
  }

  private static double gain(JsonNode candidate) {
    return candidate.path("gain").path("combined").asDouble();
  }

  /** The change that was made; its gain is that of the geometric mean of wait and slowdown. */
  @Override
  public Shown shown(int jobs, int patience) {
    if (report == null) {
      return new Shown(0, Double.NaN, Double.NaN, Map.of(), List.of());
    }
    String trust = report.path("fidelity").path("trust").asText();
    List<Shown.Made> made = new ArrayList<>();
    if (best != null) {
      made.add(
          new Shown.Made(
              0,
              String.join("; ", lines(best)),
              gain(best),
              best.path("gain").path("low").asDouble(Double.NaN),
              best.path("gain").path("high").asDouble(Double.NaN)));
    }
    Map<String, Integer> reasons =
        best == null
            ? Map.of("reproduced " + trust, 1)
            : Map.of("reproduced " + trust, 1, "verdict " + best.path("verdict").asText(), 1);
    return new Shown(0, Double.NaN, Double.NaN, reasons, made);
  }

  private static List<String> lines(JsonNode candidate) {
    List<String> lines = new ArrayList<>();
    candidate.path("lines").forEach(line -> lines.add(CLOCK.slower(line.asText())));
    return lines;
  }

  @Override
  public void close() {
    // nothing runs
  }
}

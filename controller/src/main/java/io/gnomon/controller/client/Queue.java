package io.gnomon.controller.client;

import io.gnomon.commandline.Commands;
import io.gnomon.commandline.GnomonVersion;
import io.gnomon.text.Durations;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code queue}: the waiting jobs with their expected starts and reasons. */
@Command(
    name = "gnomon queue",
    mixinStandardHelpOptions = true,
    versionProvider = GnomonVersion.class,
    sortOptions = false,
    description = {
      "List the waiting jobs as squeue does, with the expected start and what each waits for.",
      "",
      "The command asks a running controller and changes nothing. START is the median of the"
          + " simulations, FROM and TO are its 80 %% interval; - is after the simulated time, or not"
          + " known because more than 5000 jobs wait. Times are ISO 8601. Held jobs are not listed."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:done", "1:no controller answers", "2:wrong usage"})
public final class Queue implements Callable<Integer> {
  private static final int PAGE = 1_000;
  private static final String ROW = "%-14s %-10s %6s %12s  %-25s %-25s %-25s %s%n";
  private static final String NONE = "-";

  @Option(names = "--user", paramLabel = "NAME", description = "list only the jobs of this user")
  private @Nullable String user;

  @Mixin private final ControllerClient controller = new ControllerClient();

  @Mixin private final AnswerOutput output = new AnswerOutput();

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] arguments) {
    System.exit(Commands.run(commandLine(), arguments));
  }

  /** Creates the command with its help and error handling. */
  public static CommandLine commandLine() {
    return Commands.prepare(new CommandLine(new Queue()));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    String cluster = controller.cluster();
    List<JsonObject> jobs =
        pages(cluster, "/queue", user == null ? "" : "&user=" + ControllerClient.encoded(user));
    Map<String, JsonObject> starts = new HashMap<>();
    for (JsonObject one : pages(cluster, "/forecast", "")) {
      starts.put(one.getString("job"), one);
    }
    ZoneId zone = ZoneId.systemDefault();
    JsonArray all = new JsonArray();
    StringBuilder table = new StringBuilder();
    row(table, "JOBID", "USER", "CPUS", "TIME_LIMIT", "START", "FROM", "TO", "REASON");
    for (JsonObject job : jobs) {
      JsonObject start = starts.getOrDefault(job.getString("job"), new JsonObject());
      job.put("submitted", time(job, "submittedAt", zone))
          .put(
              "start", job.getBoolean("neverStarts", false) ? "never" : time(start, "median", zone))
          .put("startFrom", time(start, "low", zone))
          .put("startTo", time(start, "high", zone));
      all.add(job);
      row(
          table,
          job.getString("job"),
          text(job, "user"),
          job.getInteger("processors").toString(),
          Durations.printSeconds(job.getLong("estimateSeconds")),
          text(job, "start"),
          text(job, "startFrom"),
          text(job, "startTo"),
          job.getString("limit", text(job, "waitsFor")));
    }
    output.write(new JsonObject().put("cluster", cluster).put("jobs", all), table.toString());
    return 0;
  }

  private List<JsonObject> pages(String cluster, String path, String more)
      throws IOException, InterruptedException {
    List<JsonObject> all = new ArrayList<>();
    String after = "";
    while (true) {
      JsonObject page = controller.get(cluster, path + "?limit=" + PAGE + more + after);
      page.getJsonArray("jobs").forEach(one -> all.add((JsonObject) one));
      String next = page.getString("next");
      if (next == null) {
        return all;
      }
      after = "&after=" + ControllerClient.encoded(next);
    }
  }

  private static void row(StringBuilder table, Object... cells) {
    table.append(String.format(Locale.ROOT, ROW, cells));
  }

  private static String text(JsonObject of, String name) {
    String value = of.getString(name);
    return value == null ? NONE : value;
  }

  /** ISO 8601 with the offset of the zone, to the second. */
  private static @Nullable String time(JsonObject of, String name, ZoneId zone) {
    Long second = of.getLong(name);
    return second == null
        ? null
        : Instant.ofEpochSecond(second)
            .atZone(zone)
            .truncatedTo(ChronoUnit.SECONDS)
            .format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);
  }
}

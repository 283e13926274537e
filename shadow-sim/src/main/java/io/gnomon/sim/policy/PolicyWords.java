package io.gnomon.sim.policy;

import io.gnomon.sim.policy.WordedSettings.Phrase;
import io.gnomon.text.Durations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Policies in words for people, such as "shortest jobs first; reservation for the oldest job".
 *
 * <p>The words contain units and no names of parameters. Settings with their default are left out;
 * policies with different settings have different words. Stateless.
 */
public final class PolicyWords {
  private static final String SEPARATOR = "; ";
  private static final int SECONDS_PER_HOUR = 3_600;
  private static final int SECONDS_PER_DAY = 86_400;
  private static final int REFERENCE_WIDTH = 10;

  private PolicyWords() {}

  /**
   * The words for a policy in its text form; the text itself if it is not the text form of a known
   * policy, as for a scheduler whose configuration Gnomon cannot simulate.
   */
  public static String of(String policy) {
    try {
      PolicySpec spec = PolicySpec.parse(policy);
      return WordedSettings.knows(spec) ? of(spec) : policy;
    } catch (IllegalArgumentException invalid) {
      return policy;
    }
  }

  /** The words for a valid policy. */
  public static String of(PolicySpec spec) {
    WordedSettings settings = new WordedSettings(spec);
    List<String> parts = new ArrayList<>();
    switch (spec.name()) {
      case "fcfs" -> parts.add("strictly in order of arrival; no job passes an older one");
      case "easy" -> {
        parts.addAll(order(settings));
        parts.add(reservation(settings));
      }
      case "conservative" -> {
        parts.addAll(order(settings));
        parts.add(
            settings.isTrue("guarantee")
                ? "every job keeps its planned start"
                : "planned anew at each pass");
        parts.addAll(trials(settings));
        parts.addAll(widths(settings));
      }
      case "multi-queue" -> parts.addAll(queues(settings));
      case "selective-suspension" ->
          parts.add(
              "a job suspends others once its wait for its length is %s × theirs"
                  .formatted(settings.number("factor")));
      case "immediate-service" ->
          parts.add(
              "each new job runs at once for %s, and other jobs are suspended for it"
                  .formatted(settings.time("slice")));
      case "slack" ->
          parts.add(
              "a job may be delayed for others, by at most %s average waits of %s"
                  .formatted(settings.number("factor"), settings.time("average-wait")));
      case "probabilistic" ->
          parts.add(
              "jobs start early if they delay the oldest with a probability below %s"
                  .formatted(settings.percent("tau")));
      case "slurm" -> {
        parts.add(
            settings.is("scheduler", "backfill")
                ? "Slurm's scheduler with backfill"
                : "Slurm's scheduler without backfill");
        parts.addAll(order(settings));
      }
      default -> parts.add(spec.name().replace('-', ' '));
    }
    parts.addAll(settings.others());
    return String.join(SEPARATOR, parts);
  }

  private static List<String> order(WordedSettings settings) {
    String length = settings.is("length", "expected") ? "expected" : "requested";
    boolean expected = length.equals("expected");
    String order = settings.text("order");
    List<String> parts = new ArrayList<>();
    parts.add(
        switch (order) {
          case "arrival" -> "oldest jobs first";
          case "priority" -> "jobs with the highest of three random levels first";
          case "random" -> "jobs in random order";
          case "shortest" ->
              expected ? "jobs expected to be shortest first" : "shortest jobs first";
          case "priority/length" -> "high random level for the " + length + " time first";
          case "random/length" ->
              expected
                  ? "random order that favours jobs expected to be short"
                  : "random order that favours short jobs";
          case "smallest" -> "narrowest jobs first";
          case "widest" -> "widest jobs first";
          case "smallest-area" ->
              expected
                  ? "smallest jobs (processors × expected time) first"
                  : "smallest jobs (processors × time) first";
          case "xfactor" -> "longest wait for the " + length + " time first";
          case "wfp3" -> "longest wait for the " + length + " time and widest jobs first";
          case "user-priority" -> "highest priority first";
          default -> order.replace('-', ' ') + " first";
        });
    double weight = settings.value("weight");
    if (weight > 0) {
      parts.add(ageing(order, weight));
    }
    return parts;
  }

  /** The wait that outweighs a job of a certain size, or what a day of waiting adds to the rank. */
  private static String ageing(String order, double weight) {
    return switch (order) {
      case "shortest", "random/length", "priority/length" ->
          Phrase.seconds(1 / (SECONDS_PER_HOUR * weight)) + " of waiting outweigh 1 h";
      case "smallest" ->
          Phrase.seconds(1 / (REFERENCE_WIDTH * weight))
              + " of waiting outweigh "
              + REFERENCE_WIDTH
              + " processors";
      case "smallest-area" ->
          Phrase.seconds(1 / (REFERENCE_WIDTH * SECONDS_PER_HOUR * weight))
              + " of waiting outweigh "
              + REFERENCE_WIDTH
              + " processor-hours";
      default ->
          "each day of waiting adds " + Phrase.number(SECONDS_PER_DAY * weight) + " to the rank";
    };
  }

  private static String reservation(WordedSettings settings) {
    return switch (settings.text("head")) {
      case "order" -> "reservation for the first of them";
      case "none" -> "no reservation";
      default -> "reservation for the oldest job";
    };
  }

  private static List<String> trials(WordedSettings settings) {
    if (settings.value("speculation") == 0) {
      return List.of();
    }
    String share = settings.percent("speculation") + " of their time";
    int test = Durations.parseSeconds(settings.text("test-runs"));
    return List.of(
        "tries jobs in gaps of " + share + (test == 0 ? "" : " or " + Phrase.seconds(test)));
  }

  private static List<String> widths(WordedSettings settings) {
    String molded =
        switch (settings.text("mold")) {
          case "half" -> "jobs start on half their processors";
          case "quarter" -> "jobs start on a quarter of their processors";
          case "greedy" -> "jobs start on half, all or twice their processors";
          default -> "";
        };
    boolean widened = settings.isTrue("widen");
    if (molded.isEmpty()) {
      return widened ? List.of("jobs start on more processors if idle") : List.of();
    }
    return List.of(widened ? molded + ", more if idle" : molded);
  }

  private static List<String> queues(WordedSettings settings) {
    int queues = Integer.parseInt(settings.text("partitions"));
    List<String> parts = new ArrayList<>();
    parts.add(queues == 1 ? "one queue" : queues + " queues by requested time");
    String limits = settings.text("boundaries");
    if (queues > 1 && limits.contains("/")) {
      // the last queue also takes all longer jobs
      parts.add(
          Arrays.stream(limits.split("/", -1))
              .limit(queues - 1L)
              .map(limit -> Phrase.seconds(Integer.parseInt(limit)))
              .collect(Collectors.joining(", ", "limits ", "")));
    }
    if (queues > 1) {
      parts.add(
          settings.is("criteria", "weekly")
              ? "limits follow the jobs each week"
              : "limits stay as they are");
    }
    parts.add(
        queues == 1
            ? "reservation for the oldest job"
            : "reservation for the oldest job of each queue");
    return parts;
  }
}

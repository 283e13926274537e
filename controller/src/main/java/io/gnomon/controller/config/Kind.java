package io.gnomon.controller.config;

import io.gnomon.sim.policy.Family;
import io.gnomon.sim.policy.InvalidPolicyException;
import io.gnomon.sim.predict.Predictors;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.WideJobs;
import io.gnomon.sim.tune.objective.Guard;
import io.gnomon.sim.tune.objective.Guards;
import io.gnomon.sim.tune.objective.Objectives;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Kinds of values of keys: what is allowed, and how it is written. */
enum Kind {
  TEXT,
  FILE,
  WHOLE,
  NUMBER,
  /** In whole seconds. */
  DURATION,
  /** A duration that may be in milliseconds. */
  TIME,
  MODE,
  SEARCH,
  /** Whole numbers, or where it is owed. */
  WIDE,
  FUTURE,
  RUNTIMES,
  OBJECTIVE,
  GUARDS,
  SECRET_URL,
  SECRET;

  private static final Pattern WRITTEN = Pattern.compile("\\d{1,9}[smhdw]?");
  private static final Pattern MILLISECONDS = Pattern.compile("\\d{1,9}ms");
  private static final List<String> MODES = List.of("observe", "recommend", "approve", "apply");
  private static final List<String> SEARCHES = List.of("partitions", "full", Key.QUEUE);
  private static final List<String> FUTURES = List.of("replay", "bootstrap", "none", "mixed");

  // the predictor that knows nothing leaves everything to the past
  private static final List<String> RUNTIMES_FROM =
      Stream.concat(
              Stream.of(TuneSettings.PAST),
              Predictors.names().stream().filter(name -> !name.equals("none")))
          .toList();

  boolean secret() {
    return this == SECRET || this == SECRET_URL;
  }

  /** What is allowed, in words. */
  String allowed(double least, double most) {
    return switch (this) {
      case TEXT -> "a text";
      case FILE -> "a file that can be read, or nothing";
      case WHOLE -> "a whole number from " + (long) least + " to " + (long) most;
      case WIDE -> WHOLE.allowed(least, most) + ", or " + WideJobs.AUTO;
      case NUMBER -> "a number from " + plain(least) + " to " + plain(most);
      case DURATION ->
          "a duration such as 90s, 5m, 3h, 1d or 2w, from "
              + duration(least)
              + " to "
              + duration(most);
      case TIME ->
          "a duration such as 500ms, 90s or 5m, from " + duration(least) + " to " + duration(most);
      case MODE, SEARCH, FUTURE, RUNTIMES -> "one of " + String.join(", ", words());
      case OBJECTIVE -> "one of " + texts(Objectives.families());
      case GUARDS -> "nothing, or of " + texts(Guards.families());
      case SECRET_URL -> "an http or https address, or empty for none";
      case SECRET -> "a text without spaces, or empty for none";
    };
  }

  /** Whether a value is of this kind and in its range. */
  boolean holds(String value, double least, double most) {
    return switch (this) {
      case TEXT -> !value.isBlank();
      case FILE -> value.isEmpty() || Files.isReadable(Path.of(value));
      case WHOLE -> value.matches("\\d{1,9}") && within(Integer.parseInt(value), least, most);
      case WIDE -> value.equals(WideJobs.AUTO) || WHOLE.holds(value, least, most);
      case NUMBER ->
          value.matches("\\d{1,10}(\\.\\d{1,9})?")
              && within(Double.parseDouble(value), least, most);
      case DURATION ->
          WRITTEN.matcher(value).matches() && within(milliseconds(value) / 1e3, least, most);
      case TIME ->
          (WRITTEN.matcher(value).matches() || MILLISECONDS.matcher(value).matches())
              && within(milliseconds(value) / 1e3, least, most);
      case MODE, SEARCH, FUTURE, RUNTIMES -> words().contains(value);
      case OBJECTIVE -> isLegal(() -> Objectives.create(value));
      case GUARDS -> isLegal(() -> guards(value));
      case SECRET_URL -> value.isEmpty() || isAddress(value);
      case SECRET -> value.matches("\\S{0,1000}");
    };
  }

  private List<String> words() {
    return switch (this) {
      case MODE -> MODES;
      case SEARCH -> SEARCHES;
      case FUTURE -> FUTURES;
      case RUNTIMES -> RUNTIMES_FROM;
      default -> List.of();
    };
  }

  /** The guards of a text, none where it is empty. */
  static List<Guard> guards(String text) {
    return Stream.of(text.split(";", -1))
        .filter(guard -> !text.isBlank())
        .map(guard -> Guards.create(guard.strip()))
        .toList();
  }

  private static boolean isLegal(Supplier<?> module) {
    try {
      return module.get() != null;
    } catch (InvalidPolicyException e) {
      return false;
    }
  }

  private static String texts(List<? extends Family<?>> families) {
    return families.stream().map(Kind::text).collect(Collectors.joining(", "));
  }

  /** A family as it is written, with what each of its parameters may be. */
  private static String text(Family<?> family) {
    String parameters =
        family.parameters().stream()
            .map(parameter -> parameter.name() + "=" + parameter.allowed())
            .collect(Collectors.joining(", "));
    return parameters.isEmpty() ? family.name() : family.name() + "(" + parameters + ")";
  }

  /** The milliseconds of a duration that has been checked. */
  static long milliseconds(String duration) {
    boolean fine = duration.endsWith("ms");
    char unit = duration.charAt(duration.length() - 1);
    int letters = fine ? 2 : Character.isDigit(unit) ? 0 : 1;
    long number = Long.parseLong(duration.substring(0, duration.length() - letters));
    long factor =
        switch (unit) {
          case 'm' -> 60_000;
          case 'h' -> 3_600_000;
          case 'd' -> 86_400_000;
          case 'w' -> 604_800_000;
          default -> fine ? 1 : 1000;
        };
    return number * factor;
  }

  private static boolean isAddress(String value) {
    try {
      URI address = new URI(value);
      return address.getHost() != null
          && ("http".equals(address.getScheme()) || "https".equals(address.getScheme()));
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static boolean within(double number, double least, double most) {
    return number >= least && number <= most;
  }

  private static String duration(double seconds) {
    int[] lengths = {86_400, 3600, 60};
    for (int i = 0; i < lengths.length; i++) {
      if (seconds > 0 && seconds % lengths[i] == 0) {
        return (int) seconds / lengths[i] + "dhm".substring(i, i + 1);
      }
    }
    return seconds == Math.rint(seconds) ? (int) seconds + "s" : Math.round(seconds * 1e3) + "ms";
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }
}

package io.gnomon.controller.config;

import io.gnomon.commandline.InputFile;
import io.gnomon.config.ValueType;
import io.gnomon.config.ValueTypes;
import io.gnomon.controller.operation.MaintenanceWindows;
import io.gnomon.sim.metric.objective.Guard;
import io.gnomon.sim.metric.objective.Guards;
import io.gnomon.sim.metric.objective.Objectives;
import io.gnomon.sim.metric.objective.StudyObjective;
import io.gnomon.sim.predict.Predictors;
import io.gnomon.sim.prior.Prior;
import io.gnomon.sim.spec.Family;
import io.gnomon.sim.tune.TuneSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The types of keys whose values the simulator parses: objectives, guards and predictors. */
final class TuningTypes {
  static final String SHIPPED = "shipped";

  /** Orders that a scheduler can be set to by places that do not change while jobs wait. */
  private static final List<String> ORDER_NAMES =
      List.of("shortest", "smallest", "smallest-area", "widest");

  /** The source of sampled runtimes: past jobs, or a predictor other than {@code none}. */
  static final ValueType<String> RUNTIMES =
      ValueTypes.word(
          Stream.concat(
                  Stream.of(TuneSettings.PAST),
                  Predictors.names().stream().filter(name -> !name.equals("none")))
              .toList());

  /** An objective. */
  static final ValueType<StudyObjective> OBJECTIVE =
      ValueType.of("one of " + forms(Objectives.families()), Objectives::create)
          .summarized("an objective: " + names(Objectives.families()));

  /** Guards, separated by semicolons. */
  static final ValueType<List<Guard>> GUARDS =
      ValueType.of(
              "empty for none, or guards separated by semicolons, each one of "
                  + forms(Guards.families()),
              TuningTypes::guards)
          .summarized("guards: " + names(Guards.families()));

  /** Maintenance windows, separated by semicolons. */
  static final ValueType<MaintenanceWindows> MAINTENANCE =
      ValueType.of(
              "empty for any time, or windows separated by semicolons, each [DAYS] HH:MM-HH:MM"
                  + " ZONE, such as Sat 02:00-06:00 Europe/Berlin",
              MaintenanceWindows::parse)
          .summarized("`[DAYS] HH:MM-HH:MM ZONE;…`");

  /** The prior from the logs of other clusters. */
  static final ValueType<Prior> PRIOR =
      ValueType.of("shipped, none, or a file that ./gnomon train wrote", TuningTypes::prior);

  /** Orders of the queue, separated by commas. */
  static final ValueType<List<String>> ORDERS =
      ValueType.of(
              "empty for none, or orders separated by commas, each one of "
                  + String.join(", ", ORDER_NAMES),
              TuningTypes::orders)
          .summarized(
              ORDER_NAMES.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", ")));

  private TuningTypes() {}

  private static Prior prior(String text) {
    if (text.equals(SHIPPED)) {
      return Prior.shipped();
    }
    try {
      return text.equals("none") ? Prior.NONE : Prior.parse(InputFile.text(Path.of(text)));
    } catch (IOException unreadable) {
      throw new IllegalArgumentException(unreadable.getMessage(), unreadable);
    }
  }

  private static List<String> orders(String text) {
    List<String> orders =
        Stream.of(text.split(",", -1)).map(String::strip).filter(one -> !text.isBlank()).toList();
    orders.stream()
        .filter(order -> !ORDER_NAMES.contains(order))
        .forEach(
            unknown -> {
              throw new IllegalArgumentException("'" + unknown + "' is no order");
            });
    return orders;
  }

  private static List<Guard> guards(String text) {
    return Stream.of(text.split(";", -1))
        .filter(guard -> !text.isBlank())
        .map(guard -> Guards.create(guard.strip()))
        .toList();
  }

  private static String names(List<? extends Family<?>> families) {
    return families.stream()
        .map(family -> "`" + family.name() + "`")
        .collect(Collectors.joining(", "));
  }

  private static String forms(List<? extends Family<?>> families) {
    return families.stream().map(TuningTypes::form).collect(Collectors.joining(", "));
  }

  /** Returns the text form of a family with the allowed values of its parameters. */
  private static String form(Family<?> family) {
    String parameters =
        family.parameters().stream()
            .map(parameter -> parameter.name() + "=" + parameter.allowed())
            .collect(Collectors.joining(", "));
    return parameters.isEmpty() ? family.name() : family.name() + "(" + parameters + ")";
  }
}

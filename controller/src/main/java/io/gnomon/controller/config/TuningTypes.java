package io.gnomon.controller.config;

import io.gnomon.config.ValueType;
import io.gnomon.config.ValueTypes;
import io.gnomon.sim.metric.objective.Guard;
import io.gnomon.sim.metric.objective.Guards;
import io.gnomon.sim.metric.objective.Objectives;
import io.gnomon.sim.metric.objective.StudyObjective;
import io.gnomon.sim.policy.Family;
import io.gnomon.sim.predict.Predictors;
import io.gnomon.sim.tune.TuneSettings;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The types of keys whose values the simulator parses: objectives, guards and predictors. */
final class TuningTypes {
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

  private TuningTypes() {}

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

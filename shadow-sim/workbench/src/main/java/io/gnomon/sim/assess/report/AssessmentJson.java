package io.gnomon.sim.assess.report;

import io.gnomon.sim.assess.Assessment;
import io.gnomon.sim.assess.Candidate;
import io.gnomon.sim.assess.CombinedChanges;
import io.gnomon.sim.assess.WhatIf;
import io.gnomon.sim.assess.cause.BusiestAccount;
import io.gnomon.sim.assess.cause.IdleGpus;
import io.gnomon.sim.assess.cause.WaitCause;
import io.gnomon.sim.assess.change.ConfigurationLines;
import io.gnomon.sim.assess.change.SiteChange;
import io.gnomon.sim.assess.figure.ConfigurationFigures;
import io.gnomon.sim.assess.figure.Gain;
import io.gnomon.sim.assess.figure.Grouping;
import io.gnomon.sim.assess.figure.Sums;
import io.gnomon.sim.assess.reproduction.Reproduction;
import io.gnomon.sim.metric.IdleResources;
import io.gnomon.sim.report.document.Json;
import java.util.List;
import java.util.Locale;

/** The figures of an assessment as JSON. Stateless. */
final class AssessmentJson {
  private AssessmentJson() {}

  static String of(Assessment assessment, AssessedSource source) {
    Json json = new Json().object();
    json.put("title", source.title()).put("configuration", source.configuration());
    json.put("jobs", assessment.recorded().log().size());
    json.put("processors", assessment.recorded().processors());
    json.put("policy", assessment.recorded().policy().toString());
    json.name("blocks").object();
    json.put("count", assessment.blocks().count()).put("seconds", assessment.blocks().seconds());
    json.endObject();
    json.put("resampledArrivals", assessment.arrivals());
    fidelity(json, assessment);
    json.name("record").object();
    figures(json, assessment, assessment.inRecord());
    json.endObject().name("inForce").object();
    figures(json, assessment, assessment.inForce());
    json.endObject();
    json.put("requiredGain", assessment.requiredGain());
    json.name("causes").array();
    for (WaitCause cause : assessment.causes()) {
      json.object().put("cause", word(cause.kind())).put("share", cause.share());
      json.put("evidence", cause.evidence()).endObject();
    }
    json.endArray().name("gpusIdleWhileJobsWaited").array();
    for (IdleResources.Row idle : IdleGpus.of(assessment.recorded())) {
      json.object().put("week", idle.monday()).put("partition", idle.partitions());
      json.put("gpuHours", idle.hours()).put("ofGpuHours", idle.all()).endObject();
    }
    json.endArray();
    BusiestAccount busiest = assessment.busiest();
    if (busiest != null) {
      json.name("busiestAccount").object().put("name", busiest.name());
      json.put("shareOfWaiting", busiest.waiting()).put("shareOfWork", busiest.work());
      json.put("reason", word(busiest.reason())).endObject();
    }
    json.name("candidates").array();
    for (Candidate candidate : assessment.candidates()) {
      json.object().put("id", candidate.change().id()).put("title", candidate.change().title());
      json.put("means", word(candidate.change().means()));
      json.put("verdict", word(candidate.verdict()));
      gain(json, "gain", candidate.gain());
      json.put("examinedPerHour", candidate.figures().examinedPerHour());
      json.name("lines").array();
      ConfigurationLines.between(
              assessment.recorded(), candidate.change().made().apply(assessment.recorded()))
          .made()
          .forEach(json::value);
      json.endArray().endObject();
    }
    json.endArray().name("steps").array();
    for (CombinedChanges step : assessment.steps()) {
      json.object().name("changes").array();
      step.changes().stream().map(SiteChange::id).forEach(json::value);
      json.endArray().put("verdict", word(step.verdict()));
      gain(json, "gain", step.gain());
      gain(json, "added", step.added());
      figures(json, assessment, step.figures());
      json.name("record").object();
      figures(json, assessment, step.inRecord());
      json.endObject();
      saved(json, SavedWait.of(assessment.groups(), assessment.inRecord(), step.inRecord()));
      json.endObject();
    }
    json.endArray();
    CombinedChanges advised = assessment.advised();
    json.name("advised").array();
    if (advised != null) {
      advised.changes().stream().map(SiteChange::id).forEach(json::value);
    }
    json.endArray();
    whatIf(json, "prediction", assessment.prediction());
    whatIf(json, "growth", assessment.growth());
    WhatIf hourly = assessment.hourly();
    whatIf(json, "hourlyLoop", hourly == null ? List.of() : List.of(hourly));
    json.name("notes").array();
    source.notes().forEach(json::value);
    return json.endArray().endObject().toString();
  }

  private static void fidelity(Json json, Assessment assessment) {
    Reproduction reproduction = assessment.reproduction();
    json.name("fidelity").object();
    json.put("trust", word(reproduction.trust())).put("jobs", reproduction.jobs());
    json.put("recordedMeanWait", reproduction.recordedWait());
    json.put("simulatedMeanWait", reproduction.simulatedWait());
    json.put("error", reproduction.error()).put("distance", reproduction.distance());
    json.put("kendallTau", reproduction.order());
    json.name("quantiles").array();
    for (int i = 0; i < reproduction.quantiles().size(); i++) {
      double[] pair = reproduction.quantiles().get(i);
      json.object().put("fraction", Reproduction.FRACTIONS.get(i));
      json.put("recorded", pair[0]).put("simulated", pair[1]).endObject();
    }
    json.endArray().name("partitions").array();
    for (var partition : reproduction.partitions()) {
      json.object().put("partition", partition.partition()).put("jobs", partition.jobs());
      json.put("recordedMeanWait", partition.recorded());
      json.put("simulatedMeanWait", partition.simulated()).endObject();
    }
    json.endArray().name("misfits").array();
    assessment.misfits().forEach(misfit -> json.value(word(misfit)));
    json.endArray().endObject();
  }

  private static void figures(Json json, Assessment assessment, ConfigurationFigures figures) {
    json.put("meanWait", figures.all().meanWait());
    json.put("meanBoundedSlowdown", figures.all().meanSlowdown());
    json.put("examinedPerHour", figures.examinedPerHour()).put("meanQueue", figures.meanQueue());
    for (Grouping by : Grouping.KINDS) {
      List<String> names = assessment.groups().names(by);
      if (!names.isEmpty()) {
        json.name(word(by)).array();
        for (int group = 0; group < names.size(); group++) {
          Sums sums = figures.of(by, group);
          json.object().put("name", names.get(group)).put("jobs", sums.jobs());
          json.put("meanWait", sums.meanWait());
          json.put("meanBoundedSlowdown", sums.meanSlowdown()).endObject();
        }
        json.endArray();
      }
    }
  }

  private static void saved(Json json, List<SavedWait> weeks) {
    json.put("waitHoursSaved", SavedWait.sum(weeks));
    json.name("waitHoursSavedByWeek").array();
    for (SavedWait saved : weeks) {
      json.object().put("week", saved.week().from()).put("partition", saved.week().partition());
      json.put("jobs", saved.jobs()).put("waitHoursSaved", saved.hours()).endObject();
    }
    json.endArray();
  }

  private static void gain(Json json, String name, Gain gain) {
    json.name(name).object().put("meanWait", gain.waitGain());
    json.put("meanBoundedSlowdown", gain.slowdownGain()).put("combined", gain.combined());
    json.put("low", gain.low()).put("high", gain.high()).endObject();
  }

  private static void whatIf(Json json, String name, List<WhatIf> rows) {
    json.name(name).array();
    for (WhatIf row : rows) {
      json.object().put("title", row.title());
      gain(json, "gain", row.gain());
      json.endObject();
    }
    json.endArray();
  }

  private static String word(Enum<?> of) {
    return of.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

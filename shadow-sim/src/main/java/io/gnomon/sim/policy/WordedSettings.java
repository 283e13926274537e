package io.gnomon.sim.policy;

import io.gnomon.text.Durations;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The settings of a policy in words. It records which settings a sentence has used, so that {@link
 * #others} can return phrases for the rest. Not thread-safe.
 */
final class WordedSettings {
  private static final int MINUTE = 60;
  private static final int HOUR = 60 * MINUTE;
  private static final int DAY = 24 * HOUR;
  private static final String SEED = "random seed %s";

  private static final String NAME = "NAME";

  private static final Map<String, Phrase> PHRASES = new LinkedHashMap<>();

  // by form of the name; the value comes first, then the name
  private static final Map<String, String> FORMS =
      Map.of(
          "qos.NAME.Priority", "QOS %2$s has priority %1$s",
          "qos.NAME.MaxJobsPU", "a user runs at most %1$s jobs of QOS %2$s",
          "qos.NAME.MaxTRESPU.cpu", "a user holds at most %1$s CPUs in QOS %2$s",
          "partition.NAME.PriorityJobFactor", "partition %2$s has priority %1$s");

  static {
    // easy
    PHRASES.put("wide", Phrase.of("jobs of %s processors or more start first"));
    PHRASES.put("long", Phrase.ofTime("wide jobs are those over %s"));
    PHRASES.put("patience", Phrase.ofTime("wide jobs reserve after %s"));
    // conservative
    PHRASES.put("speed-up", new Phrase("%s", WordedSettings::speedUp));
    // selective suspension
    PHRASES.put("tuned", Phrase.of("jobs with long waits may be suspended too"));
    PHRASES.put("override", Phrase.of("spared jobs are suspended at %s × their limit"));
    PHRASES.put("same-processors", Phrase.of("suspended jobs may move"));
    PHRASES.put("hold", Phrase.of("processors of suspended jobs are free for all"));
    PHRASES.put("disk", Phrase.of("memory is written at %s MB/s per processor"));
    // slack
    PHRASES.put("heuristic", new Phrase("delayed jobs again %s", WordedSettings::heuristic));
    PHRASES.put("utilisation-weight", Phrase.of("delays priced by width ^ %s"));
    PHRASES.put("time-weight", Phrase.of("delays priced by time ^ %s"));
    PHRASES.put("priority-weight", Phrase.of("delays priced by priority ^ %s"));
    PHRASES.put("fairness-weight", Phrase.of("delays priced by used slack ^ %s"));
    PHRASES.put("over-quota", Phrase.of("users %s never delay others"));
    PHRASES.put("longest-queue", Phrase.of("no delays beyond %s jobs"));
    // probabilistic
    PHRASES.put("predictor", Phrase.of("runtimes predicted by '%s'"));
    PHRASES.put("retention", Phrase.of("each older job counts %s × as much"));
    PHRASES.put("least", Phrase.of("predicts from %s similar jobs"));
    PHRASES.put("bound", Phrase.of("%s probability"));
    // slurm
    PHRASES.put("bf_interval", Phrase.ofTime("backfill every %s"));
    PHRASES.put("bf_window", Phrase.ofTime("backfill plans %s ahead"));
    PHRASES.put("bf_resolution", Phrase.ofTime("plans in steps of %s"));
    PHRASES.put("bf_max_job_test", Phrase.of("backfill tests %s jobs"));
    PHRASES.put("bf_max_job_user", Phrase.of("backfill tests %s jobs per user"));
    PHRASES.put("bf_max_job_part", Phrase.of("backfill tests %s jobs per partition"));
    PHRASES.put("bf_max_job_user_part", Phrase.of("backfill tests %s jobs per user and partition"));
    PHRASES.put("bf_max_job_assoc", Phrase.of("backfill tests %s jobs per association"));
    PHRASES.put("bf_min_age_reserve", Phrase.ofTime("jobs reserve after %s"));
    PHRASES.put("bf_min_prio_reserve", Phrase.of("jobs reserve from priority %s"));
    PHRASES.put("test-ms", Phrase.of("backfill takes %s ms per job"));
    PHRASES.put("bf_max_time", Phrase.ofTime("backfill ends after %s"));
    PHRASES.put("bf_yield_interval", Phrase.of("backfill pauses every %s µs"));
    PHRASES.put("bf_yield_sleep", Phrase.of("pauses of %s µs"));
    PHRASES.put("bf_continue", Phrase.of("backfill continues after pauses"));
    PHRASES.put("partition_job_depth", Phrase.of("main scheduler tests %s jobs per partition"));
    PHRASES.put("sched_max_job_start", Phrase.of("main scheduler starts at most %s jobs"));
    PHRASES.put("sched_min_interval", Phrase.of("at least %s µs between main passes"));
    PHRASES.put("bf_max_job_start", Phrase.of("backfill starts at most %s jobs"));
    PHRASES.put("bf_job_part_count_reserve", Phrase.of("reservations for %s jobs"));
    PHRASES.put("default_queue_depth", Phrase.of("main scheduler tests %s jobs"));
    PHRASES.put("sched_interval", Phrase.ofTime("whole queue every %s"));
    PHRASES.put("batch_sched_delay", Phrase.ofTime("at least %s between passes"));
    PHRASES.put("bf_window_linear", Phrase.ofTime("search window grows by %s"));
    PHRASES.put("end-window", Phrase.ofTime("ends within %s count as one"));
    PHRASES.put("gap", Phrase.ofTime("%s free before a reservation"));
    PHRASES.put("reserve", Phrase.of("reserves any processors"));
    PHRASES.put("cores-per-node", Phrase.of("%s processors per node"));
    PHRASES.put("PriorityType", Phrase.of("jobs in order of arrival"));
    PHRASES.put("PriorityWeightAge", Phrase.of("%s points for age"));
    PHRASES.put("PriorityWeightAssoc", Phrase.of("%s points for the association"));
    PHRASES.put("PriorityWeightFairshare", Phrase.of("%s points for fair share"));
    PHRASES.put("PriorityWeightJobSize", Phrase.of("%s points for job size"));
    PHRASES.put("PriorityWeightPartition", Phrase.of("%s points for the partition"));
    PHRASES.put("PriorityWeightQOS", Phrase.of("%s points for QOS"));
    PHRASES.put("PriorityMaxAge", Phrase.ofTime("age counts up to %s"));
    PHRASES.put("PriorityDecayHalfLife", Phrase.ofTime("usage halves in %s"));
    PHRASES.put("PreemptType", new Phrase("%s", WordedSettings::preempting));
    PHRASES.put("PreemptMode", new Phrase("%s", WordedSettings::preempted));
    PHRASES.put("preempt_youngest_first", Phrase.of("the youngest are preempted first"));
    PHRASES.put("PreemptExemptTime", Phrase.ofTime("jobs run %s before they are preempted"));
    PHRASES.put("PriorityFavorSmall", new Phrase("%s", WordedSettings::favoredSize));
    PHRASES.put("seed", Phrase.of(SEED));
  }

  private static String preempting(String type) {
    return switch (type) {
      case "partition_prio" -> "jobs of higher tiers preempt others";
      case "qos" -> "jobs preempt those of some QOS";
      default -> "no job is preempted";
    };
  }

  private static String preempted(String mode) {
    return switch (mode) {
      case "requeue" -> "preempted jobs wait again";
      case "cancel" -> "preempted jobs end";
      case "suspend" -> "preempted jobs resume later";
      default -> "no job is preempted";
    };
  }

  private static String favoredSize(String value) {
    return value.equals("YES") ? "small jobs favoured" : "large jobs favoured";
  }

  private final PolicySpec spec;
  private final Map<String, String> defaults = new LinkedHashMap<>();
  private final Set<String> used = new HashSet<>();

  /**
   * The words of one setting.
   *
   * @param pattern with {@code %s} for the value, or without for a setting with two values
   * @param value the value in words
   */
  record Phrase(String pattern, UnaryOperator<String> value) {
    static Phrase of(String pattern) {
      return new Phrase(pattern, UnaryOperator.identity());
    }

    static Phrase ofTime(String pattern) {
      return new Phrase(pattern, text -> seconds(Durations.parseSeconds(text)));
    }

    String of(PolicySpec spec, String key) {
      return pattern.formatted(value.apply(spec.parameters().getOrDefault(key, "")));
    }

    /** A time with one unit and at most two significant decimals, such as {@code 3.2 d}. */
    static String seconds(double seconds) {
      if (seconds >= DAY) {
        return number(seconds / DAY) + " d";
      }
      if (seconds >= HOUR) {
        return number(seconds / HOUR) + " h";
      }
      return seconds >= MINUTE ? number(seconds / MINUTE) + " min" : number(seconds) + " s";
    }

    /** A number with at least two significant digits and no trailing zeros. */
    static String number(double value) {
      if (value == Math.rint(value) && Math.abs(value) < 1e15) {
        return String.format(Locale.ROOT, "%.0f", value);
      }
      int digits = (int) Math.max(0, Math.ceil(1 - Math.log10(Math.abs(value))));
      String text = String.format(Locale.ROOT, "%." + Math.min(12, digits) + "f", value);
      return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
    }
  }

  WordedSettings(PolicySpec spec) {
    this.spec = spec;
    Policies.family(spec.name())
        .parameters(spec)
        .forEach(parameter -> defaults.put(parameter.name(), parameter.defaultText()));
  }

  /**
   * Whether the family has all settings of the spec.
   *
   * @throws InvalidPolicyException if there is no such family
   */
  static boolean knows(PolicySpec spec) {
    return new WordedSettings(spec).defaults.keySet().containsAll(spec.parameters().keySet());
  }

  /** The value of a setting, or its default; empty if the family has no such setting. */
  String text(String key) {
    used.add(key);
    return spec.parameters().getOrDefault(key, defaults.getOrDefault(key, ""));
  }

  boolean is(String key, String value) {
    return text(key).equals(value);
  }

  boolean isTrue(String key) {
    return is(key, "true");
  }

  double value(String key) {
    String text = text(key);
    return text.isEmpty() ? 0 : Double.parseDouble(text);
  }

  String number(String key) {
    return Phrase.number(value(key));
  }

  String time(String key) {
    return Phrase.seconds(Durations.parseSeconds(text(key)));
  }

  String percent(String key) {
    return Phrase.number(100 * value(key)) + " %";
  }

  /** Phrases for the settings that differ from their defaults and were not used. */
  List<String> others() {
    return defaults.keySet().stream()
        .filter(key -> !used.contains(key) && !isDefault(key))
        .map(this::phrase)
        .toList();
  }

  private boolean isDefault(String key) {
    String set = spec.parameters().get(key);
    return set == null || set.equals(defaults.get(key));
  }

  private String phrase(String key) {
    Phrase phrase = PHRASES.get(key);
    return phrase == null ? ofForm(key) : phrase.of(spec, key);
  }

  /** The phrase for a setting whose name contains a name of the site's. */
  private String ofForm(String key) {
    String value = String.valueOf(spec.parameters().get(key));
    for (String form : Policies.family(spec.name()).forms()) {
      String[] around = form.split(NAME, 2);
      String pattern = FORMS.get(form);
      boolean isOfForm = key.startsWith(around[0]) && key.endsWith(around[1]);
      if (isOfForm && pattern != null) {
        String name = key.substring(around[0].length(), key.length() - around[1].length());
        return pattern.formatted(value, name);
      }
    }
    return key.replaceAll("[-_]", " ") + " " + value;
  }

  private static String speedUp(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length < 2) {
      return "speed grows with the processors";
    }
    double value = Double.parseDouble(parts[1]);
    return parts[0].equalsIgnoreCase("amdahl")
        ? "a serial share of " + Phrase.number(100 * value) + " %"
        : "parallelism varies by " + Phrase.number(value);
  }

  private static String heuristic(String text) {
    return switch (text) {
      case "aat" -> "by arrival";
      case "du" -> "the largest first";
      case "dc" -> "the most expensive first";
      case "dp" -> "by priority";
      default -> "by planned start";
    };
  }
}

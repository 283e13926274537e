package io.gnomon.controller.forecast;

import io.gnomon.sim.forecast.JobForecast.Request;
import io.gnomon.sim.predict.RuntimeModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Another request of a job, which is simulated to show whether it would start earlier.
 *
 * @param change how it differs from the job's request
 * @param request what is requested instead
 * @param name of the other partition or QOS; empty for other changes
 */
public record RequestAlternative(RequestChange change, Request request, String name) {
  private static final int MINUTE = 60;
  private static final int SAMPLES = 100;
  private static final double MOST = 0.9;

  /** A change without a name. */
  RequestAlternative(RequestChange change, Request request) {
    this(change, request, "");
  }

  /**
   * The alternatives to a request. A limit is a whole number of minutes, and shorter than the one
   * requested.
   *
   * @param user the number of its user, -1 if unknown
   * @param runtimes distributions of runtimes
   */
  static List<RequestAlternative> to(Request request, int user, RuntimeModel runtimes) {
    List<RequestAlternative> alternatives = new ArrayList<>();
    int limit = request.estimateSeconds();
    int half = wholeMinutes(limit / 2);
    int usual = wholeMinutes(usualRuntime(request, user, runtimes));
    if (usual < limit) {
      alternatives.add(limited(RequestChange.USUAL_RUNTIME, request, usual));
    }
    if (half < limit && half != usual) {
      alternatives.add(limited(RequestChange.HALF_LIMIT, request, half));
    }
    if (request.processors() > 1) {
      alternatives.add(
          new RequestAlternative(
              RequestChange.HALF_PROCESSORS, new Request((request.processors() + 1) / 2, limit)));
    }
    return alternatives;
  }

  private static RequestAlternative limited(RequestChange change, Request request, int seconds) {
    return new RequestAlternative(change, new Request(request.processors(), seconds));
  }

  private static int usualRuntime(Request request, int user, RuntimeModel runtimes) {
    int[] sampled = new int[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
      double chance = (i + 0.5) / SAMPLES;
      sampled[i] =
          runtimes.sample(user, request.processors(), request.estimateSeconds(), 0, chance);
    }
    Arrays.sort(sampled);
    return sampled[(int) Math.ceil(MOST * SAMPLES) - 1];
  }

  private static int wholeMinutes(int seconds) {
    return Math.max(1, (seconds + MINUTE - 1) / MINUTE) * MINUTE;
  }
}

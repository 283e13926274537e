package io.gnomon.sim.feedback;

import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.StudyResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was forecast of the changes that a tuner decided on, made or not, held against what their
 * reviews found, from which the next forecasts' intervals are made.
 *
 * <p>A review tells what a change has saved, or would have, over the hours since then, of the cost
 * that the former policy would have had with the same jobs; a forecast, over the study's horizon.
 * What a change does most of it does at once, and the intervals learn what difference is left. Not
 * thread-safe.
 */
public final class GainForecasts {
  private static final int MOST_OPEN = 64;

  private final GainCalibration calibration = new GainCalibration();
  private final List<Open> open = new ArrayList<>();
  private int held;

  /**
   * A forecast that waits for the review of its change.
   *
   * @param interval that was told with it
   */
  public record Open(GainForecast forecast, GainInterval interval) {
    private Snapshot snapshot() {
      return new Snapshot()
          .put("time", forecast.time())
          .put("from", forecast.from().toString())
          .put("to", forecast.to().toString())
          .put("mean", forecast.mean())
          .put("spread", forecast.spread())
          .put("low", interval.low())
          .put("high", interval.high());
    }

    private static Open restored(Snapshot snapshot) {
      return new Open(
          new GainForecast(
              snapshot.getInt("time"),
              PolicySpec.parse(snapshot.getString("from")),
              PolicySpec.parse(snapshot.getString("to")),
              snapshot.getDouble("mean"),
              snapshot.getDouble("spread")),
          new GainInterval(snapshot.getDouble("low"), snapshot.getDouble("high")));
    }
  }

  /** How many forecasts have been held against what was realised. */
  public int checked() {
    return calibration.seen();
  }

  /** How many of these were realised within the interval that was told with them. */
  public int held() {
    return held;
  }

  /** The share of the forecasts that held, of 0.8 that should; NaN before any was checked. */
  public double coverage() {
    return checked() == 0 ? Double.NaN : (double) held / checked();
  }

  /** The calibration learned from the reviewed forecasts; to read. */
  public GainCalibration calibration() {
    return calibration;
  }

  /** The forecasts that wait for a review, oldest first. */
  public List<Open> open() {
    return List.copyOf(open);
  }

  /**
   * The 80 % interval of what an alternative of a study gains.
   *
   * @return null for the incumbent, for one that dropped out of the race, and where the study has
   *     just one scenario, which tells nothing of how sure it is
   */
  public @Nullable GainInterval expected(StudyResult study, AlternativeResult alternative) {
    GainForecast forecast = GainForecast.of(study, alternative);
    return forecast == null ? null : calibration.interval(forecast);
  }

  /**
   * Keeps the forecast of a change until its review. Rollbacks are not forecast.
   *
   * @param chosen the policy that a decision by the study chose
   */
  public void decided(StudyResult study, PolicySpec chosen) {
    for (AlternativeResult alternative : study.alternatives()) {
      GainForecast forecast =
          alternative.spec().equals(chosen) ? GainForecast.of(study, alternative) : null;
      if (forecast != null) {
        if (open.size() == MOST_OPEN) {
          open.remove(0);
        }
        open.add(new Open(forecast, calibration.interval(forecast)));
        return;
      }
    }
  }

  /** Changes have been reviewed. */
  public void reviewed(List<ReviewResult> reviews) {
    for (ReviewResult review : reviews) {
      Open last = null;
      for (Open one : open) {
        last = isOf(one.forecast(), review) ? one : last;
      }
      // changes are reviewed in the order of their decisions
      open.removeIf(one -> one.forecast().time() <= review.decided());
      // where there was no job at all, there was nothing to gain
      if (last != null && review.formerCost() > 0 && review.cost() > 0) {
        double gain = Math.log(review.formerCost() / review.cost());
        held += last.interval().holds(GainForecast.fraction(gain)) ? 1 : 0;
        calibration.realised(last.forecast(), last.interval(), gain);
      }
    }
  }

  private static boolean isOf(GainForecast forecast, ReviewResult review) {
    return forecast.time() == review.decided()
        && forecast.from().equals(review.from())
        && forecast.to().equals(review.to());
  }

  /** Returns the open forecasts, the calibration, and how many intervals have held. */
  public Snapshot snapshot() {
    return new Snapshot()
        .put("calibration", calibration.snapshot())
        .put("held", held)
        .putSections("open", open.stream().map(Open::snapshot).toList());
  }

  /** Restores a {@link #snapshot()}. */
  public void restore(Snapshot snapshot) {
    calibration.restore(snapshot.getSection("calibration"));
    held = snapshot.getInt("held");
    open.clear();
    snapshot.getSections("open").forEach(one -> open.add(Open.restored(one)));
  }
}

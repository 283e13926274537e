package io.gnomon.sim.feedback;

import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Saved;
import io.gnomon.sim.snapshot.ValueFields;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.StudyResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The forecasts of the changes that a tuner decided on, made or not, and their calibration by
 * reviews.
 *
 * <p>A review finds the fraction of the former policy's cost that a change has saved since it was
 * made, or would have saved; a forecast covers the study's horizon. Most of the effect comes early,
 * and the calibration learns the remaining difference. Not thread-safe.
 */
public final class GainForecasts implements Saved {
  private static final int MOST_OPEN = 64;

  private final GainCalibration calibration = new GainCalibration();
  private final List<Open> open = new ArrayList<>();
  private int held;

  /**
   * A forecast that waits for the review of its change.
   *
   * @param interval that was given with it
   */
  public record Open(GainForecast forecast, GainInterval interval) {
    private static Open of(ValueFields<Open> fields) {
      return new Open(
          new GainForecast(
              fields.number("time", open -> open.forecast.time()),
              fields.text("from", open -> open.forecast.from(), Spec::parse),
              fields.text("to", open -> open.forecast.to(), Spec::parse),
              fields.decimal("mean", open -> open.forecast.mean()),
              fields.decimal("spread", open -> open.forecast.spread())),
          new GainInterval(
              fields.decimal("low", open -> open.interval.low()),
              fields.decimal("high", open -> open.interval.high())));
    }
  }

  /** The number of forecasts that have been compared with a realised gain. */
  public int checked() {
    return calibration.seen();
  }

  /** The number of these whose interval contained the realised gain. */
  public int held() {
    return held;
  }

  /**
   * The share of checked forecasts whose interval held, 0.8 if calibrated; NaN before the first
   * check.
   */
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
   * The 80 % interval of an alternative's gain.
   *
   * @return null for the incumbent, for an alternative that dropped out of the race, and if fewer
   *     than two scenarios can be compared
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
  public void decided(StudyResult study, Spec chosen) {
    GainForecast forecast = GainForecast.of(study, study.of(chosen));
    if (forecast != null) {
      if (open.size() == MOST_OPEN) {
        open.remove(0);
      }
      open.add(new Open(forecast, calibration.interval(forecast)));
    }
  }

  /** Records the results of reviews. */
  public void reviewed(List<ReviewResult> reviews) {
    for (ReviewResult review : reviews) {
      Open last = null;
      for (Open one : open) {
        last = one.forecast().isOf(review.change()) ? one : last;
      }
      open.removeIf(one -> one.forecast().isOf(review.change()));
      // without jobs there is no gain to record
      if (last != null && review.formerCost() > 0 && review.cost() > 0) {
        double gain = Math.log(review.formerCost() / review.cost());
        held += last.interval().holds(GainForecast.fraction(gain)) ? 1 : 0;
        calibration.realised(last.forecast(), last.interval(), gain);
      }
    }
  }

  /** Lists the open forecasts, the calibration, and how many intervals have held. */
  @Override
  public void fields(Fields fields) {
    fields.section("calibration", calibration);
    held = fields.number("held", held);
    fields.replace("open", open, Open::of);
  }
}

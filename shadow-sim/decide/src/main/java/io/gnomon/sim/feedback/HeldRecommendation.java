package io.gnomon.sim.feedback;

import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Saved;
import io.gnomon.sim.spec.Spec;
import org.jspecify.annotations.Nullable;

/**
 * The policy that was recommended last. No other one takes its place within the time by which a
 * change is judged, while the policy in force is the same. Not thread-safe.
 */
public final class HeldRecommendation implements Saved {
  private final int seconds;
  private int since = -1;
  private @Nullable Spec from;
  private @Nullable Spec to;

  /**
   * No recommendation yet.
   *
   * @param seconds time by which a change is judged
   */
  public HeldRecommendation(int seconds) {
    this.seconds = seconds;
  }

  /** Whether there was a recommendation. */
  public boolean isMade() {
    return since >= 0;
  }

  /** The policy that no other one may replace now, or null. */
  public @Nullable Spec held(int now, Spec incumbent) {
    return since >= 0 && now - since < seconds && incumbent.equals(from) ? to : null;
  }

  /** Records a recommendation. */
  public void recommended(int now, Spec incumbent, Spec chosen) {
    if (!chosen.equals(held(now, incumbent))) {
      since = now;
      from = incumbent;
      to = chosen;
    }
  }

  /** It was rejected, by an operator or by the scheduler. */
  public void rejected() {
    since = -1;
    from = null;
    to = null;
  }

  /** Lists the recommendation. */
  @Override
  public void fields(Fields fields) {
    since = fields.number("since", since);
    from = fields.optional("from", from, Spec::parse);
    to = fields.optional("to", to, Spec::parse);
  }
}

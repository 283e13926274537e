package io.gnomon.sim.limit;

import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.LimitScope;
import io.gnomon.model.limits.LimitedTres;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.eligibility.WaitingReason.Limit;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The reason for which a job waits when a limit holds it back. */
final class LimitReasons {
  private static final Map<Limit, WaitingReason> REASONS = new HashMap<>();

  static {
    for (WaitingReason reason : WaitingReason.values()) {
      Limit limit = reason.limit();
      if (limit != null) {
        REASONS.put(limit, reason);
      }
    }
  }

  private LimitReasons() {}

  /**
   * The reason of a limit on a TRES.
   *
   * @throws IllegalArgumentException if the limit is one of QOS only
   */
  static WaitingReason of(LimitScope scope, LimitKind limit, String tres) {
    WaitingReason reason = REASONS.get(new Limit(scope, limit, LimitedTres.of(tres)));
    return reason == null ? of(scope, limit, LimitedTres.OTHER) : reason;
  }

  /**
   * The reason of a limit on a number.
   *
   * @throws IllegalArgumentException if the limit is not one of that scope
   */
  static WaitingReason of(LimitScope scope, LimitKind limit) {
    return of(scope, limit, (LimitedTres) null);
  }

  private static WaitingReason of(LimitScope scope, LimitKind limit, @Nullable LimitedTres tres) {
    WaitingReason reason = REASONS.get(new Limit(scope, limit, tres));
    if (reason == null) {
      throw new IllegalArgumentException(limit + " is not a limit of an " + scope);
    }
    return reason;
  }
}

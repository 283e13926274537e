package io.gnomon.events.audit;

import io.gnomon.events.WireEnum;

/** Why a study cannot choose an alternative. */
public enum ExclusionReason implements WireEnum {
  /** It breaks a guard. */
  BREAKS_GUARD,
  /** The same change made things worse within the past week. */
  RECENTLY_MADE_THINGS_WORSE,
  /** The same change was recommended within the past week and would have made things worse. */
  WOULD_HAVE_MADE_THINGS_WORSE,
  /** An earlier halving round eliminated it, so that it was not simulated in every scenario. */
  ELIMINATED
}

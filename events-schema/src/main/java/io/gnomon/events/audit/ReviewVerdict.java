package io.gnomon.events.audit;

import io.gnomon.events.WireEnum;

/** Whether a reviewed change made things worse. */
public enum ReviewVerdict implements WireEnum {
  /** The change did not raise the cost by more than 5 %. */
  NOT_WORSE,
  /** The change raised the cost by more than 5 %, or would have; it is excluded for a week. */
  WORSE
}

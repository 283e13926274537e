package io.gnomon.model.limits;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A limit of an association or a QOS.
 *
 * @param limit what it bounds
 * @param tres the TRES that is limited, such as {@code cpu}, {@code mem} in MiB, {@code node},
 *     {@code billing}, {@code gres/gpu} or {@code license/NAME}; null for a limit on jobs or
 *     minutes
 * @param amount the greatest amount that is allowed, or the least for {@link LimitKind#LEAST_TRES}
 */
public record ResourceLimit(LimitKind limit, @Nullable String tres, long amount) {
  /** Whether it is on a TRES, or on a number without one. */
  boolean isOn(LimitKind kind, @Nullable String of) {
    return limit == kind && Objects.equals(tres, of);
  }
}

package io.gnomon.sim.workload.sacct;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.function.DoubleConsumer;

/**
 * How an export is read.
 *
 * @param zone of times without an offset: that of the host on which {@code sacct} ran
 * @param latest records with a later submission, start or end are broken; empty for any time
 * @param progress receives the fraction of the file that has been read, about once for each percent
 */
public record SacctOptions(ZoneId zone, Optional<Instant> latest, DoubleConsumer progress) {
  /** Times are UTC and may be any, and nothing is reported. */
  public static final SacctOptions UTC =
      new SacctOptions(ZoneOffset.UTC, Optional.empty(), fraction -> {});

  /** The same with times in another zone. */
  public SacctOptions withZone(ZoneId other) {
    return new SacctOptions(other, latest, progress);
  }
}

package io.gnomon.bridge.slurm.accounting;

import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.events.accounting.Accounting;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides when the accounts of a Slurm cluster are read and published. They are read every {@link
 * #READ_PERIOD}, for slurmdbd answers from a database; they are published when definitions have
 * changed, and at least every {@link #PUBLISH_PERIOD} for the sake of usage. While slurmdbd does
 * not answer, the accounts that were read from it last stay; if there are none, they are what
 * slurmctld knows. Times are nanoseconds of a monotonic clock. Not thread-safe.
 */
public final class AccountingTracker {
  /** Time between two reads. */
  public static final Duration READ_PERIOD = Duration.ofMinutes(10);

  /** Time after which usage is published again. */
  public static final Duration PUBLISH_PERIOD = Duration.ofHours(1);

  private static final Logger LOG = LoggerFactory.getLogger(AccountingTracker.class);

  private final AccountingReader reader;
  private final Set<String> limits = new LinkedHashSet<>();
  private @Nullable Accounting known;
  private @Nullable Accounting published;
  private boolean hasRead;
  private boolean fromDatabase;
  private boolean hasPublished;
  private long readAt;
  private long publishedAt;

  /** A tracker that has read nothing. */
  public AccountingTracker(AccountingReader reader) {
    this.reader = reader;
  }

  /** Reads the accounts now; if Slurm does not answer, those that were read last stay. */
  public void readNow(long now) {
    hasRead = true;
    readAt = now;
    try {
      use(reader.read().orElse(null));
      fromDatabase = true;
    } catch (SlurmException | IOException e) {
      LOG.warn("cannot read the accounts: {}", e.getMessage());
      if (!fromDatabase) {
        readWithoutDatabase();
      }
    }
  }

  private void readWithoutDatabase() {
    try {
      use(reader.readWithoutDatabase());
    } catch (SlurmException | IOException e) {
      LOG.warn("cannot read the accounts from slurmctld either: {}", e.getMessage());
      limits.add("all of them, because neither slurmdbd nor slurmctld answers");
    }
  }

  private void use(@Nullable AccountingObservation seen) {
    known = seen == null ? null : seen.accounting();
    if (seen != null) {
      limits.retainAll(seen.notes());
      seen.notes().stream()
          .filter(limits::add)
          .forEach(note -> LOG.warn("not read from the accounts: {}", note));
    }
  }

  /** Returns what is not known of the accounts, one phrase each. */
  public List<String> limits() {
    return List.copyOf(limits);
  }

  /** Reads the accounts if that is due, and returns whether they are to be published. */
  public boolean isToBePublished(long now) {
    if (!hasRead || now - readAt >= READ_PERIOD.toNanos()) {
      readNow(now);
    }
    Accounting latest = known;
    Accounting before = published;
    if (latest == null) {
      return before != null;
    }
    return before == null
        || !latest.withUsage(null).equals(before.withUsage(null))
        || hasPublished && now - publishedAt >= PUBLISH_PERIOD.toNanos();
  }

  /** Returns the accounts that were read last, which are published now; null if there are none. */
  public @Nullable Accounting published(long now) {
    published = known;
    publishedAt = now;
    hasPublished = true;
    return known;
  }

  /** Returns whether the accounts that were published last have the limits of slurmdbd. */
  public boolean hasPublishedLimits() {
    return fromDatabase && published != null;
  }

  /** Returns the usage that was read last, alone; null if there is none. */
  public @Nullable Accounting usage() {
    Accounting latest = known;
    return latest == null ? null : latest.usageOnly();
  }
}

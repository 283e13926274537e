package io.gnomon.events.codec;

import io.gnomon.events.EventData;
import io.gnomon.events.codec.value.RecordCodec;
import io.gnomon.events.codec.value.Repairs;
import io.gnomon.events.codec.value.StringCodec;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.json.JsonWriter;
import io.gnomon.events.machine.DeclaredMachine;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes events valid before they are published: {@link EventCodec} accepts what this class returns.
 * Texts and lists that are too long are cut, numbers are moved to the nearest bound, and optional
 * values that cannot be repaired are left out. Of an event above its {@link SizeLimits}, the
 * longest lists lose their ends. The codecs supply the rules, so no field is forgotten. Texts that
 * are cut end with a digest of the whole text, so that names that differ stay different.
 *
 * <p>A value that is valid is returned as it is. Not thread-safe. A call costs O(size of the
 * event).
 */
public final class EventFitter {
  // of the attributes: the id and the name of the cluster have at most 255 characters
  private static final int ATTRIBUTE_BYTES = 1 << 12;

  private final SizeLimits limits;
  private final EventDataCodecs codecs = new EventDataCodecs(false, StringCodec.LONG);
  private final RecordCodec<JobSnapshot> jobs = JobCodecs.snapshot();
  private final RecordCodec<DeclaredMachine> machines = MachineCodecs.machine();
  private final Repairs repairs;

  /**
   * A fitter.
   *
   * @param causes receives the cause of each repair. Causes are made of the names of fields, never
   *     of values, so their number is limited
   */
  public EventFitter(Consumer<String> causes) {
    this(SizeLimits.DEFAULT, causes);
  }

  /** A fitter for a codec with {@code limits}. */
  EventFitter(SizeLimits limits, Consumer<String> causes) {
    this.limits = limits;
    repairs = new Repairs(causes);
  }

  /** Returns the valid form of an event, or null if there is none. */
  @SuppressWarnings("unchecked") // the data states its own type
  public @Nullable EventData fit(EventData data) {
    RecordCodec<EventData> codec = (RecordCodec<EventData>) codecs.codec(data.type());
    EventData valid = codec.fit(data, repairs);
    int most = limits.of(data.type()) - ATTRIBUTE_BYTES;
    return valid == null || JsonWriter.bytes(out -> codec.write(valid, out)) <= most
        ? valid
        : codec.shorten(valid, most, repairs);
  }

  /** Returns the valid form of a job, or null if there is none. */
  public @Nullable JobSnapshot fit(JobSnapshot job) {
    return jobs.fit(job, repairs);
  }

  /** Returns the valid form of a machine, or null if there is none. */
  public @Nullable DeclaredMachine fit(DeclaredMachine machine) {
    return machines.fit(machine, repairs);
  }
}

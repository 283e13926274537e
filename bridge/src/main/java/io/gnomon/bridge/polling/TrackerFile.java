package io.gnomon.bridge.polling;

import io.gnomon.bridge.CauseLog;
import io.gnomon.bridge.storage.AtomicFile;
import io.gnomon.bridge.storage.StorageException;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.codec.SizeLimits;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobSnapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the queue as it was last published, with the events of the last poll. A bridge that was
 * killed while it published them continues with the first event that is not on the topic.
 *
 * <p>The file has one event per line: a snapshot without jobs; a snapshot without a sequence number
 * for each job of the queue; for each ended job that the scheduler still knows, a {@code
 * job.finished} without a sequence number; and the events of the last poll, with their numbers. The
 * file is replaced atomically. A job that cannot be read is left out. A file that is damaged
 * otherwise is renamed to {@code FILE.damaged}, and the tracker starts with a new snapshot.
 */
public final class TrackerFile {
  private static final Logger LOG = LoggerFactory.getLogger(TrackerFile.class);

  private final Path file;
  private final String cluster;
  private final EventCodec codec = new EventCodec(SizeLimits.UNLIMITED);
  private final CauseLog causes = new CauseLog(LOG);

  /** A file for one cluster, which need not exist. */
  public TrackerFile(Path file, String cluster) {
    this.file = file;
    this.cluster = cluster;
  }

  /**
   * The content of the file.
   *
   * @param tracker the tracker after the last poll
   * @param lastSequence number of the last event before the last poll
   * @param events the events of the last poll, as they are published
   */
  public record Content(QueueTracker tracker, long lastSequence, List<EventData> events) {
    /**
     * Returns the events of the last poll that were not published.
     *
     * @param lastPublished number of the last event on the topic
     */
    public List<EventData> unpublished(long lastPublished) {
      long published = Math.max(0, lastPublished - lastSequence);
      return published >= events.size()
          ? List.of()
          : events.subList((int) published, events.size());
    }
  }

  /**
   * Stores a tracker and the events of its last poll. They are safe on disk when this method
   * returns.
   *
   * @throws IOException if the file cannot be written
   */
  public void write(QueueTracker tracker, long lastSequence, List<EventData> events)
      throws IOException {
    AtomicFile.replace(
        file,
        out -> {
          ClusterSnapshot queue = tracker.snapshot(lastSequence, null);
          line(out, lastSequence, withJobs(queue, List.of()));
          for (JobSnapshot job : queue.jobs()) {
            line(
                out,
                EventData.NONE,
                new ClusterSnapshot(queue.at(), 0, EventData.NONE, null, List.of(job)));
          }
          for (String job : tracker.ended()) {
            line(out, EventData.NONE, new JobFinished(job, tracker.clock(), JobOutcome.UNKNOWN));
          }
          long number = lastSequence;
          for (EventData event : events) {
            number++;
            line(out, number, event);
          }
        });
  }

  private static ClusterSnapshot withJobs(ClusterSnapshot queue, List<JobSnapshot> jobs) {
    return new ClusterSnapshot(
        queue.at(), queue.processors(), queue.reflectsSequence(), null, queue.machine(), jobs);
  }

  private void line(OutputStream out, long number, EventData data) throws IOException {
    out.write(
        codec
            .encodeStructured(GnomonEvent.of(cluster, cluster + "-" + number, number, null, data))
            .value());
    out.write('\n');
  }

  /**
   * Reads the file. If it does not exist, or is damaged, the tracker has published nothing.
   *
   * @throws IOException if the file cannot be read or renamed
   */
  public Content read() throws IOException {
    if (!Files.exists(file)) {
      return new Content(new QueueTracker(), 0, List.of());
    }
    try {
      return content(StorageException.of("read", file, () -> Files.readAllBytes(file)));
    } catch (InvalidEventException damage) {
      Path aside = file.resolveSibling(file.getFileName() + ".damaged");
      LOG.error(
          "{} is damaged: {}; it is now {}, and the bridge starts with a new snapshot",
          file,
          damage.getMessage(),
          aside);
      StorageException.of(
          "rename", file, () -> Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING));
      return new Content(new QueueTracker(), 0, List.of());
    }
  }

  private Content content(byte[] content) {
    ClusterSnapshot queue = null;
    List<JobSnapshot> jobs = new ArrayList<>();
    List<String> ended = new ArrayList<>();
    List<EventData> events = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < content.length; i++) {
      if (content[i] != '\n') {
        continue;
      }
      byte[] line = Arrays.copyOfRange(content, from, i);
      from = i + 1;
      if (queue == null) {
        queue = queue(codec.decode(line));
        continue;
      }
      GnomonEvent event;
      try {
        event = codec.decode(line);
      } catch (InvalidEventException e) {
        causes.count("a line of " + file + ", for it cannot be read: " + e.reason());
        continue;
      }
      if (!event.envelope().hasSequence() && event.data() instanceof JobFinished job) {
        ended.add(job.job());
      } else if (!event.envelope().hasSequence() && event.data() instanceof ClusterSnapshot one) {
        jobs.addAll(one.jobs());
      } else {
        events.add(event.data());
        requireNumber(event, Math.max(0, queue.reflectsSequence()) + events.size());
      }
    }
    if (queue == null || from < content.length) {
      throw new InvalidEventException(
          Reason.MISSING_FIELD, "", "an incomplete file", "lines that end");
    }
    return new Content(
        new QueueTracker(withJobs(queue, jobs), ended),
        Math.max(0, queue.reflectsSequence()),
        List.copyOf(events));
  }

  private static ClusterSnapshot queue(GnomonEvent first) {
    if (first.data() instanceof ClusterSnapshot queue) {
      return queue;
    }
    throw new InvalidEventException(
        Reason.NOT_ALLOWED, "", first.type().typeName(), "a snapshot in the first line");
  }

  /** With an event missing, the numbers of those that follow it would be wrong. */
  private static void requireNumber(GnomonEvent event, long number) {
    if (event.envelope().sequence() != number) {
      throw new InvalidEventException(
          Reason.OUT_OF_RANGE,
          "/sequence",
          Long.toString(event.envelope().sequence()),
          Long.toString(number));
    }
  }
}

package io.gnomon.bridge.polling;

import io.gnomon.bridge.storage.AtomicFile;
import io.gnomon.bridge.storage.StorageException;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobOutcome;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stores the queue as it was last published, with the events of the last poll. A bridge that was
 * killed while it published them continues with the first event that is not on the topic.
 *
 * <p>The file has one event per line: a snapshot of the queue; for each ended job that the
 * scheduler still knows, a {@code job.finished} without a sequence number; and the events of the
 * last poll, with their numbers. The file is replaced atomically.
 */
public final class TrackerFile {
  private final Path file;
  private final String cluster;
  private final EventCodec codec = new EventCodec();

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
   * @param events the events of the last poll
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
          line(out, lastSequence, tracker.snapshot(lastSequence, null));
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

  private void line(OutputStream out, long number, EventData data) throws IOException {
    out.write(
        codec
            .encodeStructured(GnomonEvent.of(cluster, cluster + "-" + number, number, null, data))
            .value());
    out.write('\n');
  }

  /**
   * Reads the file. If it does not exist, the tracker has published nothing.
   *
   * @throws IOException if the file cannot be read or is damaged
   */
  public Content read() throws IOException {
    if (!Files.exists(file)) {
      return new Content(new QueueTracker(), 0, List.of());
    }
    List<GnomonEvent> lines = new ArrayList<>();
    ByteBuffer content = ByteBuffer.wrap(readAll());
    int from = 0;
    for (int i = 0; i < content.limit(); i++) {
      if (content.get(i) == '\n') {
        lines.add(decode(slice(content, from, i), lines.size() + 1));
        from = i + 1;
      }
    }
    if (lines.isEmpty() || !(lines.get(0).data() instanceof ClusterSnapshot queue)) {
      throw damaged(1, "it does not begin with a snapshot of the queue", null);
    }
    List<String> ended = new ArrayList<>();
    List<EventData> events = new ArrayList<>();
    for (GnomonEvent event : lines.subList(1, lines.size())) {
      if (!event.envelope().hasSequence() && event.data() instanceof JobFinished job) {
        ended.add(job.job());
      } else {
        events.add(event.data());
      }
    }
    long lastSequence = Math.max(0, queue.reflectsSequence());
    return new Content(new QueueTracker(queue, ended), lastSequence, List.copyOf(events));
  }

  private byte[] readAll() throws IOException {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new StorageException("read", file, e);
    }
  }

  private static byte[] slice(ByteBuffer content, int from, int to) {
    byte[] line = new byte[to - from];
    content.get(from, line);
    return line;
  }

  private GnomonEvent decode(byte[] line, int number) throws IOException {
    try {
      return codec.decode(line);
    } catch (InvalidEventException e) {
      throw damaged(number, new String(line, StandardCharsets.UTF_8), e);
    }
  }

  private IOException damaged(int line, String what, @Nullable Throwable cause) {
    return new IOException(
        "%s is damaged in line %d: %s. Move the file away to start with a new snapshot"
            .formatted(file, line, what.substring(0, Math.min(200, what.length()))),
        cause);
  }
}

package io.gnomon.bridge.slurm.read;

import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobOutcome;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the queue as it was last told on disk, with the events of the last step, so that a bridge
 * that was killed while it told them goes on with the first that is not on the topic.
 *
 * <p>A line each, as events: the queue; a job that has ended and is remembered by Slurm, without a
 * number; an event of the last step, with its number. It is replaced as a whole.
 */
public final class TrackerFile {
  private final Path file;
  private final String cluster;
  private final EventCodec codec = new EventCodec();

  /** A file, which need not exist. */
  public TrackerFile(Path file, String cluster) {
    this.file = file;
    this.cluster = cluster;
  }

  /**
   * What was kept.
   *
   * @param tracker that has told everything, the step included
   * @param lastSequence the number of the last event before the step
   * @param step the events of the last step
   */
  public record Kept(QueueTracker tracker, long lastSequence, List<EventData> step) {
    /** What of the step is not among the first {@code written} events of the cluster. */
    public List<EventData> untold(long written) {
      long told = Math.max(0, written - lastSequence);
      return told >= step.size() ? List.of() : step.subList((int) told, step.size());
    }
  }

  /** Keeps a tracker that has advanced by {@code step}; it is safe once this returns. */
  public void write(QueueTracker tracker, long lastSequence, List<EventData> step)
      throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    try (FileChannel channel =
            FileChannel.open(
                next,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE);
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16)) {
      line(out, lastSequence, tracker.snapshot(lastSequence, null));
      for (String job : tracker.ended()) {
        line(out, EventData.NONE, new JobFinished(job, tracker.clock(), JobOutcome.UNKNOWN));
      }
      long number = lastSequence;
      for (EventData event : step) {
        number++;
        line(out, number, event);
      }
      out.flush();
      channel.force(true);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private void line(OutputStream out, long number, EventData data) throws IOException {
    out.write(
        codec
            .encodeStructured(GnomonEvent.of(cluster, cluster + "-" + number, number, null, data))
            .value());
    out.write('\n');
  }

  /**
   * What was kept, or where there is none a tracker that has told nothing.
   *
   * @throws IOException where the file cannot be read or is damaged
   */
  public Kept read() throws IOException {
    if (!Files.exists(file)) {
      return new Kept(new QueueTracker(), 0, List.of());
    }
    List<GnomonEvent> lines = new ArrayList<>();
    ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(file));
    int from = 0;
    for (int i = 0; i < content.limit(); i++) {
      if (content.get(i) == '\n') {
        lines.add(decode(slice(content, from, i), lines.size() + 1));
        from = i + 1;
      }
    }
    if (lines.isEmpty() || !(lines.get(0).data() instanceof ClusterSnapshot told)) {
      throw damaged(1, "it does not begin with a queue", null);
    }
    List<String> ended = new ArrayList<>();
    List<EventData> step = new ArrayList<>();
    for (GnomonEvent event : lines.subList(1, lines.size())) {
      if (!event.envelope().hasSequence() && event.data() instanceof JobFinished job) {
        ended.add(job.job());
      } else {
        step.add(event.data());
      }
    }
    long lastSequence = Math.max(0, told.reflectsSequence());
    return new Kept(new QueueTracker(told, ended), lastSequence, List.copyOf(step));
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

  private IOException damaged(
      int line, String what, @org.jspecify.annotations.Nullable Throwable cause) {
    return new IOException(
        "%s is damaged in line %d: %s. Move it away to begin with a new snapshot"
            .formatted(file, line, what.substring(0, Math.min(200, what.length()))),
        cause);
  }
}

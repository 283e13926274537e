package io.gnomon.controller.replay;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.cluster.ControlSettings;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.codec.EventCodec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * What was recorded of a cluster as files, a record a line, as Kafka's console consumer and kcat
 * write them: the offset, a tab and the structured event; a line without an offset has its number,
 * counted from 0. Files whose names end in {@code .gz} are unpacked.
 *
 * @param events one partition of the topic of events
 * @param decisions the topic of decisions; offsets do not matter
 */
public record FileRecording(Path events, Path decisions) implements Recording {
  private static final Pattern LINE =
      Pattern.compile(
          "(?:(?:CreateTime|Partition):\\S+\\t)*(?:(?:Offset:)?([0-9]{1,18})\\t)?(\\{.*)");

  @Override
  public Audit audit(String cluster) throws IOException {
    Audit audit = new Audit(cluster, decisions.toString());
    read(decisions, (offset, event) -> audit.add(event));
    return audit;
  }

  @Override
  public CheckpointFormat.@Nullable Restored before(
      String cluster, long offset, ControlSettings settings) {
    return null;
  }

  @Override
  public void events(String cluster, long from, long to, Events each) throws IOException {
    requireEvent(cluster, to);
    read(
        events,
        (offset, event) -> {
          if (offset >= from && offset <= to && event.cluster().equals(cluster)) {
            each.take(offset, event);
          }
        });
  }

  /** Before hours are simulated for nothing. */
  private void requireEvent(String cluster, long at) throws IOException {
    boolean[] there = {false};
    long undecoded =
        read(
            events, (offset, event) -> there[0] |= offset == at && event.cluster().equals(cluster));
    if (!there[0]) {
      throw new IOException(
          events
              + " has no event of '"
              + cluster
              + "' at offset "
              + at
              + "; is it the cluster's partition, with offsets (%o), structured? Lines that could"
              + " not be decoded: "
              + undecoded);
    }
  }

  /** Hands over the events of a file; how many lines are none. */
  private static long read(Path file, Events each) throws IOException {
    EventCodec codec = new EventCodec();
    long undecoded = 0;
    try (BufferedReader lines = open(file)) {
      long number = 0;
      for (String line = next(file, lines); line != null; line = next(file, lines), number++) {
        if (line.isBlank()) {
          continue;
        }
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
          throw new IOException(
              file
                  + ", line "
                  + (number + 1)
                  + ": neither an event nor an offset, a tab and an event: "
                  + line.substring(0, Math.min(60, line.length())));
        }
        String offset = parts.group(1);
        GnomonEvent event = decoded(codec, parts.group(2));
        if (event == null) {
          undecoded++;
        } else {
          each.take(offset == null ? number : Long.parseLong(offset), event);
        }
      }
    }
    return undecoded;
  }

  private static @Nullable String next(Path file, BufferedReader lines) throws IOException {
    try {
      return lines.readLine();
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static @Nullable GnomonEvent decoded(EventCodec codec, String json) {
    try {
      return codec.decode(json.getBytes(StandardCharsets.UTF_8));
    } catch (InvalidEventException noEvent) {
      // the controller has rejected it, too, or it is in binary mode, of which a file has no
      // headers
      return null;
    }
  }

  private static BufferedReader open(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    boolean packed = file.toString().endsWith(".gz");
    try {
      return new BufferedReader(
          new InputStreamReader(packed ? new GZIPInputStream(in) : in, StandardCharsets.UTF_8));
    } catch (IOException e) {
      in.close();
      throw unreadable(file, e);
    }
  }

  /** What the stream says does not name the file. */
  private static IOException unreadable(Path file, IOException cause) {
    return new IOException(file + " cannot be read: " + cause.getMessage(), cause);
  }
}

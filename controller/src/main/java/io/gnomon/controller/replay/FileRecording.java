package io.gnomon.controller.replay;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.events.EventData;
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
 * A recording in files, as written by Kafka's console consumer or kcat. Each line has the offset, a
 * tab and the structured event; {@code CreateTime:} or {@code LogAppendTime:} with the timestamp of
 * the record and a tab may precede them. If a line has no offset, its offset is the line number,
 * counted from 0. Files whose names end in {@code .gz} are decompressed.
 *
 * @param events the records of one partition of the events topic
 * @param decisions the records of the decisions topic; their offsets are ignored
 */
public record FileRecording(Path events, Path decisions) implements Recording {
  private static final Pattern LINE =
      Pattern.compile(
          "(?:(?:CreateTime|LogAppendTime):([0-9]{1,18})\\t)?(?:Partition:\\S+\\t)?"
              + "(?:(?:Offset:)?([0-9]{1,18})\\t)?(\\{.*)");

  @Override
  public Audit audit(String cluster) throws IOException {
    Audit audit = new Audit(cluster, decisions.toString());
    read(decisions, (offset, timestamp, event) -> audit.add(event));
    return audit;
  }

  @Override
  public CheckpointFormat.@Nullable Restored before(DecisionId decision, ControlSettings settings) {
    return null;
  }

  @Override
  public void events(String cluster, long from, long to, Events each) throws IOException {
    requireEvent(cluster, to);
    read(
        events,
        (offset, timestamp, event) -> {
          if (offset >= from && offset <= to && event.cluster().equals(cluster)) {
            each.take(offset, timestamp, event);
          }
        });
  }

  /** Fails early if the event of the decision is missing. */
  private void requireEvent(String cluster, long at) throws IOException {
    boolean[] found = {false};
    long undecoded =
        read(
            events,
            (offset, timestamp, event) ->
                found[0] |= offset == at && event.cluster().equals(cluster));
    if (!found[0]) {
      throw new IOException(
          events
              + " has no event of '"
              + cluster
              + "' at offset "
              + at
              + "; the file must contain the cluster's partition, with offsets (%o) and structured"
              + " events. Lines that could not be decoded: "
              + undecoded);
    }
  }

  /** Reads the events of a file and returns the number of lines that are not valid events. */
  private static long read(Path file, Events each) throws IOException {
    EventCodec codec = EventCodec.jobByJob();
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
                  + ": the line must be an event, or an offset, a tab and an event; it is: "
                  + line.substring(0, Math.min(60, line.length())));
        }
        String timestamp = parts.group(1);
        String offset = parts.group(2);
        GnomonEvent event = decoded(codec, parts.group(3));
        if (event == null) {
          undecoded++;
        } else {
          each.take(
              offset == null ? number : Long.parseLong(offset),
              timestamp == null ? EventData.NONE : Long.parseLong(timestamp),
              event);
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
      // the controller rejected it too, or it is in binary mode, whose headers a file lacks
      return null;
    }
  }

  private static BufferedReader open(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    boolean compressed = file.toString().endsWith(".gz");
    try {
      return new BufferedReader(
          new InputStreamReader(compressed ? new GZIPInputStream(in) : in, StandardCharsets.UTF_8));
    } catch (IOException e) {
      in.close();
      throw unreadable(file, e);
    }
  }

  /** Returns an exception that names the file, which the stream's message does not. */
  private static IOException unreadable(Path file, IOException cause) {
    return new IOException(file + " cannot be read: " + cause.getMessage(), cause);
  }
}

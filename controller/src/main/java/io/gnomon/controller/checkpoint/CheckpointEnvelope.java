package io.gnomon.controller.checkpoint;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.CBORGenerator;
import com.fasterxml.jackson.dataformat.cbor.CBORParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * The outer map of a checkpoint, in CBOR: {@code format}, {@code version}, {@code nextOffset},
 * {@code topicId}, {@code crc32} and {@code content}. The content is an embedded CBOR map (tag 24).
 * The checksum covers the offset and the content.
 *
 * @param version of the envelope; sections in the content have their own versions
 * @param nextOffset the offset of the first record that the checkpoint does not contain
 * @param topicId the id of the events topic that the offset refers to; empty if it is not known
 */
record CheckpointEnvelope(
    int version, long nextOffset, String topicId, long crc32, byte[] content) {
  private static final String FORMAT = "gnomon-checkpoint";
  private static final int VERSION = 10;
  private static final int EMBEDDED = 24;
  private static final String ADVICE =
      ". Run the version that wrote it, or delete the cluster's checkpoint as docs/upgrade.md"
          + " describes";
  private static final CBORFactory FACTORY = new CBORFactory();

  /** Returns the envelope of a content that is written now. */
  static CheckpointEnvelope of(long nextOffset, String topicId, byte[] content) {
    return new CheckpointEnvelope(
        VERSION, nextOffset, topicId, checksum(nextOffset, content), content);
  }

  byte[] encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(content.length + 128);
    try (CBORGenerator out = FACTORY.createGenerator(bytes)) {
      out.writeStartObject();
      out.writeStringField("format", FORMAT);
      out.writeNumberField("version", version);
      out.writeNumberField("nextOffset", nextOffset);
      if (!topicId.isEmpty()) {
        out.writeStringField("topicId", topicId);
      }
      out.writeNumberField("crc32", crc32);
      out.writeFieldName("content");
      out.writeTag(EMBEDDED);
      out.writeBinary(content);
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot encode a checkpoint", e);
    }
    return bytes.toByteArray();
  }

  /** Whether {@link #decode} accepts the bytes. */
  static boolean readable(byte[] bytes) {
    try {
      decode(bytes);
      return true;
    } catch (IllegalArgumentException unreadable) {
      return false;
    }
  }

  /**
   * Decodes an envelope and verifies its checksum.
   *
   * @throws IllegalArgumentException if the bytes are another format or version, or are damaged
   */
  static CheckpointEnvelope decode(byte[] bytes) {
    String format = "unknown";
    int version = -1;
    long nextOffset = -1;
    String topicId = "";
    long crc32 = -1;
    byte[] content = {};
    try (CBORParser in = FACTORY.createParser(bytes)) {
      if (in.nextToken() == JsonToken.START_OBJECT) {
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
          in.nextToken();
          switch (name) {
            case "format" -> format = in.getText();
            case "version" -> version = in.getIntValue();
            case "nextOffset" -> nextOffset = in.getLongValue();
            case "topicId" -> topicId = in.getText();
            case "crc32" -> crc32 = in.getLongValue();
            case "content" -> content = in.getBinaryValue();
            default -> in.skipChildren();
          }
        }
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "a checkpoint of " + bytes.length + " bytes cannot be read: " + e.getMessage() + ADVICE,
          e);
    }
    if (!format.equals(FORMAT) || version > VERSION || version < 0) {
      throw new IllegalArgumentException(
          "a checkpoint of format '"
              + format
              + "' and version "
              + version
              + " cannot be read; this version of Gnomon reads format '"
              + FORMAT
              + "' up to version "
              + VERSION
              + ADVICE);
    }
    if (crc32 != checksum(nextOffset, content)) {
      throw new IllegalArgumentException(
          "a checkpoint of " + bytes.length + " bytes is damaged: its checksum is wrong" + ADVICE);
    }
    return new CheckpointEnvelope(version, nextOffset, topicId, crc32, content);
  }

  private static long checksum(long nextOffset, byte[] content) {
    CRC32 crc = new CRC32();
    crc.update(ByteBuffer.allocate(Long.BYTES).putLong(nextOffset).array());
    crc.update(content);
    return crc.getValue();
  }
}

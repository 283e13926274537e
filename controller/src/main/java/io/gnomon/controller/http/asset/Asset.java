package io.gnomon.controller.http.asset;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;

/**
 * A file as it is sent.
 *
 * @param type the content type
 * @param etag the entity tag, with quotes
 * @param plain the content
 * @param gzipped the content, compressed
 */
record Asset(String type, String etag, Buffer plain, Buffer gzipped) {
  private static final int TAG_BYTES = 16;

  static Asset of(String path, byte[] content) {
    String tag = "\"" + HexFormat.of().formatHex(digest(content), 0, TAG_BYTES) + "\"";
    return new Asset(typeOf(path), tag, Buffer.buffer(content), Buffer.buffer(gzip(content)));
  }

  static byte[] digest(byte[] content) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(content);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }

  private static String typeOf(String path) {
    String ending = path.substring(path.lastIndexOf('.') + 1);
    return switch (ending) {
      case "html" -> "text/html; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      case "js" -> "text/javascript; charset=utf-8";
      default -> throw new IllegalArgumentException("no content type for " + path);
    };
  }

  private static byte[] gzip(byte[] content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
      zip.write(content);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }
}

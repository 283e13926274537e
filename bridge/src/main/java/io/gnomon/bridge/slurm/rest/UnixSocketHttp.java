package io.gnomon.bridge.slurm.rest;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One HTTP request over a Unix socket, which the JDK's client does not support. slurmrestd sends
 * the length of a body or closes the connection after it, and never sends chunks.
 */
final class UnixSocketHttp {
  private static final int MAX_HEAD_BYTES = 1 << 14;
  private static final Pattern STATUS =
      Pattern.compile("HTTP/1\\.[01] (\\d{3})\\b.*", Pattern.DOTALL);
  private static final Pattern LENGTH = Pattern.compile("(?im)^Content-Length: *(\\d{1,18})\\s*$");

  private UnixSocketHttp() {}

  /**
   * Sends a request and reads the head of the answer. An interrupt closes the connection.
   *
   * @param token value of the header; empty for none
   * @throws IOException if the connection fails or the answer is not HTTP
   */
  static RestClient.Answer get(Path socket, String path, String header, String token)
      throws IOException {
    SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
    try {
      String request =
          "GET /%s HTTP/1.1\r\nHost: localhost\r\nConnection: Close\r\n%s\r\n"
              .formatted(path, token.isEmpty() ? "" : header + ": " + token + "\r\n");
      ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      InputStream answer = new BufferedInputStream(Channels.newInputStream(channel));
      String head = head(answer);
      Matcher status = STATUS.matcher(head);
      if (!status.matches()) {
        throw new IOException(socket + " does not answer with HTTP");
      }
      Matcher length = LENGTH.matcher(head);
      long bodyBytes = length.find() ? Long.parseLong(length.group(1)) : Long.MAX_VALUE;
      return new RestClient.Answer(Integer.parseInt(status.group(1)), new Body(answer, bodyBytes));
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static String head(InputStream answer) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int newLines = 0;
    while (newLines < 2) {
      int next = answer.read();
      if (next < 0 || head.size() == MAX_HEAD_BYTES) {
        throw new IOException(
            "the answer has no end of its headers within %d bytes".formatted(head.size()));
      }
      head.write(next);
      newLines = next == '\n' ? newLines + 1 : next == '\r' ? newLines : 0;
    }
    return head.toString(StandardCharsets.ISO_8859_1);
  }

  /** The rest of a stream, at most a number of bytes. */
  private static final class Body extends FilterInputStream {
    private long left;

    Body(InputStream answer, long length) {
      super(answer);
      left = length;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
      if (left == 0) {
        return -1;
      }
      int count = super.read(to, offset, (int) Math.min(length, left));
      if (count < 0 && left != Long.MAX_VALUE) {
        throw new IOException(
            "the connection ended %d bytes before the answer did".formatted(left));
      }
      left -= left == Long.MAX_VALUE ? 0 : Math.max(0, count);
      return count;
    }
  }
}

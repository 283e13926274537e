package io.gnomon.controller.http.replica;

import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.Map;

/**
 * An answer to a request, of this replica or of another.
 *
 * @param status the HTTP status
 * @param headers by name in lower case
 * @param body of the answer
 */
public record Answer(int status, Map<String, String> headers, Buffer body) {
  /** Copies the headers. */
  public Answer {
    headers = Map.copyOf(headers);
  }

  /** The same with another header. */
  public Answer with(String name, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(name, value);
    return new Answer(status, more, body);
  }
}

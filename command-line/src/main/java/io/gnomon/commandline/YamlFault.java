package io.gnomon.commandline;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;

/** Describes why a file is not YAML, without its text, which may be a secret. */
public final class YamlFault {
  private YamlFault() {}

  /** {@code see line LINE, column COLUMN}, or the limit of the parser, such as of depth. */
  public static String of(JsonProcessingException fault) {
    JsonLocation place = fault.getLocation();
    return place == null
        ? fault.getOriginalMessage()
        : "see line %d, column %d".formatted(place.getLineNr(), place.getColumnNr());
  }
}

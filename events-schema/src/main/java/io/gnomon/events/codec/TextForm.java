package io.gnomon.events.codec;

import io.gnomon.events.codec.InvalidEventException.Reason;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A text that is not empty and not too long, and may have to have a form.
 *
 * @param most the greatest length, in characters
 * @param pattern what it must match as a whole, or null
 */
record TextForm(int most, @Nullable Pattern pattern) implements Form<String> {
  /** Names and ids. */
  static final TextForm NAME = new TextForm(255, null);

  /** Sentences and policies. */
  static final TextForm LONG = new TextForm(4096, null);

  @Override
  public String read(JsonScanner in) {
    return checked(in.nextText());
  }

  String checked(String text) {
    int length = text.length();
    if (length == 0 || (length > most && text.codePointCount(0, length) > most)) {
      throw Form.refused(
          Reason.OUT_OF_RANGE, "a text of length " + length, "a text of length 1 to " + most);
    }
    if (pattern != null && !pattern.matcher(text).matches()) {
      throw Form.refused(Reason.NOT_ALLOWED, "'" + text + "'", "a text that matches " + pattern);
    }
    return text;
  }

  @Override
  public void write(String value, JsonWriter out) {
    out.text(value);
  }
}

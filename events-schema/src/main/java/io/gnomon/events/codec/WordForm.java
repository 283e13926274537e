package io.gnomon.events.codec;

import io.gnomon.events.Word;
import io.gnomon.events.codec.InvalidEventException.Reason;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import io.gnomon.events.json.NameTable;
import java.util.Arrays;
import java.util.List;

/** One word of a closed list. */
final class WordForm<V extends Enum<V> & Word> implements Form<V> {
  private final V[] constants;
  private final NameTable words;

  WordForm(Class<V> type) {
    constants = type.getEnumConstants();
    words = new NameTable(Arrays.stream(constants).map(Word::word).toList());
  }

  List<String> words() {
    return words.names();
  }

  @Override
  public V read(JsonScanner in) {
    int index = in.nextText(words);
    if (index < 0) {
      throw Form.refused(
          Reason.NOT_ALLOWED,
          "'" + in.lastText() + "'",
          "one of " + String.join(", ", words.names()));
    }
    return constants[index];
  }

  @Override
  public void write(V value, JsonWriter out) {
    out.text(value.word());
  }
}

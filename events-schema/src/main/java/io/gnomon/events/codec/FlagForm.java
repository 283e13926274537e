package io.gnomon.events.codec;

import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;

/** True or false. */
enum FlagForm implements Form<Boolean> {
  FLAG;

  @Override
  public Boolean read(JsonScanner in) {
    return in.nextFlag();
  }

  @Override
  public void write(Boolean value, JsonWriter out) {
    out.flag(value);
  }
}

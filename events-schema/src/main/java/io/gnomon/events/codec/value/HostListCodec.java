package io.gnomon.events.codec.value;

import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import io.gnomon.events.machine.HostList;

/** The codec of the names of nodes. */
public enum HostListCodec implements ValueCodec<HostList> {
  /** The only instance. */
  HOST_LIST;

  @Override
  public HostList read(JsonScanner in) {
    return HostList.of(in.nextString());
  }

  @Override
  public void write(HostList value, JsonWriter out) {
    out.string(value.toString());
  }

  @Override
  public HostList fit(HostList value, Repairs repairs) {
    return value;
  }
}

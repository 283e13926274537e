package io.gnomon.events.codec.value;

import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.json.JsonScanner;
import io.gnomon.events.json.JsonWriter;
import io.gnomon.slurm.value.HostList;
import io.gnomon.slurm.value.InvalidHostListException;
import java.lang.reflect.Type;

/** The codec of the names of nodes. */
public enum HostListCodec implements ValueCodec<HostList> {
  /** The only instance. */
  HOST_LIST;

  @Override
  public boolean isFor(Type component) {
    return component == HostList.class;
  }

  @Override
  public HostList read(JsonScanner in) {
    try {
      return HostList.of(in.nextString());
    } catch (InvalidHostListException wrong) {
      Reason reason = wrong.isOutOfRange() ? Reason.OUT_OF_RANGE : Reason.NOT_ALLOWED;
      throw new InvalidEventException(reason, "", wrong.found(), wrong.allowed());
    }
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

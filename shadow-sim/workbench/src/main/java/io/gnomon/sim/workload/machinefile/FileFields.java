package io.gnomon.sim.workload.machinefile;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.gnomon.sim.machine.InvalidMachineException;
import io.gnomon.sim.machine.Machine;
import io.gnomon.slurm.value.HostList;
import io.gnomon.slurm.value.InvalidHostListException;
import io.gnomon.text.Suggestions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The fields of one object of the file, read by name; errors name the field by its path. */
final class FileFields {
  private final String path;
  private final JsonPointer pointer;
  private final JsonNode object;

  /**
   * The whole file; checks the names of its fields.
   *
   * @param allowed names
   */
  FileFields(JsonNode file, Set<String> allowed) {
    this("", JsonPointer.empty(), file, allowed);
  }

  private FileFields(String path, JsonPointer pointer, JsonNode object, Set<String> allowed) {
    this.path = path;
    this.pointer = pointer;
    this.object = object;
    if (!object.isObject()) {
      throw wrong(path.isEmpty() ? "the file" : path, pointer, object, "fields with names");
    }
    object
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!allowed.contains(name)) {
                throw new WrongField(
                    pointer.appendProperty(name),
                    "unknown field '%s'; allowed are %s.%s"
                        .formatted(
                            at(name),
                            String.join(", ", allowed),
                            Suggestions.didYouMean(name, List.copyOf(allowed))));
              }
            });
  }

  private String at(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private WrongField wrong(String name, String allowed) {
    return wrong(at(name), pointer.appendProperty(name), value(name), allowed);
  }

  private static WrongField wrong(String where, JsonPointer field, JsonNode value, String allowed) {
    String shown = value.isMissingNode() ? "missing" : "'" + shortened(value.toString()) + "'";
    return new WrongField(field, where + " is " + shown + "; allowed: " + allowed);
  }

  private static String shortened(String text) {
    String plain = text.startsWith("\"") ? text.substring(1, text.length() - 1) : text;
    return plain.length() > 60 ? plain.substring(0, 60) + "…" : plain;
  }

  private JsonNode value(String name) {
    JsonNode value = object.path(name);
    return value.isNull() ? MissingNode.getInstance() : value;
  }

  boolean has(String name) {
    return !value(name).isMissingNode();
  }

  /** A text that must be present. */
  String text(String name) {
    JsonNode value = value(name);
    if (!value.isValueNode() || value.asText().isBlank()) {
      throw wrong(name, "a text that is not empty");
    }
    return value.asText();
  }

  /** One of some words. */
  String word(String name, List<String> allowed) {
    JsonNode value = value(name);
    if (value.isMissingNode()) {
      return allowed.get(0);
    }
    if (!allowed.contains(value.asText())) {
      throw wrong(name, String.join(", ", allowed));
    }
    return value.asText();
  }

  boolean flag(String name, boolean absent) {
    JsonNode value = value(name);
    if (!value.isMissingNode() && !value.isBoolean()) {
      throw wrong(name, "true, false");
    }
    return value.asBoolean(absent);
  }

  int number(String name, int least, int absent) {
    JsonNode value = value(name);
    return value.isMissingNode()
        ? absent
        : whole(at(name), pointer.appendProperty(name), value, least);
  }

  /** A number that must be present. */
  int number(String name, int least) {
    return whole(at(name), pointer.appendProperty(name), value(name), least);
  }

  private static int whole(String where, JsonPointer field, JsonNode value, int least) {
    if (!value.isInt() || value.asInt() < least) {
      throw wrong(where, field, value, "whole numbers from " + least + " on");
    }
    return value.asInt();
  }

  /** Numbers by name. */
  Map<String, Integer> counts(String name) {
    JsonNode value = value(name);
    Map<String, Integer> counts = new LinkedHashMap<>();
    if (!value.isMissingNode() && !value.isObject()) {
      throw wrong(name, "numbers by type, such as {v100: 2}");
    }
    value
        .properties()
        .forEach(
            entry ->
                counts.put(
                    entry.getKey(),
                    whole(
                        at(name) + "." + entry.getKey(),
                        pointer.appendProperty(name).appendProperty(entry.getKey()),
                        entry.getValue(),
                        1)));
    return counts;
  }

  List<String> texts(String name) {
    JsonNode value = value(name);
    List<String> texts = new ArrayList<>();
    if (!value.isMissingNode() && !value.isArray()) {
      throw wrong(name, "a list such as [IB, OPA]");
    }
    for (JsonNode one : value) {
      if (!one.isValueNode()) {
        throw wrong(name, "a list such as [IB, OPA]");
      }
      texts.add(one.asText());
    }
    return texts;
  }

  /** The nodes of a host list that must be present. */
  List<String> hosts(String name) {
    String list = text(name);
    try {
      return HostList.expand(list);
    } catch (InvalidHostListException wrong) {
      throw located(pointer.appendProperty(name), wrong);
    }
  }

  /** Some nodes of the machine, by a host list that must be present. */
  List<String> hosts(String name, Machine.Builder machine) {
    try {
      return machine.names(text(name));
    } catch (InvalidMachineException | InvalidHostListException unknown) {
      throw (WrongField)
          wrong(name, "nodes of the file; it " + unknown.getMessage()).initCause(unknown);
    }
  }

  /** Reads the objects of a list; an error in one names its place. */
  void each(String name, Set<String> allowed, Consumer<FileFields> action) {
    JsonNode list = value(name);
    if (!list.isMissingNode() && !list.isArray()) {
      throw wrong(name, "a list");
    }
    for (int i = 0; i < list.size(); i++) {
      FileFields fields =
          new FileFields(
              at(name) + "[" + i + "]",
              pointer.appendProperty(name).appendIndex(i),
              list.get(i),
              allowed);
      fields.checked(action);
    }
  }

  /** Adds the path to errors of the machine's own checks. */
  private void checked(Consumer<FileFields> action) {
    try {
      action.accept(this);
    } catch (InvalidMachineException | InvalidHostListException wrong) {
      throw located(pointer, wrong);
    }
  }

  private WrongField located(JsonPointer field, IllegalArgumentException wrong) {
    WrongField located = new WrongField(field, path + ": " + wrong.getMessage());
    located.initCause(wrong);
    return located;
  }

  /** The object in a field; without fields if it is absent. */
  FileFields object(String name, Set<String> allowed) {
    JsonNode value = value(name);
    return new FileFields(
        at(name),
        pointer.appendProperty(name),
        value.isMissingNode() ? JsonNodeFactory.instance.objectNode() : value,
        allowed);
  }
}

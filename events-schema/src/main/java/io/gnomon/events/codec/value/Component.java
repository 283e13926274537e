package io.gnomon.events.codec.value;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A component of a public record, or of a record that is a component of it.
 *
 * @param type its generic type
 * @param accessor returns its value, given the record
 */
record Component(String name, Type type, MethodHandle accessor) {
  /** Returns the components of a record in their order. */
  static List<Component> of(Class<?> type) {
    List<Component> components = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      try {
        MethodHandle accessor = MethodHandles.publicLookup().unreflect(component.getAccessor());
        components.add(new Component(component.getName(), component.getGenericType(), accessor));
      } catch (IllegalAccessException notPublic) {
        throw notPublic(type, notPublic);
      }
    }
    return components;
  }

  /** Returns the canonical constructor of a record. */
  static MethodHandle constructor(Class<?> type) {
    Class<?>[] types =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      return MethodHandles.publicLookup()
          .findConstructor(type, MethodType.methodType(void.class, types));
    } catch (ReflectiveOperationException notPublic) {
      throw notPublic(type, notPublic);
    }
  }

  private static IllegalArgumentException notPublic(Class<?> type, Exception cause) {
    return new IllegalArgumentException(
        type + " cannot be used; it must be a public record with a public constructor", cause);
  }

  Class<?> rawType() {
    return accessor.type().returnType();
  }

  /** Returns the same component under another name. */
  Component renamed(String other) {
    return new Component(other, type, accessor);
  }

  /** Returns the components of this record, seen from the record that it is a component of. */
  List<Component> inner() {
    return of(rawType()).stream()
        .map(
            inner ->
                new Component(
                    inner.name,
                    inner.type,
                    MethodHandles.filterReturnValue(accessor, inner.accessor)))
        .toList();
  }

  /** Calls a constructor or an accessor that has been adapted to take and return an object. */
  static @Nullable Object call(MethodHandle function, Object argument) {
    try {
      return (Object) function.invokeExact(argument);
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable checked) {
      throw new IllegalStateException("a record threw a checked exception", checked);
    }
  }
}

package io.gnomon.events.codec;

import io.gnomon.slurm.value.HostList;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** Makes records whose components have any value of their Java types, valid or not. */
final class ArbitraryRecords {
  private final Random random;

  ArbitraryRecords(long seed) {
    random = new Random(seed);
  }

  /** A record of this type, whose constructor may refuse some values. */
  <T> T of(Class<T> type) {
    for (int attempt = 0; attempt < 1000; attempt++) {
      try {
        return type.cast(value(type));
      } catch (IllegalArgumentException refused) {
        continue; // by a constructor
      }
    }
    throw new IllegalStateException("no constructor call of " + type + " succeeds");
  }

  private Object value(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      return generic.getRawType() == Map.class
          ? map(arguments[1])
          : generic.getRawType() == Set.class
              ? new LinkedHashSet<>(list(arguments[0]))
              : list(arguments[0]);
    }
    Class<?> plain = (Class<?>) type;
    if (plain == String.class) {
      return text();
    }
    if (plain == int.class || plain == Integer.class) {
      return (int) number();
    }
    if (plain == long.class || plain == Long.class) {
      return number();
    }
    if (plain == double.class || plain == Double.class) {
      double[] odd = {Double.NaN, Double.NEGATIVE_INFINITY, Double.MAX_VALUE, -1, 0, 0.5};
      return odd[random.nextInt(odd.length)];
    }
    if (plain == boolean.class || plain == Boolean.class) {
      return random.nextBoolean();
    }
    if (plain == HostList.class) {
      return HostList.of("n[1-" + (1 + random.nextInt(9)) + "]");
    }
    if (plain.isEnum()) {
      Object[] constants = plain.getEnumConstants();
      return constants[random.nextInt(constants.length)];
    }
    return record(plain);
  }

  private Object record(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      boolean absent = components[i].getAnnotatedType().getAnnotations().length > 0;
      values[i] = absent && random.nextBoolean() ? null : value(components[i].getGenericType());
      if (components[i].getName().equals("defaultQos")) {
        values[i] = ""; // which events do not carry
      }
    }
    try {
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new);
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      return constructor.newInstance(values);
    } catch (InvocationTargetException refused) {
      throw new IllegalArgumentException(refused.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<Object> list(Type element) {
    List<Object> list = new ArrayList<>();
    boolean isText = element == String.class || element == Integer.class;
    int size = isText && random.nextInt(10) == 0 ? 5000 : random.nextInt(4);
    boolean isLong = size > 3;
    for (int i = 0; i < size; i++) {
      // a long list of long texts takes long to make and shows nothing more
      list.add(isLong && element == String.class && i > 3 ? "e" + i : value(element));
    }
    return list;
  }

  private Map<String, Object> map(Type element) {
    Map<String, Object> map = new TreeMap<>();
    int size = random.nextInt(10) == 0 ? 70 : random.nextInt(4);
    for (int i = 0; i < size; i++) {
      map.put(random.nextInt(4) == 0 ? text() : "k" + i, value(element));
    }
    return map;
  }

  private long number() {
    long[] odd = {
      -1,
      0,
      1,
      2,
      100,
      Integer.MAX_VALUE,
      Integer.MIN_VALUE,
      Long.MAX_VALUE,
      Long.MIN_VALUE,
      1_700_000_000L,
      253_402_300_800L,
      1L << 53
    };
    return random.nextInt(8) == 0 ? random.nextLong() : odd[random.nextInt(odd.length)];
  }

  private String text() {
    int[] lengths = {0, 1, 5, 8, 255, 256, 300, 4096, 5000};
    int length = lengths[random.nextInt(lengths.length)];
    StringBuilder text = new StringBuilder();
    boolean plain = random.nextBoolean();
    while (text.length() < length) {
      int point = plain ? 'a' + random.nextInt(26) : random.nextInt(Character.MAX_CODE_POINT + 1);
      text.appendCodePoint(random.nextBoolean() && !plain ? random.nextInt(0x100) : point);
    }
    return text.toString();
  }
}

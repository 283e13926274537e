package io.gnomon.events.json;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** Prints a value as JSON in one of the many ways that RFC 8259 allows, chosen by a seed. */
final class Printer {
  private static final List<String> SPACES = List.of("", "", "", " ", "\n\t", "\r\n  ");
  private final Random random;
  private final StringBuilder out = new StringBuilder();

  private Printer(long seed) {
    random = new Random(seed);
  }

  static String print(Object value, long seed) {
    Printer printer = new Printer(seed);
    printer.value(value);
    return printer.out.toString();
  }

  private void value(Object value) {
    space();
    if (value instanceof Map<?, ?> map) {
      String separator = "{";
      for (Map.Entry<?, ?> field : map.entrySet()) {
        out.append(separator);
        space();
        text((String) field.getKey());
        space();
        out.append(':');
        value(field.getValue());
        separator = ",";
      }
      out.append(map.isEmpty() ? "{" : "");
      space();
      out.append('}');
    } else if (value instanceof List<?> list) {
      String separator = "[";
      for (Object element : list) {
        out.append(separator);
        value(element);
        separator = ",";
      }
      out.append(list.isEmpty() ? "[" : "");
      space();
      out.append(']');
    } else if (value instanceof String text) {
      text(text);
    } else if (value instanceof Double number) {
      number(number);
    } else {
      out.append(value == Trees.NULL ? "null" : value);
    }
    space();
  }

  private void number(double number) {
    String text = Double.toString(number);
    if (text.endsWith(".0") && random.nextBoolean()) {
      text = text.substring(0, text.length() - 2);
    }
    out.append(random.nextBoolean() ? text.toLowerCase(Locale.ROOT) : text);
  }

  private void text(String text) {
    out.append('"');
    boolean pairs = random.nextBoolean();
    for (char c : text.toCharArray()) {
      int named = "\"\\/\b\f\n\r\t".indexOf(c);
      boolean must = c < ' ' || c == '"' || c == '\\';
      if (named >= 0 && (must || random.nextBoolean()) && random.nextBoolean()) {
        out.append('\\').append("\"\\/bfnrt".charAt(named));
      } else if (must || (Character.isSurrogate(c) ? pairs : random.nextInt(8) == 0)) {
        escape(c);
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }

  private void escape(char c) {
    String hex = String.format("%04x", (int) c);
    out.append("\\u").append(random.nextBoolean() ? hex : hex.toUpperCase(Locale.ROOT));
  }

  private void space() {
    out.append(SPACES.get(random.nextInt(SPACES.size())));
  }
}

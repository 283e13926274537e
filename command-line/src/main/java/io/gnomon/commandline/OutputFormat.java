package io.gnomon.commandline;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Format of a report: the values of {@code --format}. */
public enum OutputFormat {
  /** A table or text for people. */
  TABLE,
  /** JSON for programs. */
  JSON,
  /** CSV for spreadsheets. */
  CSV;

  /** Converts and completes {@code table} and {@code json}, for reports without a CSV form. */
  public static final class TableOrJson extends ForPeopleOrJson {
    TableOrJson() {
      super("table");
    }
  }

  /** Converts and completes {@code text} and {@code json}, for reports that are no table. */
  public static final class TextOrJson extends ForPeopleOrJson {
    TextOrJson() {
      super("text");
    }
  }

  private abstract static class ForPeopleOrJson
      implements ITypeConverter<OutputFormat>, Iterable<String> {
    private final List<String> words;

    ForPeopleOrJson(String forPeople) {
      words = List.of(forPeople, "json");
    }

    @Override
    public Iterator<String> iterator() {
      return words.iterator();
    }

    @Override
    public OutputFormat convert(String written) {
      return switch (words.indexOf(written.toLowerCase(Locale.ROOT))) {
        case 0 -> TABLE;
        case 1 -> JSON;
        default ->
            throw new TypeConversionException(UsageErrors.notOneOf("--format", written, words));
      };
    }
  }
}

package io.gnomon.commandline;

import io.gnomon.text.Suggestions;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Usage errors in two lines: what is wrong, and where the help is. */
final class UsageErrors {
  static final int WRONG_USAGE = 2;

  private UsageErrors() {}

  /** Prints the error to the command's standard error and returns exit status 2. */
  static int report(ParameterException wrong, String[] arguments) {
    CommandLine line = wrong.getCommandLine();
    String command = line.getCommandSpec().qualifiedName();
    line.getErr().println(command + ": " + message(wrong, arguments));
    line.getErr().println("See '" + command + " --help'.");
    line.getErr().flush();
    return WRONG_USAGE;
  }

  private static String message(ParameterException wrong, String[] arguments) {
    CommandSpec command = wrong.getCommandLine().getCommandSpec();
    if (wrong instanceof UnmatchedArgumentException unmatched) {
      return unmatched(unmatched.getUnmatched().get(0), command);
    }
    if (wrong instanceof MissingParameterException) {
      // a mistyped name is the better explanation of a missing option
      Optional<String> unknown = unknownOption(arguments, command);
      if (unknown.isPresent()) {
        return unmatched(unknown.get(), command);
      }
    }
    ArgSpec argument = wrong.getArgSpec();
    String value = wrong.getValue();
    if (argument instanceof OptionSpec option
        && value != null
        && type(option).isEnum()
        && option.converters().length == 0) {
      return notOneOf(option.longestName(), value, words(type(option)));
    }
    if (argument instanceof OptionSpec option && value != null && isTooLarge(value, type(option))) {
      return "%s is %s; it must be a whole number of at most %d"
          .formatted(option.longestName(), value, Integer.MAX_VALUE);
    }
    String text = plain(String.valueOf(wrong.getMessage()));
    if (argument instanceof OptionSpec option
        && wrong.getCause() instanceof TypeConversionException) {
      text = text.replaceFirst("^[iI]nvalid value for [^:]*: ", "");
      return text.startsWith("--") ? text : option.longestName() + ": " + text;
    }
    return text;
  }

  private static boolean isTooLarge(String value, Class<?> type) {
    return (type == int.class || type == Integer.class) && value.matches("\\d{10,}");
  }

  /** The error for an option that must have one of these values. */
  static String notOneOf(String option, String value, List<String> words) {
    return "%s is '%s'; it must be %s%s"
        .formatted(option, value, oneOf(words), didYouMean(value, words));
  }

  private static Optional<String> unknownOption(String[] arguments, CommandSpec command) {
    return Arrays.stream(arguments)
        .takeWhile(argument -> !argument.equals("--"))
        .filter(argument -> argument.startsWith("--"))
        .filter(argument -> !options(command).contains(argument.split("=", 2)[0]))
        .findFirst();
  }

  private static List<String> options(CommandSpec command) {
    return command.options().stream().flatMap(option -> Stream.of(option.names())).toList();
  }

  private static String unmatched(String argument, CommandSpec command) {
    if (argument.startsWith("-")) {
      String name = argument.split("=", 2)[0];
      return "unknown option '" + name + "'" + didYouMean(name, options(command));
    }
    if (!command.subcommands().isEmpty()) {
      return "unknown command '"
          + argument
          + "'"
          + didYouMean(argument, command.subcommands().keySet());
    }
    return "unexpected argument '" + argument + "'";
  }

  /** Picocli's own message as the end of a sentence. */
  private static String plain(String message) {
    return message
        .replaceFirst(
            "^Missing required parameter for option ('[^']*').*", "option $1 needs a value")
        .replaceFirst("is not an? (int|long)$", "is not a whole number")
        .replaceFirst("is not a (double|float)$", "is not a number")
        .replaceFirst("^Missing required (options?|parameters?): ", "missing $1 ")
        .replaceFirst("^Expected parameter ", "expected a value ")
        .replaceFirst("^Invalid value ", "invalid value ");
  }

  private static Class<?> type(OptionSpec option) {
    Class<?>[] types = option.auxiliaryTypes();
    return types.length > 0 && option.isMultiValue() ? types[0] : option.type();
  }

  private static List<String> words(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
        .toList();
  }

  private static String didYouMean(String written, Collection<String> known) {
    return Suggestions.closest(written, known)
        .map(word -> "; did you mean '" + word + "'?")
        .orElse("");
  }

  private static String oneOf(List<String> words) {
    int last = words.size() - 1;
    return last < 1
        ? String.join("", words)
        : words.stream().limit(last).collect(Collectors.joining(", ")) + " or " + words.get(last);
  }
}

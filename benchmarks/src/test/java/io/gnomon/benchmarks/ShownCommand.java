package io.gnomon.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command of the launcher as a code block of the documentation shows it.
 *
 * @param name the command, such as {@code simulate}
 * @param arguments its arguments, without the shell's quotes
 */
record ShownCommand(String name, List<String> arguments) {
  private static final Pattern CALL = Pattern.compile("(?:^|[\\s(])(?:\\./)?gnomon +(?=[a-z])");

  /** The commands in the fenced and the indented code blocks of a page, in their order. */
  static List<ShownCommand> in(String markdown) {
    List<ShownCommand> commands = new ArrayList<>();
    for (String line : code(markdown)) {
      Matcher call = CALL.matcher(line);
      if (call.find()) {
        List<String> words = words(line.substring(call.end()));
        commands.add(new ShownCommand(words.get(0), words.subList(1, words.size())));
      }
    }
    return commands;
  }

  private static List<String> code(String markdown) {
    List<String> lines = new ArrayList<>();
    boolean fenced = false;
    for (String line : markdown.replaceAll(" *\\\\\n *", " ").lines().toList()) {
      if (line.strip().startsWith("```")) {
        fenced = !fenced;
      } else if (fenced || line.startsWith("    ")) {
        lines.add(line);
      }
    }
    return lines;
  }

  /** Splits as a shell does, up to a comment, a redirection or the end of the command. */
  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    char quote = 0;
    for (char c : (line + " ").toCharArray()) {
      boolean ends = quote == 0 && (c == ')' || word.isEmpty() && "#>|&".indexOf(c) >= 0);
      if (quote == 0 && c == ' ' || ends) {
        if (!word.isEmpty()) {
          words.add(word.toString());
          word.setLength(0);
        }
        if (ends) {
          break;
        }
      } else if (quote == 0 && (c == '\'' || c == '"')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      } else {
        word.append(c);
      }
    }
    return words;
  }

  @Override
  public String toString() {
    return "gnomon " + name + " " + String.join(" ", arguments);
  }
}

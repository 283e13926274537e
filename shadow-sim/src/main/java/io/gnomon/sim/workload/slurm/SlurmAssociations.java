package io.gnomon.sim.workload.slurm;

import io.gnomon.sim.priority.Association;
import io.gnomon.sim.priority.AssociationTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Reads accounts, users and QOS from a script of {@code sacctmgr} commands: {@code add} and {@code
 * modify} of accounts, users and QOS. Options without effect on priority are skipped, and so are
 * commands for other entities. Source: manual of sacctmgr.
 */
public final class SlurmAssociations {
  private static final Pattern WORD = Pattern.compile("(?:[^\\s\"]|\"[^\"]*\")+");
  private static final String ROOT = "root";

  /**
   * What a script defines.
   *
   * @param tree accounts and users, with the user {@code root} of the account {@code root}
   * @param qosPriorities {@code Priority} of each QOS by name
   */
  public record Definitions(AssociationTree tree, Map<String, Long> qosPriorities) {
    /** Copies the map. */
    public Definitions {
      qosPriorities = Map.copyOf(qosPriorities);
    }
  }

  private record UserOf(String account, String user) {}

  private final Map<String, Map<String, String>> accounts = new LinkedHashMap<>();
  private final Map<UserOf, Map<String, String>> users = new LinkedHashMap<>();
  private final Map<String, Map<String, String>> qos = new TreeMap<>();

  private SlurmAssociations() {
    users.put(new UserOf(ROOT, ROOT), new HashMap<>());
    qos.put("normal", new HashMap<>());
  }

  /**
   * Reads a script.
   *
   * @throws SlurmFormatException for a command that is not understood
   */
  public static Definitions read(Path script) throws IOException {
    SlurmAssociations reader = new SlurmAssociations();
    int number = 0;
    for (String text : Files.readAllLines(script)) {
      number++;
      int comment = text.indexOf('#');
      String command = (comment < 0 ? text : text.substring(0, comment)).strip();
      try {
        reader.command(WORD.matcher(command).results().map(MatchResult::group).toList());
      } catch (IllegalArgumentException wrong) {
        throw new SlurmFormatException(script + ", line " + number, wrong);
      }
    }
    try {
      return reader.definitions();
    } catch (IllegalArgumentException wrong) {
      throw new SlurmFormatException(script.toString(), wrong);
    }
  }

  private void command(List<String> words) {
    if (words.size() < 2) {
      return;
    }
    Options options = Options.of(words.subList(2, words.size()));
    String entity = words.get(1).toLowerCase(Locale.ROOT);
    switch (words.get(0).toLowerCase(Locale.ROOT)) {
      case "add", "create" -> add(entity, options);
      case "modify", "update" -> modify(entity, options);
      case "remove", "delete" -> remove(entity, options);
      default -> {} // shows something
    }
  }

  private void add(String entity, Options options) {
    switch (entity) {
      case "account", "accounts" ->
          options.names().forEach(name -> accounts.put(name, new HashMap<>(options.set)));
      case "user", "users" -> {
        List<String> of = new ArrayList<>(options.list("account", "accounts"));
        options.list("defaultaccount").stream().filter(name -> !of.contains(name)).forEach(of::add);
        for (String user : options.names()) {
          of.forEach(account -> users.put(new UserOf(account, user), new HashMap<>(options.set)));
        }
      }
      case "qos" -> options.names().forEach(name -> qos.put(name, new HashMap<>(options.set)));
      default -> {} // no part of the tree
    }
  }

  private void modify(String entity, Options options) {
    List<String> names = options.names();
    switch (entity) {
      case "account", "accounts" ->
          accounts.forEach((name, of) -> change(names, name, of, options.set));
      case "user", "users" -> {
        List<String> within = options.list("account", "accounts");
        users.forEach(
            (of, values) -> {
              if (within.isEmpty() || within.contains(of.account())) {
                change(names, of.user(), values, options.set);
              }
            });
      }
      case "qos" -> qos.forEach((name, of) -> change(names, name, of, options.set));
      default -> {} // no part of the tree
    }
  }

  private static void change(
      List<String> names, String name, Map<String, String> values, Map<String, String> set) {
    if (names.isEmpty() || names.contains(name)) {
      values.putAll(set);
    }
  }

  private void remove(String entity, Options options) {
    switch (entity) {
      case "account", "accounts" -> accounts.keySet().removeAll(options.names());
      case "user", "users" -> users.keySet().removeIf(of -> options.names().contains(of.user()));
      case "qos" -> qos.keySet().removeAll(options.names());
      default -> {} // no part of the tree
    }
  }

  private Definitions definitions() {
    AssociationTree.Builder tree = new AssociationTree.Builder();
    accounts.forEach(
        (name, of) ->
            tree.account(name, of.getOrDefault("parent", ROOT), shares(of), priority(of)));
    users.forEach(
        (of, values) -> tree.user(of.account(), of.user(), shares(values), priority(values)));
    Map<String, Long> priorities = new TreeMap<>();
    qos.forEach((name, values) -> priorities.put(name, priority(values)));
    return new Definitions(tree.build(), priorities);
  }

  private static int shares(Map<String, String> values) {
    String text =
        Optional.ofNullable(values.get("fairshare")).orElse(values.getOrDefault("share", "1"));
    return text.equalsIgnoreCase("parent") ? Association.PARENT_SHARES : SlurmUnits.number(text);
  }

  private static long priority(Map<String, String> values) {
    return SlurmUnits.number(values.getOrDefault("priority", "0"));
  }

  /** The words of a command after its entity. */
  private static final class Options {
    private final List<String> bare = new ArrayList<>();
    private final Map<String, String> where = new HashMap<>();
    private final Map<String, String> set = new HashMap<>();

    /** Without {@code set}, all options are both conditions and values, as {@code add} has them. */
    static Options of(List<String> words) {
      Options options = new Options();
      boolean sets = words.stream().anyMatch(word -> word.equalsIgnoreCase("set"));
      boolean afterSet = false;
      for (String word : words) {
        int equals = word.indexOf('=');
        if (word.equalsIgnoreCase("set") || word.equalsIgnoreCase("where")) {
          afterSet = word.equalsIgnoreCase("set");
        } else if (equals < 0) {
          options.bare.addAll(split(word));
        } else {
          String key = word.substring(0, equals).toLowerCase(Locale.ROOT);
          String value = word.substring(equals + 1).replace("\"", "");
          if (afterSet || !sets) {
            options.set.put(key, value);
          }
          if (!afterSet) {
            options.where.put(key, value);
          }
        }
      }
      return options;
    }

    private static List<String> split(String text) {
      return Arrays.stream(text.split(",")).filter(name -> !name.isEmpty()).toList();
    }

    List<String> names() {
      List<String> names = new ArrayList<>(bare);
      names.addAll(list("name", "names"));
      return names;
    }

    List<String> list(String... keys) {
      return Arrays.stream(keys)
          .flatMap(key -> split(where.getOrDefault(key, "")).stream())
          .toList();
    }
  }
}

package io.gnomon.sim.workload.slurm;

import io.gnomon.slurm.accounts.EntityOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Commands of {@code sacctmgr}: {@code add}, {@code modify} and {@code remove} of accounts, users
 * and QOS, and {@code modify} of the cluster. Other commands are skipped.
 */
final class SacctmgrScript {
  private final AssociationTable table;

  SacctmgrScript(AssociationTable table) {
    this.table = table;
  }

  /**
   * Carries out a command.
   *
   * @throws IllegalArgumentException for an option that is not understood
   */
  void command(String line) {
    List<String> words = QuotedText.parts(line, Character::isWhitespace);
    words.removeIf(word -> word.equals("sacctmgr") || word.startsWith("-"));
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
      case "account", "accounts" -> {
        options.list("parent").forEach(this::requireAccount);
        options.names().forEach(name -> options.setAll(table.account(name)));
      }
      case "user", "users" -> options.names().forEach(user -> addUser(user, options));
      case "qos" -> options.names().forEach(name -> options.setAll(table.qos(name)));
      case "cluster", "clusters" -> options.setAll(table.cluster());
      default -> {} // no part of the tree
    }
  }

  private void addUser(String user, Options options) {
    List<String> of = new ArrayList<>(options.list("account", "accounts"));
    List<String> defaults = options.list("defaultaccount");
    defaults.stream().filter(name -> !of.contains(name)).forEach(of::add);
    of.forEach(this::requireAccount);
    of.forEach(account -> options.setAll(table.user(account, user)));
    defaults.forEach(account -> table.setDefaultAccount(user, account));
  }

  private void requireAccount(String name) {
    if (!table.hasAccount(name)) {
      throw new IllegalArgumentException(
          "account '" + name + "' is unknown; define it before its users and accounts");
    }
  }

  private void modify(String entity, Options options) {
    List<String> names = options.names();
    switch (entity) {
      case "account", "accounts" ->
          table.forEachAccount(
              (name, of) -> {
                boolean named = names.contains(name);
                if (named || (names.isEmpty() && !name.equals(AssociationTable.ROOT))) {
                  options.setAll(of);
                }
              });
      case "user", "users" -> {
        List<String> within = options.list("account", "accounts");
        table.forEachUser(
            (of, values) -> {
              if ((names.isEmpty() || names.contains(of.user()))
                  && (within.isEmpty() || within.contains(of.account()))) {
                options.setAll(values);
              }
            });
        String account = options.set.get("defaultaccount");
        if (account != null) {
          names.forEach(user -> table.setDefaultAccount(user, account));
        }
      }
      case "qos" ->
          table.forEachQos(
              (name, of) -> {
                if (names.isEmpty() || names.contains(name)) {
                  options.setAll(of);
                }
              });
      case "cluster", "clusters" -> options.setAll(table.cluster());
      default -> {} // no part of the tree
    }
  }

  private void remove(String entity, Options options) {
    List<String> names = options.names();
    switch (entity) {
      case "account", "accounts" -> table.removeAccounts(names::contains);
      case "user", "users" -> {
        List<String> within = options.list("account", "accounts");
        table.removeUsers(
            of -> names.contains(of.user()) && (within.isEmpty() || within.contains(of.account())));
      }
      case "qos" -> table.removeQos(names::contains);
      default -> {} // no part of the tree
    }
  }

  /** The words of a command after its entity. */
  private static final class Options {
    private final List<String> bare = new ArrayList<>();
    private final Map<String, String> where = new LinkedHashMap<>();
    private final Map<String, String> set = new LinkedHashMap<>();

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
          options.bare.addAll(split(unquoted(word)));
        } else {
          String key = word.substring(0, equals).toLowerCase(Locale.ROOT);
          String value = unquoted(word.substring(equals + 1));
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

    private static String unquoted(String text) {
      return text.replace("\"", "").replace("'", "");
    }

    private static List<String> split(String text) {
      return Arrays.stream(text.split(",")).filter(name -> !name.isEmpty()).toList();
    }

    void setAll(EntityOptions target) {
      set.forEach(target::set);
    }

    List<String> names() {
      List<String> names = new ArrayList<>(bare);
      names.addAll(list("name", "names", "user", "users"));
      return names;
    }

    List<String> list(String... keys) {
      return Arrays.stream(keys)
          .flatMap(key -> split(where.getOrDefault(key, "")).stream())
          .toList();
    }
  }
}

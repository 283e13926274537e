package io.gnomon.sim.workload.slurm;

import io.gnomon.commandline.FileAccess;
import io.gnomon.model.accounts.QosFlag;
import io.gnomon.sim.limit.Limits;
import io.gnomon.sim.priority.Qos;
import io.gnomon.sim.priority.fairshare.Association;
import io.gnomon.sim.workload.anonymous.Pseudonyms;
import io.gnomon.sim.workload.anonymous.Pseudonyms.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/**
 * Writes the accounts, users and QOS of a file that {@link SlurmAssociations} reads as a script of
 * {@code sacctmgr} commands with pseudonyms. It has only what affects scheduling: no descriptions,
 * organisations or coordinators.
 */
public final class AnonymousAssociations {
  private static final Collector<CharSequence, ?, String> LIST = Collectors.joining(",");

  private final Pseudonyms names;
  private final List<String> commands = new ArrayList<>();

  private AnonymousAssociations(Pseudonyms names) {
    this.names = names;
  }

  /**
   * Writes a file.
   *
   * @throws SlurmFormatException for a line that is not understood
   */
  public static void write(Path associations, Path out, Pseudonyms names) throws IOException {
    AssociationTable table = SlurmAssociations.table(associations);
    AnonymousAssociations writer = new AnonymousAssociations(names);
    writer.commands.add("remove qos normal"); // which exists in each new table
    table.forEachQos(writer::addQos);
    table.forEachAccount(writer::addAccount);
    table.forEachUser((of, options) -> writer.addUser(of, options));
    table.forEachDefaultAccount(writer::setDefaultAccount);
    FileAccess.replace(out, fresh -> Files.write(fresh, writer.commands));
  }

  private void addQos(String name, EntityOptions options) {
    Qos qos = options.qos(name);
    Map<String, String> values = new TreeMap<>();
    values.put("priority", Long.toString(qos.priority()));
    values.put("usagefactor", String.format(Locale.ROOT, "%f", qos.usageFactor()));
    values.put("gracetime", Integer.toString(qos.preemption().graceSeconds()));
    values.put("preemptmode", qos.preemption().mode().name());
    values.put("flags", qos.flags().stream().map(QosFlag::text).sorted().collect(LIST));
    values.put("preempt", qos.preempts().stream().map(this::qos).sorted().collect(LIST));
    limits(options.limits(), values);
    commands.add("add qos " + qos(name) + written(values));
  }

  private void addAccount(String name, EntityOptions options) {
    Map<String, String> values = association(options);
    if (name.equals(AssociationTable.ROOT)) {
      commands.add("modify cluster set" + written(values));
      return;
    }
    values.put("parent", account(options.parent().orElse(AssociationTable.ROOT)));
    commands.add("add account " + account(name) + written(values));
  }

  private void addUser(AssociationTable.UserOf of, EntityOptions options) {
    commands.add(
        "add user "
            + names.of(Kind.USER, of.user())
            + " account="
            + account(of.account())
            + written(association(options)));
  }

  private void setDefaultAccount(String user, String account) {
    commands.add(
        "modify user " + names.of(Kind.USER, user) + " set defaultaccount=" + account(account));
  }

  private Map<String, String> association(EntityOptions options) {
    Map<String, String> values = new TreeMap<>();
    int shares = options.shares();
    values.put(
        "fairshare", shares == Association.PARENT_SHARES ? "parent" : Integer.toString(shares));
    options.priority().ifPresent(priority -> values.put("priority", Long.toString(priority)));
    options.defaultQos().ifPresent(qos -> values.put("defaultqos", qos(qos)));
    limits(options.limits(), values);
    return values;
  }

  private static void limits(Limits limits, Map<String, String> values) {
    limits
        .tres()
        .forEach(
            (limit, amounts) ->
                values.put(
                    LimitOptions.name(limit),
                    amounts.entrySet().stream()
                        .map(amount -> amount.getKey() + "=" + amount.getValue())
                        .collect(LIST)));
    limits
        .counts()
        .forEach((limit, number) -> values.put(LimitOptions.name(limit), number.toString()));
  }

  private static String written(Map<String, String> values) {
    return values.entrySet().stream()
        .filter(value -> !value.getValue().isEmpty())
        .map(value -> " " + value.getKey() + "=" + value.getValue())
        .collect(Collectors.joining());
  }

  private String qos(String name) {
    return names.of(Kind.QOS, name);
  }

  private String account(String name) {
    return names.of(Kind.ACCOUNT, name);
  }
}

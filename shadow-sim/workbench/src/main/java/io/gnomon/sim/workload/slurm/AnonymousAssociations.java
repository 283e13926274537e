package io.gnomon.sim.workload.slurm;

import io.gnomon.commandline.FileAccess;
import io.gnomon.model.accounts.Association;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.accounts.QosFlag;
import io.gnomon.model.limits.Limits;
import io.gnomon.sim.workload.anonymous.Pseudonyms;
import io.gnomon.sim.workload.anonymous.Pseudonyms.Kind;
import io.gnomon.slurm.accounts.EntityOptions;
import io.gnomon.slurm.accounts.LimitRow;
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
    values.put("gracetime", Integer.toString(qos.graceSeconds()));
    values.put("preemptmode", qos.preemptMode().name());
    values.put("flags", qos.flags().stream().map(QosFlag::text).sorted().collect(LIST));
    values.put("preempt", qos.preempts().stream().map(this::qos).sorted().collect(LIST));
    limits(qos.limits(), values);
    commands.add("add qos " + qos(name) + written(values));
  }

  private void addAccount(String name, EntityOptions options) {
    Association account = options.association(name, "");
    Map<String, String> values = association(account);
    if (name.equals(AssociationTable.ROOT)) {
      commands.add("modify cluster set" + written(values));
      return;
    }
    values.put("parent", account(account.above()));
    commands.add("add account " + account(name) + written(values));
  }

  private void addUser(AssociationTable.UserOf of, EntityOptions options) {
    commands.add(
        "add user "
            + names.of(Kind.USER, of.user())
            + " account="
            + account(of.account())
            + written(association(options.association(of.account(), of.user()))));
  }

  private void setDefaultAccount(String user, String account) {
    commands.add(
        "modify user " + names.of(Kind.USER, user) + " set defaultaccount=" + account(account));
  }

  private Map<String, String> association(Association of) {
    Map<String, String> values = new TreeMap<>();
    values.put("fairshare", of.usesParentShares() ? "parent" : Integer.toString(of.shares()));
    if (of.priority() != Association.INHERITED) {
      values.put("priority", Long.toString(of.priority()));
    }
    values.put("defaultqos", of.defaultQos().isEmpty() ? "" : qos(of.defaultQos()));
    limits(of.limits(), values);
    return values;
  }

  private static void limits(Limits limits, Map<String, String> values) {
    for (LimitRow row : LimitRow.ALL) {
      limits.of(row.kind()).ifPresent(number -> values.put(row.option(), number.toString()));
      String amounts =
          limits.byTres(row.kind()).entrySet().stream()
              .map(amount -> amount.getKey() + "=" + amount.getValue())
              .collect(LIST);
      values.merge(row.option(), amounts, String::concat);
    }
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

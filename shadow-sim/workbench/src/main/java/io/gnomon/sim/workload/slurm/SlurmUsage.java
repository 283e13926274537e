package io.gnomon.sim.workload.slurm;

import io.gnomon.commandline.FileAccess;
import io.gnomon.commandline.InputFile;
import io.gnomon.model.accounts.Association;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.priority.fairshare.AssociationTree;
import io.gnomon.sim.workload.anonymous.Pseudonyms;
import io.gnomon.sim.workload.anonymous.Pseudonyms.Kind;
import io.gnomon.slurm.listing.ShareListing;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Usage and shares of accounts at the beginning of a simulation, from a file with what {@code
 * sshare --all --parsable2} printed at that time.
 */
public final class SlurmUsage {
  /**
   * Accounts with what a file says of them.
   *
   * @param accounts with the file's usage and shares
   * @param notes sentences on associations that only one of both has
   */
  public record Start(Accounts accounts, List<String> notes) {
    /** Copies the list. */
    public Start {
      notes = List.copyOf(notes);
    }
  }

  private SlurmUsage() {}

  /**
   * Puts the usage and shares of a file into accounts. Associations that the file lacks keep their
   * shares and have no usage.
   *
   * @throws SlurmFormatException for a line that is not understood, or a file without the account
   *     {@code root}, whose usage is that of the cluster
   */
  public static Start read(Path file, Accounts accounts) throws IOException {
    AssociationTree tree = accounts.tree();
    List<Double> usage = new ArrayList<>(Collections.nCopies(tree.size(), 0.0));
    Map<Association, Integer> shares = new HashMap<>();
    boolean[] found = new boolean[tree.size()];
    List<String> unknown = new ArrayList<>();
    for (ShareListing.Row row : listing(file).rows()) {
      OptionalInt index = tree.find(row.account(), row.user());
      if (index.isEmpty()) {
        unknown.add((row.account() + " " + row.user()).strip());
        continue;
      }
      int at = index.getAsInt();
      found[at] = true;
      usage.set(at, row.usage());
      row.shares().ifPresent(number -> shares.put(tree.get(at), number));
    }
    if (!found[AssociationTree.ROOT]) {
      throw new SlurmFormatException(
          file + " lacks the account root; expected is what sshare --all --parsable2 prints");
    }
    return new Start(
        new Accounts(
            tree.with(one -> one.withShares(shares.getOrDefault(one, one.shares()))),
            accounts.defaultAccounts(),
            accounts.settings(),
            accounts.basis(),
            usage),
        notes(file, tree, found, unknown));
  }

  private static List<String> notes(
      Path file, AssociationTree tree, boolean[] found, List<String> unknown) {
    List<String> missing = new ArrayList<>();
    for (int index = 0; index < found.length; index++) {
      if (!found[index]) {
        missing.add((tree.get(index).account() + " " + tree.get(index).user()).strip());
      }
    }
    List<String> notes = new ArrayList<>();
    note("Not in " + file + ", so without usage at the beginning", missing, notes);
    note("Only in " + file + ", so only the accounts above have the usage", unknown, notes);
    return notes;
  }

  private static void note(String what, List<String> names, List<String> notes) {
    if (!names.isEmpty()) {
      notes.add(
          "%s: %s '%s'."
              .formatted(
                  what,
                  names.size() == 1 ? "association" : names.size() + " associations, such as",
                  names.get(0)));
    }
  }

  /**
   * Writes the usage and shares of a file with pseudonyms for accounts and users.
   *
   * @throws SlurmFormatException for a line that is not understood
   */
  public static void anonymize(Path file, Path out, Pseudonyms names) throws IOException {
    List<String> lines = new ArrayList<>(List.of("Account|User|RawShares|RawUsage"));
    for (ShareListing.Row row : FileAccess.reading(file, () -> listing(file)).rows()) {
      String shares = row.shares().isEmpty() ? "" : Integer.toString(row.shares().getAsInt());
      lines.add(
          String.join(
              "|",
              names.of(Kind.ACCOUNT, row.account()),
              row.user().isEmpty() ? "" : names.of(Kind.USER, row.user()),
              shares.equals("-1") ? "parent" : shares,
              String.format(Locale.ROOT, "%.6f", row.usage())));
    }
    FileAccess.replace(out, fresh -> Files.write(fresh, lines));
  }

  private static ShareListing listing(Path file) throws IOException {
    try {
      return ShareListing.parse(InputFile.textLines(file));
    } catch (CharacterCodingException binary) {
      throw new SlurmFormatException(
          file + " is binary; expected is what sshare --all --parsable2 prints");
    } catch (IllegalArgumentException wrong) {
      throw new SlurmFormatException(file.toString(), wrong);
    }
  }
}

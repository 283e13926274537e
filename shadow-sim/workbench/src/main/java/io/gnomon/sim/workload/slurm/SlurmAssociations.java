package io.gnomon.sim.workload.slurm;

import io.gnomon.commandline.InputFile;
import io.gnomon.model.accounts.Qos;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.priority.fairshare.AssociationTree;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Reads accounts, users and QOS with their limits from files made with {@code sacctmgr}: a script
 * of its commands, what {@code sacctmgr dump} writes, or what {@code sacctmgr --parsable2 show
 * assoc}, {@code show qos} and {@code show user} print, one after the other in one file. Options
 * without effect on scheduling are skipped. Source: manual of sacctmgr.
 */
public final class SlurmAssociations {
  /**
   * What a file defines.
   *
   * @param tree accounts and users, with the user {@code root} of the account {@code root}
   * @param qos each QOS by name
   * @param defaultAccounts account by name of the user
   * @param notes sentences on what the file lacks, and on what is left out
   */
  public record Definitions(
      AssociationTree tree,
      Map<String, Qos> qos,
      Map<String, String> defaultAccounts,
      List<String> notes) {
    /** Copies the collections. */
    public Definitions {
      qos = Map.copyOf(qos);
      defaultAccounts = Map.copyOf(defaultAccounts);
      notes = List.copyOf(notes);
    }
  }

  private SlurmAssociations() {}

  /** Definitions that are not known: only the user {@code root}, and no QOS. */
  public static Definitions none() {
    Definitions fresh = new AssociationTable().definitions(List::of);
    return new Definitions(fresh.tree(), Map.of(), fresh.defaultAccounts(), List.of());
  }

  /**
   * Reads a file.
   *
   * @throws SlurmFormatException for a command that is not understood, or a file without anything
   *     that is
   */
  public static Definitions read(Path file) throws IOException {
    return read(file, List.of(), List.of());
  }

  /**
   * Reads a file. What jobs had and the file lacks, such as deleted users and QOS, gets Slurm's
   * defaults and a note.
   *
   * @param jobs on whose behalf jobs were submitted
   * @param qos further QOS that are in use
   * @throws SlurmFormatException for a command that is not understood, or a file without anything
   *     that is
   */
  public static Definitions read(Path file, Iterable<JobAccount> jobs, Iterable<String> qos)
      throws IOException {
    try {
      AssociationTable table = table(file);
      table.complete(jobs, qos);
      return table.definitions(table::notes);
    } catch (IllegalArgumentException wrong) {
      throw new SlurmFormatException(file.toString(), wrong);
    }
  }

  /** What jobs had, with Slurm's defaults, where no file says it. */
  public static Definitions ofJobs(Iterable<JobAccount> jobs, Iterable<String> qos) {
    AssociationTable table = new AssociationTable();
    table.complete(jobs, qos);
    return table.definitions(
        () ->
            List.of(
                "No associations are given: each account and user has 1 share, each QOS has"
                    + " priority 0, and there are no limits."));
  }

  private static List<String> lines(Path file) throws IOException {
    try {
      return InputFile.textLines(file);
    } catch (CharacterCodingException binary) {
      throw new SlurmFormatException(
          file + " is binary; expected is a dump, a listing or a script of sacctmgr");
    }
  }

  /** The table of a file. */
  static AssociationTable table(Path file) throws IOException {
    AssociationTable table = new AssociationTable();
    SacctmgrScript script = new SacctmgrScript(table);
    SacctmgrDump dump = new SacctmgrDump(table);
    SacctmgrListing listing = new SacctmgrListing(table);
    int number = 0;
    int printed = 0;
    int wrongs = 0;
    for (String line : lines(file)) {
      number++;
      table.at("line " + number);
      if (line.startsWith("#") || line.isBlank()) {
        continue;
      }
      boolean listed = SacctmgrListing.matches(line);
      boolean dumped = !listed && SacctmgrDump.matches(line.strip());
      printed += listed || dumped ? 1 : 0;
      try {
        if (listed) {
          listing.line(line);
        } else if (dumped) {
          dump.line(line.strip());
        } else {
          int comment = line.indexOf('#');
          script.command((comment < 0 ? line : line.substring(0, comment)).strip());
        }
      } catch (IllegalArgumentException wrong) {
        if (!listed && !dumped) {
          throw new SlurmFormatException(file + ", line " + number, wrong);
        }
        wrongs++;
        table.note(AssociationTable.Notes.Kind.LINE, String.valueOf(wrong.getMessage()));
      }
    }
    if (printed > 0 && wrongs == printed) {
      throw new SlurmFormatException(
          "%s: no line is understood; %s".formatted(file, String.join(" ", table.notes())));
    }
    return table;
  }
}

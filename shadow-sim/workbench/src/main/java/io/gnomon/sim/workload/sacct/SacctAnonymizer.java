package io.gnomon.sim.workload.sacct;

import io.gnomon.commandline.FileAccess;
import io.gnomon.commandline.OutputFile;
import io.gnomon.sim.workload.anonymous.Pseudonyms;
import io.gnomon.sim.workload.anonymous.Pseudonyms.Kind;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes an export with pseudonyms for users, accounts, QOS, reservations, clusters and jobs. It
 * has the fields that {@link SacctReader} knows, as they are printed; other fields, steps and
 * records that cannot be used are left out. A simulation of it equals one of the original. Names of
 * partitions, nodes and features stay, as those of the {@code slurm.conf} do.
 */
public final class SacctAnonymizer {
  private final Pseudonyms names;
  private final Writer out;
  private List<SacctField> fields = List.of();

  private SacctAnonymizer(Pseudonyms names, Writer out) {
    this.names = names;
    this.out = out;
  }

  /**
   * Writes a file, compressed with gzip if its name ends with {@code .gz}. As a stream; memory does
   * not depend on the length.
   *
   * @throws SacctFormatException if the file is not an export
   */
  public static void write(Path export, Path out, Pseudonyms names, SacctOptions options)
      throws IOException {
    OutputFile.replace(
        out,
        text -> {
          SacctAnonymizer anonymizer = new SacctAnonymizer(names, text);
          FileAccess.reading(
              export, () -> SacctReader.readRows(export, options, anonymizer::write));
        });
  }

  private void write(SacctRow row) throws IOException {
    List<SacctField> known = row.layout().fields();
    if (!known.equals(fields)) {
      fields = known;
      writeLine(known.stream().map(SacctField::title).toList());
    }
    List<String> cells = new ArrayList<>();
    for (SacctField field : known) {
      cells.add(cell(field, row.get(field)));
    }
    writeLine(cells);
  }

  private void writeLine(List<String> cells) throws IOException {
    out.write(String.join("|", cells));
    out.write('\n');
  }

  private String cell(SacctField field, String value) {
    return switch (field) {
      case USER -> names.of(Kind.USER, value);
      case ACCOUNT -> names.of(Kind.ACCOUNT, value);
      case QOS -> names.of(Kind.QOS, value);
      case RESERVATION -> names.of(Kind.RESERVATION, value);
      case CLUSTER -> names.of(Kind.CLUSTER, value);
      case JOB_NAME -> names.of(Kind.JOB, value);
      case STATE -> value.split(" ", 2)[0]; // without the user who cancelled it
      default -> value;
    };
  }
}

package io.gnomon.sim.workload.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.model.accounts.Association;
import io.gnomon.model.limits.LimitKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;

/** Listings of associations, some for single partitions, in any order of the rows. */
class PartitionAssociationProperties {
  private static final String HEADER = "Account|Par Name|User|Partition|Share|MaxJobs\n";
  private static final List<String> ACCOUNTS =
      List.of("physics|root|||1|\n", "optics|physics|||3|\n", "biology|root|||2|\n");

  private static SlurmAssociations.Definitions read(List<String> rows) {
    try {
      Path file = Files.createTempFile("listing", ".txt");
      try {
        return SlurmAssociations.read(Files.writeString(file, HEADER + String.join("", rows)));
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is defined of each association, by its account and user. */
  private static Map<String, List<Object>> byName(SlurmAssociations.Definitions read) {
    Map<String, List<Object>> all = new TreeMap<>();
    for (int index = 0; index < read.tree().size(); index++) {
      Association own = read.tree().get(index);
      String above = index == 0 ? "" : read.tree().get(read.tree().parent(index)).account();
      all.put(
          own.account() + "/" + own.user(),
          List.of(above, own.shares(), own.priority(), own.limits(), own.defaultQos()));
    }
    return all;
  }

  private static String row(String account, String user, String partition, int jobs) {
    return "%s||%s|%s|1|%d\n".formatted(account, user, partition, jobs);
  }

  private static long mostJobs(SlurmAssociations.Definitions read, String account, String user) {
    int association = read.tree().find(account, user).orElseThrow();
    return read.tree().get(association).limits().of(LimitKind.JOBS).orElseThrow();
  }

  @Example
  void theAssociationForAllPartitionsCountsAndElseThatOfTheFirstPartitionByName() {
    SlurmAssociations.Definitions read =
        read(
            List.of(
                row("physics", "ann", "gpu", 2),
                row("physics", "ann", "", 9),
                row("physics", "bob", "gpu", 3),
                row("physics", "bob", "batch", 4)));

    assertThat(mostJobs(read, "physics", "ann")).isEqualTo(9);
    assertThat(mostJobs(read, "physics", "bob")).isEqualTo(4);
  }

  @Example
  void theDefaultAccountOfAUserForWhomNoneIsListedIsTheFirstByName() {
    SlurmAssociations.Definitions read =
        read(List.of(row("physics", "ann", "", 1), row("biology", "ann", "", 1)));

    assertThat(read.defaultAccounts()).containsEntry("ann", "biology");
  }

  @Property(tries = 200)
  void theOrderOfTheRowsDoesNotMatter(@ForAll("orders") Tuple2<List<String>, List<String>> orders) {
    SlurmAssociations.Definitions one = read(orders.get1());
    SlurmAssociations.Definitions other = read(orders.get2());

    assertThat(byName(one)).isEqualTo(byName(other));
    assertThat(one.defaultAccounts()).isEqualTo(other.defaultAccounts());
    assertThat(one.notes()).isEqualTo(other.notes());
  }

  @Provide
  Arbitrary<Tuple2<List<String>, List<String>>> orders() {
    Arbitrary<Integer> jobs = Arbitraries.integers().between(1, 9);
    List<Arbitrary<String>> all = new ArrayList<>();
    for (String account : List.of("physics", "biology")) {
      for (String user : List.of("ann", "bob")) {
        for (String partition : List.of("", "batch", "gpu")) {
          all.add(jobs.map(most -> row(account, user, partition, most)).injectNull(0.4));
        }
      }
    }
    return Combinators.combine(all)
        .as(
            rows ->
                Stream.of(ACCOUNTS, rows).flatMap(List::stream).filter(row -> row != null).toList())
        .flatMap(
            rows ->
                Combinators.combine(Arbitraries.shuffle(rows), Arbitraries.shuffle(rows))
                    .as(Tuple::of));
  }
}

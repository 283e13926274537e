package io.gnomon.sim.workload.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.model.accounts.Association;
import io.gnomon.sim.policy.nodes.Site;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.priority.Golden;
import io.gnomon.sim.priority.PriorityBasis;
import io.gnomon.sim.priority.fairshare.AssociationTree;
import io.gnomon.sim.priority.fairshare.DecayedUsage;
import io.gnomon.sim.priority.fairshare.FairTree;
import io.gnomon.sim.workload.anonymous.Pseudonyms;
import io.gnomon.sim.workload.anonymous.Pseudonyms.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlurmUsageTest {
  private static final String PRINTED =
      """
      Account|User|RawShares|NormShares|RawUsage|EffectvUsage|FairShare
      root|||0.000000|1000|1.000000|
       root|root|1|0.010000|0|0.000000|1.000000
       physics||60|0.600000|800|0.800000|
        physics|ann|1|0.500000|600|0.750000|0.250000
        physics|bob|1|0.500000|200|0.250000|0.500000
       biology||parent|0.400000|200|0.200000|
        biology|cleo|parent|1.000000|200|1.000000|0.750000
      """;

  @TempDir private Path folder = Path.of("");

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("usage.txt"), text);
  }

  private static Accounts accounts(AssociationTree tree) {
    return new Accounts(
        tree,
        Map.of(),
        Site.settings(604_800, Site.weights(0, 1000, 0)),
        new PriorityBasis(1, 8, Map.of(), Map.of(), 0));
  }

  private static AssociationTree.Builder laboratories() {
    return new AssociationTree.Builder()
        .account("physics", "root", 10, 0)
        .account("biology", "root", 40, 0)
        .user("physics", "ann", 1, 0)
        .user("physics", "bob", 1, 0);
  }

  @Test
  void accountsHaveTheUsageAndSharesOfTheFile() throws IOException {
    AssociationTree tree = laboratories().user("biology", "cleo", 1, 3).build();

    Accounts read = SlurmUsage.read(write(PRINTED), accounts(tree)).accounts();

    // root 1000 = physics 800 (ann 600, bob 200) + biology 200 (cleo 200)
    assertThat(read.usage()).containsExactly(1000.0, 800.0, 200.0, 600.0, 200.0, 200.0);
    AssociationTree changed = read.tree();
    assertThat(changed.get(1)).isEqualTo(new Association("physics", "", "root", 60, 0));
    assertThat(changed.get(2).usesParentShares()).isTrue();
    assertThat(changed.get(5)).isEqualTo(new Association("biology", "cleo", "", -1, 3));
    assertThat(changed.find("biology", "cleo")).hasValue(5);
    assertThat(changed.children(1)).containsExactly(3, 4);
  }

  @Test
  void namesAssociationsThatOnlyOneFileHas() throws IOException {
    AssociationTree tree =
        laboratories().user("biology", "dan", 1, 0).user("physics", "dan", 1, 0).build();
    Path file = write(PRINTED);

    SlurmUsage.Start start = SlurmUsage.read(file, accounts(tree));

    assertThat(start.notes())
        .containsExactly(
            "Not in "
                + file
                + ", so without usage at the beginning: 2 associations, such as 'biology dan'.",
            "Only in "
                + file
                + ", so only the accounts above have the usage: 2 associations, such as 'root"
                + " root'.");
    assertThat(start.accounts().usage())
        .containsExactly(1000.0, 800.0, 200.0, 600.0, 200.0, 0.0, 0.0);
  }

  @Test
  void namesFileLineAndValueThatIsNotAllowed() throws IOException {
    Accounts accounts = accounts(laboratories().build());
    Path file = write(PRINTED.replace("|600|", "|6OO|"));
    assertThatThrownBy(() -> SlurmUsage.read(file, accounts))
        .isInstanceOf(SlurmFormatException.class)
        .hasMessage(file + ": line 5: RawUsage is '6OO'; allowed are numbers from 0");
    write("Account|User|RawUsage\nphysics|ann|600\n");
    assertThatThrownBy(() -> SlurmUsage.read(file, accounts))
        .hasMessage(
            file + " lacks the account root; expected is what sshare --all --parsable2 prints");
    Files.write(file, new byte[] {(byte) 0xff, 0, 1});
    assertThatThrownBy(() -> SlurmUsage.read(file, accounts))
        .hasMessage(file + " is binary; expected is what sshare --all --parsable2 prints");
  }

  @Test
  void usageWithPseudonymsIsTheSame() throws IOException {
    Pseudonyms names = new Pseudonyms(new byte[16]);
    Path out = folder.resolve("anonymous.txt");
    AssociationTree tree =
        new AssociationTree.Builder()
            .account(names.of(Kind.ACCOUNT, "physics"), "root", 10, 0)
            .user(names.of(Kind.ACCOUNT, "physics"), names.of(Kind.USER, "ann"), 1, 0)
            .build();

    SlurmUsage.anonymize(write(PRINTED), out, names);

    Accounts read = SlurmUsage.read(out, accounts(tree)).accounts();
    assertThat(read.usage()).containsExactly(1000.0, 800.0, 600.0);
    assertThat(read.tree().get(1).shares()).isEqualTo(60);
    assertThat(Files.readString(out)).contains("|parent|").doesNotContain("ann", "physics", "cleo");
  }

  /** Each instant of a run of Slurm's own code gives the fair share that Slurm printed with it. */
  @ParameterizedTest
  @ValueSource(strings = {"micro_a", "med5k"})
  void givesTheFairShareThatSlurmPrinted(String run) throws IOException {
    AssociationTree tree =
        SlurmAssociations.read(Golden.file("conf/" + run + "/sacctmgr.used")).tree();
    Map<String, List<Map<String, String>>> instants = new LinkedHashMap<>();
    for (Map<String, String> row : Golden.rows(run + ".sshare.txt.gz", "\\|")) {
      instants.computeIfAbsent(row.get("Time"), time -> new ArrayList<>()).add(row);
    }
    int compared = 0;
    for (List<Map<String, String>> printed : instants.values()) {
      List<String> lines = new ArrayList<>(List.of("Account|User|RawShares|RawUsage|FairShare"));
      printed.forEach(
          row ->
              lines.add(
                  String.join(
                      "|",
                      row.get("Account"),
                      row.get("User"),
                      row.get("RawShares"),
                      row.get("RawUsage"),
                      row.get("FairShare"))));
      SlurmUsage.Start start = SlurmUsage.read(write(String.join("\n", lines)), accounts(tree));
      assertThat(start.notes()).isEmpty();
      DecayedUsage usage = new DecayedUsage(start.accounts().tree(), 0);
      usage.set(start.accounts().usage().stream().mapToDouble(Double::doubleValue).toArray());
      double[] factors = new FairTree().factors(usage);
      for (Map<String, String> row : printed) {
        if (!row.get("User").isEmpty()) {
          int index = tree.find(row.get("Account"), row.get("User")).orElseThrow();
          assertThat(factors[index])
              .as("%s", row)
              .isCloseTo(Double.parseDouble(row.get("FairShare")), within(1e-9));
          compared++;
        }
      }
    }
    assertThat(compared).isGreaterThan(200);
  }
}

package io.gnomon.slurm.listing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.slurm.listing.ShareListing.Row;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShareListingTest {
  private static ShareListing parse(String text) {
    return ShareListing.parse(text.lines().toList());
  }

  @Test
  void readsTheLongListing() {
    ShareListing listing =
        parse(
            """
            Account|User|RawShares|NormShares|RawUsage|NormUsage|EffectvUsage|FairShare|LevelFS|GrpTRESMins|TRESRunMins
            root|||0.000000|1500||1.000000||||cpu=5
             root|root|1|0.016393|0|0.000000|0.000000|1.000000|inf||cpu=0
             physics||60|0.983607|1500|1.000000|1.000000||0.983607||cpu=5
              physics|bob|parent|0.983607|500.25|0.333333|1.000000|0.500000|0.983607||cpu=5
            """);

    assertThat(listing.rows())
        .containsExactly(
            new Row(2, "root", 0, "", OptionalInt.empty(), 1500),
            new Row(3, "root", 1, "root", OptionalInt.of(1), 0),
            new Row(4, "physics", 1, "", OptionalInt.of(60), 1500),
            new Row(5, "physics", 2, "bob", OptionalInt.of(ShareListing.PARENT_SHARES), 500.25));
  }

  @Test
  void readsColumnsInAnyOrderWithTheNameOfTheCluster() {
    ShareListing listing = parse("CLUSTER: alpha\nRAWUSAGE|User|Account|\n\n12||root|\n");

    assertThat(listing.rows()).containsExactly(new Row(4, "root", 0, "", OptionalInt.empty(), 12));
  }

  @Test
  void addsTheUsageOfAUsersAssociationsOfSinglePartitions() {
    ShareListing listing =
        parse("Account|User|RawShares|RawUsage\nchem|ada|1|600\nchem|ada|3|400\n");

    assertThat(listing.rows())
        .containsExactly(new Row(2, "chem", 0, "ada", OptionalInt.of(1), 1000));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "root||parent|much; RawUsage is 'much'; allowed are numbers from 0",
        "root||parent|-1; RawUsage is '-1'; allowed are numbers from 0",
        "root||parent|NaN; RawUsage is 'NaN'; allowed are numbers from 0",
        "root||-2|1; RawShares is '-2'; allowed are whole numbers from 0, and parent",
        "root||1; 'root||1' has 3 fields; allowed are the 4 of the first line",
        "|ada|1|1; Account is empty; every line of sshare names one",
        "physics||1|1; account 'physics' is also on line 2; allowed is the output of one sshare",
        "Account|User|RawShares|RawUsage; a second listing begins; allowed is the output of one",
        "CLUSTER: beta; 'CLUSTER: beta' begins the listing of another cluster; allowed is one",
      })
  void namesTheLineAndTheValueThatIsNotAllowed(String line, String value, String allowed) {
    assertThatThrownBy(() -> parse("Account|User|RawShares|RawUsage\nphysics||1|0\n" + line + "\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("line 3: " + value + "; " + allowed);
  }

  @Test
  void saysWhatIsExpectedOfAFileThatIsNoListing() {
    assertThatThrownBy(() -> parse(""))
        .hasMessage("it is empty; expected is the output of sshare --all --parsable2");
    assertThatThrownBy(() -> parse("root                 0.000000   1500\n"))
        .hasMessageStartingWith("line 1: 'root                 0.000000   1500' does not name the")
        .hasMessageEndingWith("separated by |, as sshare --all --parsable2 does");
  }
}

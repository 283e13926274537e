package io.gnomon.bridge.slurm.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.slurm.listing.ShareListing;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ControllerAccountsTest {
  @Test
  void anAccountIsBelowTheLastOneThatIsLessIndented() {
    ShareListing shares =
        ShareListing.parse(
            """
            Account|User|RawShares|RawUsage
            root|||1500
             root|root|1|0
             physics||60|1500
              physics|bob|parent|500
              chem||2|1000
             guests||10|0
            """
                .lines()
                .toList());

    assertThat(ControllerAccounts.associations(shares))
        .containsExactly(
            Map.of("account", "root", "user", ""),
            Map.of("account", "root", "user", "root", "share", "1"),
            Map.of("account", "physics", "user", "", "share", "60", "parentname", "root"),
            Map.of("account", "physics", "user", "bob", "share", "parent"),
            Map.of("account", "chem", "user", "", "share", "2", "parentname", "physics"),
            Map.of("account", "guests", "user", "", "share", "10", "parentname", "root"));
  }
}

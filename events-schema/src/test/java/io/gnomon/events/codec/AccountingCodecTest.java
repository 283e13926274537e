package io.gnomon.events.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gnomon.events.EventData;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.accounting.PriorityParameters;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.model.accounts.AccountUsage;
import io.gnomon.model.accounts.AccountUsage.OfAccount;
import io.gnomon.model.accounts.Association;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.model.priority.PriorityWeights;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the schemas cannot express about accounts. */
class AccountingCodecTest {
  private final EventCodec codec = new EventCodec();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "associations":[{"account":"a","user":"u"}] | /associations/0/account: found 'a'; allowed: an account that was listed before its users
          "associations":[{"account":"b","parent":"a"},{"account":"a"}] | /associations/0/parent: found 'a'; allowed: an account that was listed before those below it
          "associations":[{"account":"a"},{"account":"a"}] | /associations/1/account: found 'a'; allowed: an account that was not listed yet, and not root
          "associations":[{"account":"root"}] | /associations/0/account: found 'root'; allowed: an account that was not listed yet, and not root
          "associations":[{"account":"a"},{"account":"a","user":"u"},{"account":"a","user":"u"}] | /associations/2/user: found 'u'; allowed: a user that the account does not have yet
          "associations":[{"account":"a"},{"account":"a","user":"u","parent":"root"}] | /associations/1/parent: found 'root'; allowed: no parent beside user, whose parent is the account
          "qos":[{"name":"normal"},{"name":"normal"}] | /qos/1/name: found 'normal'; allowed: a name that no other QOS has
          """)
  void rejectsWithPlaceValueAndWhatIsAllowed(String fields, String message) {
    InvalidEventException rejection =
        catchThrowableOfType(InvalidEventException.class, () -> decode(fields));
    assertThat(rejection).hasMessage("NOT_ALLOWED at /data/accounting" + message);
  }

  @Test
  void absentFieldsHaveTheirDefaults() {
    assertThat(
            decode(
                "\"associations\":[{\"account\":\"a\"},{\"account\":\"root\",\"user\":\"root\","
                    + "\"shares\":1}],\"priority\":{\"weights\":{\"age\":5}}"))
        .isEqualTo(
            new Accounting(
                List.of(
                    new Association("a", "", "", EventData.NONE, EventData.NONE),
                    new Association("root", "root", "", 1, EventData.NONE)),
                List.of(),
                new PriorityParameters(
                    new PrioritySettings(new PriorityWeights(5, 0, 0, 0, 0, 0, Map.of())),
                    Map.of()),
                null));
  }

  @Test
  void aLaterReportReplacesOnlyWhatItHas() {
    Accounting declared = Samples.accounting();
    AccountUsage usage =
        new AccountUsage(7, List.of(new OfAccount("physics", 3, Map.of("ada", 3.0))));
    Accounting updated = declared.updated(new Accounting(List.of(), List.of(), null, usage));
    assertThat(updated).isEqualTo(declared.withUsage(usage));
    assertThat(updated.updated(declared)).isEqualTo(declared);
  }

  private Accounting decode(String fields) {
    String json =
        ("{\"specversion\":\"1.0\",\"id\":\"a\",\"source\":\"kth\",\"type\":"
                + "\"io.gnomon.cluster.declared.v1\",\"data\":{\"at\":60,\"processors\":8,"
                + "\"accounting\":{%s}}}")
            .formatted(fields);
    ClusterDeclared declared =
        (ClusterDeclared) codec.decode(json.getBytes(StandardCharsets.UTF_8)).data();
    assertThat(declared.accounting()).isNotNull();
    return declared.accounting();
  }
}

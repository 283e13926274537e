package io.gnomon.events.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.model.accounts.AccountUsage;
import io.gnomon.model.accounts.AccountUsage.OfAccount;
import io.gnomon.model.accounts.Association;
import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class EventFitterTest {
  private final List<String> causes = new ArrayList<>();
  private final EventFitter fitter = new EventFitter(causes::add);

  private JobSubmitted fitted(String user, String name, int processors, ResourceRequest request) {
    return (JobSubmitted)
        Objects.requireNonNull(
            fitter.fit(
                new JobSubmitted(
                    "7",
                    100,
                    new JobDescription(
                        processors, 60, user, null, name, null, 1, -1, List.of(), request))));
  }

  @Test
  void namesThatAreCutStayDifferent() {
    String common = "\uD83D\uDE00".repeat(299);
    JobSubmitted one = fitted(common + "1", "short", 1, null);
    JobSubmitted other = fitted(common + "2", "short", 1, null);
    assertThat(one.user()).isNotEqualTo(other.user()).startsWith("\uD83D\uDE00".repeat(242) + "~");
    assertThat(one.user().codePointCount(0, one.user().length())).isEqualTo(255);
    assertThat(fitted(common + "1", "short", 1, null).user()).isEqualTo(one.user());
    assertThat(one.application()).isEqualTo("short");
    assertThat(causes).containsOnly("/user: cut to 255 characters");
  }

  @Test
  void anExpressionIsLeftOutAsAWholeAndTheRestOfTheJobStands() {
    ResourceRequest request =
        ResourceRequest.builder()
            .tasks(4)
            .dependency("afterok:1" + ":2".repeat(3000))
            .features("a b")
            .build();
    JobSubmitted job = fitted("ann", "", Integer.MAX_VALUE, request);
    assertThat(job.request()).isEqualTo(ResourceRequest.builder().tasks(4).build());
    assertThat(job.application()).isNull();
    assertThat(job.processors()).isEqualTo((1 << 30) - 1);
    assertThat(causes)
        .containsExactlyInAnyOrder(
            "/request/dependency: left out because it has too many characters",
            "/request/features: left out because it does not match \\S+",
            "/application: left out because it has no characters",
            "/processors: lowered to 1073741823");
  }

  @Test
  void anEventWithoutARequiredValueHasNoValidForm() {
    EventData nameless =
        new JobSubmitted(
            "", 100, new JobDescription(1, 60, null, null, null, null, 1, -1, List.of(), null));
    assertThat(fitter.fit(nameless)).isNull();
    assertThat(causes)
        .containsExactly(
            "/job: left out because it has no characters",
            "/job: required and without a valid value");
  }

  private static ClusterDeclared declared(int users) {
    List<Association> associations = new ArrayList<>();
    List<OfAccount> usage = new ArrayList<>();
    Limits limits =
        Limits.NONE.with(LimitKind.GROUP_TRES, "cpu", 64).with(LimitKind.SUBMITTED, 1000);
    for (int account = 0; account < users / 100; account++) {
      String name = "account%03d".formatted(account);
      associations.add(new Association(name, "", "", 1, EventData.NONE));
      Map<String, Double> used = new TreeMap<>();
      for (int user = 0; user < 100; user++) {
        String of = "user%06d".formatted(100 * account + user);
        associations.add(new Association(name, of, "", 1, EventData.NONE, limits));
        used.put(of, 1234.5);
      }
      usage.add(new OfAccount(name, 123450, used));
    }
    return new ClusterDeclared(1_700_000_000, 8, EventData.NONE, null, null, null)
        .withAccounting(
            new Accounting(associations, List.of(), null, new AccountUsage(1_700_000_000, usage)));
  }

  @Test
  void aSiteWithAHundredThousandUsersIsDeclaredAsItIs() {
    ClusterDeclared site = declared(100_000);

    assertThat(fitter.fit(site)).isSameAs(site);
    EventCodec codec = new EventCodec();
    byte[] value = codec.encodeStructured(GnomonEvent.of("c", "c-1", 1, null, site)).value();
    assertThat(codec.decode(value).data()).isEqualTo(site);
    assertThat(value.length).isBetween(16_000_000, 20_000_000);
  }

  /** The last user is the longest list's last element; each user takes more than the byte. */
  @Test
  void aDeclarationThatIsAByteTooLongLosesItsLastUser() {
    ClusterDeclared site = declared(100);
    Accounting whole = Objects.requireNonNull(site.accounting());
    int bytes =
        new EventCodec().encodeBinary(GnomonEvent.of("c", "c-1", 1, null, site)).value().length;
    EventFitter narrow = new EventFitter(new SizeLimits(1, bytes - 1 + (1 << 12)), causes::add);

    EventData fitted = narrow.fit(site);

    assertThat(fitted)
        .isEqualTo(
            site.withAccounting(
                new Accounting(
                    whole.associations().subList(0, 100), List.of(), null, whole.usage())));
    assertThat(causes)
        .containsExactly(
            "/accounting/associations: the last elements left out because the event would be too"
                + " large");
  }
}

package io.gnomon.events.codec;

import static io.gnomon.events.codec.Limits.LAST_SECOND;
import static io.gnomon.events.codec.Limits.MAX_ASSOCIATIONS;
import static io.gnomon.events.codec.Limits.MAX_COUNT;
import static io.gnomon.events.codec.Limits.MAX_EXACT;
import static io.gnomon.events.codec.Limits.MAX_FLAGS;
import static io.gnomon.events.codec.Limits.MAX_NAMES;
import static io.gnomon.events.codec.Limits.MAX_PARTITION;
import static io.gnomon.events.codec.Limits.MAX_PARTITIONS;

import io.gnomon.events.EventData;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.WireEnum;
import io.gnomon.events.accounting.AccountUsage;
import io.gnomon.events.accounting.AccountUsage.OfAccount;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.accounting.Association;
import io.gnomon.events.accounting.PriorityParameters;
import io.gnomon.events.accounting.QualityOfService;
import io.gnomon.events.accounting.ResourceLimit;
import io.gnomon.events.codec.value.BooleanCodec;
import io.gnomon.events.codec.value.DoubleCodec;
import io.gnomon.events.codec.value.EnumCodec;
import io.gnomon.events.codec.value.FieldValues;
import io.gnomon.events.codec.value.IntegerCodec;
import io.gnomon.events.codec.value.ListCodec;
import io.gnomon.events.codec.value.MapCodec;
import io.gnomon.events.codec.value.ObjectCodec;
import io.gnomon.events.codec.value.StringCodec;
import io.gnomon.model.accounts.QosFlag;
import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.machine.PreemptMode;
import io.gnomon.model.priority.PriorityFlag;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.model.priority.UsageReset;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The codecs of accounts, their usage, and the parameters of priorities. */
final class AccountingCodecs {
  private static final ListCodec<String> NAMES = new ListCodec<>(StringCodec.NAME, MAX_NAMES);
  private static final ListCodec<ResourceLimit> LIMITS = new ListCodec<>(limit(), MAX_NAMES);

  /** The contract has no {@code MAX_TRES_GRES}. */
  private static final Set<PriorityFlag> WIRE_FLAGS =
      EnumSet.complementOf(EnumSet.of(PriorityFlag.MAX_TRES_GRES));

  private AccountingCodecs() {}

  static ObjectCodec<Accounting> accounting() {
    return new ObjectCodec.Builder<Accounting>()
        .optional(
            "associations",
            Accounting::associations,
            new ListCodec<>(association(), MAX_ASSOCIATIONS),
            List.of())
        .optional("qos", Accounting::qos, new ListCodec<>(qos(), MAX_NAMES), List.of())
        .optional("priority", Accounting::priority, priority())
        .optional("usage", Accounting::usage, usage())
        .optional("safeLimits", Accounting::safeLimits, BooleanCodec.BOOLEAN, false)
        .build(AccountingCodecs::accounting);
  }

  private static Accounting accounting(FieldValues v) {
    Accounting accounting =
        new Accounting(
            v.nextList(),
            v.nextList(),
            v.nextOrNull(PriorityParameters.class),
            v.nextOrNull(AccountUsage.class),
            v.next(Boolean.class));
    checkTree(accounting.associations());
    Set<String> names = new HashSet<>();
    for (int i = 0; i < accounting.qos().size(); i++) {
      String name = accounting.qos().get(i).name();
      if (!names.add(name)) {
        throw notAllowed("/qos/" + i + "/name", name, "a name that no other QOS has");
      }
    }
    return accounting;
  }

  /** Rejects what is not a tree, or is not in the order of one. */
  private static void checkTree(List<Association> associations) {
    Map<String, Set<String>> users = new HashMap<>();
    users.put(Association.ROOT, new HashSet<>());
    for (int i = 0; i < associations.size(); i++) {
      Association association = associations.get(i);
      String user = association.user();
      String parent = association.parent();
      Set<String> known = users.get(association.account());
      if (user != null) {
        if (known == null) {
          throw notAllowed(
              "/associations/" + i + "/account",
              association.account(),
              "an account that was listed before its users");
        }
        if (!known.add(user)) {
          throw notAllowed(
              "/associations/" + i + "/user", user, "a user that the account does not have yet");
        }
      } else if (known != null) {
        throw notAllowed(
            "/associations/" + i + "/account",
            association.account(),
            "an account that was not listed yet, and not root");
      } else if (parent != null && !users.containsKey(parent)) {
        throw notAllowed(
            "/associations/" + i + "/parent",
            parent,
            "an account that was listed before those below it");
      } else {
        users.put(association.account(), new HashSet<>());
      }
    }
  }

  private static InvalidEventException notAllowed(String place, String name, String allowed) {
    return new InvalidEventException(Reason.NOT_ALLOWED, place, "'" + name + "'", allowed);
  }

  private static ObjectCodec<Association> association() {
    return new ObjectCodec.Builder<Association>()
        .required("account", Association::account, StringCodec.NAME)
        .optional("user", Association::user, StringCodec.NAME)
        .optional("parent", Association::parent, StringCodec.NAME)
        .optionalInteger("shares", Association::shares, 0, MAX_COUNT)
        .optionalInteger("priority", Association::priority, 0, MAX_EXACT)
        .optional("limits", Association::limits, LIMITS, List.of())
        .optional("allowedQos", Association::allowedQos, NAMES, List.of())
        .build(AccountingCodecs::association);
  }

  private static Association association(FieldValues v) {
    Association association =
        new Association(
            v.nextString(),
            v.nextStringOrNull(),
            v.nextStringOrNull(),
            v.nextInt(),
            v.nextLong(),
            v.nextList(),
            v.nextList());
    if (association.user() != null && association.parent() != null) {
      throw notAllowed(
          "/parent", association.parent(), "no parent beside user, whose parent is the account");
    }
    return association;
  }

  private static ObjectCodec<QualityOfService> qos() {
    return new ObjectCodec.Builder<QualityOfService>()
        .required("name", QualityOfService::name, StringCodec.NAME)
        .optionalInteger("priority", QualityOfService::priority, 0, MAX_EXACT)
        .optional("usageFactor", QualityOfService::usageFactor, DoubleCodec.NOT_NEGATIVE, 1.0)
        .optional("limits", QualityOfService::limits, LIMITS, List.of())
        .optional(
            "flags",
            QualityOfService::flags,
            new ListCodec<>(new EnumCodec<>(QosFlag.OF_LIMITS), MAX_FLAGS),
            List.of())
        .optional("preempts", QualityOfService::preempts, NAMES, List.of())
        .optional(
            "preemptMode",
            QualityOfService::preemptMode,
            new EnumCodec<>(PreemptMode.class),
            PreemptMode.CLUSTER)
        .optionalInteger("graceSeconds", QualityOfService::graceSeconds, 0, MAX_COUNT)
        .build(
            v ->
                new QualityOfService(
                    v.nextString(),
                    v.nextLong(),
                    v.next(Double.class),
                    v.nextList(),
                    v.nextList(),
                    v.nextList(),
                    v.next(PreemptMode.class),
                    v.nextInt()));
  }

  private static ObjectCodec<ResourceLimit> limit() {
    return new ObjectCodec.Builder<ResourceLimit>()
        .required("limit", ResourceLimit::limit, new EnumCodec<>(LimitKind.class))
        .optional("tres", ResourceLimit::tres, StringCodec.NAME)
        .integer("amount", ResourceLimit::amount, 0, MAX_EXACT)
        .build(AccountingCodecs::limit);
  }

  private static ResourceLimit limit(FieldValues v) {
    ResourceLimit limit =
        new ResourceLimit(v.next(LimitKind.class), v.nextStringOrNull(), v.nextLong());
    if (limit.limit().isOfTres() == (limit.tres() == null)) {
      throw notAllowed(
          "/limit",
          WireEnum.nameOf(limit.limit()),
          limit.tres() == null ? "a limit without tres" : "a limit of a TRES beside tres");
    }
    return limit;
  }

  private static ObjectCodec<PriorityParameters> priority() {
    return new ObjectCodec.Builder<PriorityParameters>()
        .required("weights", p -> p.settings().weights(), weights())
        .optionalInteger("maxAgeSeconds", p -> p.settings().maxAgeSeconds(), 1, MAX_COUNT)
        .optionalInteger("decayHalfLifeSeconds", p -> p.settings().halfLifeSeconds(), 0, MAX_COUNT)
        .optionalInteger("calcPeriodSeconds", p -> p.settings().calcPeriodSeconds(), 1, MAX_COUNT)
        .optional("favorsSmall", p -> p.settings().favorsSmall(), BooleanCodec.BOOLEAN, false)
        .optionalInteger("dampeningFactor", p -> p.settings().dampening(), 1, MAX_PARTITION)
        .optional(
            "usageReset",
            p -> p.settings().usageReset(),
            new EnumCodec<>(UsageReset.class),
            UsageReset.NONE)
        .optional(
            "flags",
            p -> p.settings().flags().stream().filter(WIRE_FLAGS::contains).toList(),
            new ListCodec<>(new EnumCodec<>(WIRE_FLAGS), MAX_FLAGS),
            List.of())
        .optional(
            "partitions",
            PriorityParameters::partitions,
            new MapCodec<>(StringCodec.NAME, new IntegerCodec(0, MAX_PARTITION), MAX_PARTITIONS),
            Map.of())
        .build(v -> new PriorityParameters(settings(v), v.nextMap()));
  }

  private static PrioritySettings settings(FieldValues v) {
    return new PrioritySettings(
        v.next(PriorityWeights.class),
        orElse(v.nextInt(), PrioritySettings.DEFAULT_SECONDS),
        orElse(v.nextInt(), PrioritySettings.DEFAULT_SECONDS),
        orElse(v.nextInt(), PrioritySettings.DEFAULT_CALC_SECONDS),
        v.next(Boolean.class),
        orElse(v.nextInt(), 1),
        v.next(UsageReset.class),
        new LinkedHashSet<>(v.nextList()));
  }

  private static int orElse(int value, int absent) {
    return value == EventData.NONE ? absent : value;
  }

  private static ObjectCodec<PriorityWeights> weights() {
    return new ObjectCodec.Builder<PriorityWeights>()
        .optional("age", PriorityWeights::age, DoubleCodec.NOT_NEGATIVE, 0.0)
        .optional("association", PriorityWeights::association, DoubleCodec.NOT_NEGATIVE, 0.0)
        .optional("fairShare", PriorityWeights::fairShare, DoubleCodec.NOT_NEGATIVE, 0.0)
        .optional("jobSize", PriorityWeights::jobSize, DoubleCodec.NOT_NEGATIVE, 0.0)
        .optional("partition", PriorityWeights::partition, DoubleCodec.NOT_NEGATIVE, 0.0)
        .optional("qos", PriorityWeights::qos, DoubleCodec.NOT_NEGATIVE, 0.0)
        .optional(
            "tres",
            PriorityWeights::tres,
            new MapCodec<>(StringCodec.NAME, DoubleCodec.NOT_NEGATIVE, MAX_NAMES),
            Map.of())
        .build(
            v ->
                new PriorityWeights(
                    v.next(Double.class),
                    v.next(Double.class),
                    v.next(Double.class),
                    v.next(Double.class),
                    v.next(Double.class),
                    v.next(Double.class),
                    v.nextMap()));
  }

  private static ObjectCodec<AccountUsage> usage() {
    return new ObjectCodec.Builder<AccountUsage>()
        .integer("at", AccountUsage::at, 0, LAST_SECOND)
        .required(
            "accounts", AccountUsage::accounts, new ListCodec<>(ofAccount(), MAX_ASSOCIATIONS))
        .build(v -> new AccountUsage(v.nextLong(), v.nextList()));
  }

  private static ObjectCodec<OfAccount> ofAccount() {
    return new ObjectCodec.Builder<OfAccount>()
        .required("account", OfAccount::account, StringCodec.NAME)
        .required("tresSeconds", OfAccount::tresSeconds, DoubleCodec.NOT_NEGATIVE)
        .optional(
            "users",
            OfAccount::users,
            new MapCodec<>(StringCodec.NAME, DoubleCodec.NOT_NEGATIVE, MAX_ASSOCIATIONS),
            Map.of())
        .build(v -> new OfAccount(v.nextString(), v.next(Double.class), v.nextMap()));
  }
}

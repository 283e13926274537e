package io.gnomon.events.codec;

import static io.gnomon.events.codec.Ranges.LAST_SECOND;
import static io.gnomon.events.codec.Ranges.MAX_ASSOCIATIONS;
import static io.gnomon.events.codec.Ranges.MAX_COUNT;
import static io.gnomon.events.codec.Ranges.MAX_EXACT;
import static io.gnomon.events.codec.Ranges.MAX_FLAGS;
import static io.gnomon.events.codec.Ranges.MAX_NAMES;
import static io.gnomon.events.codec.Ranges.MAX_PARTITION;
import static io.gnomon.events.codec.Ranges.MAX_PARTITIONS;

import io.gnomon.events.InvalidEventException;
import io.gnomon.events.InvalidEventException.Reason;
import io.gnomon.events.WireEnum;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.accounting.PriorityParameters;
import io.gnomon.events.codec.value.DoubleCodec;
import io.gnomon.events.codec.value.EnumCodec;
import io.gnomon.events.codec.value.IntegerCodec;
import io.gnomon.events.codec.value.ListCodec;
import io.gnomon.events.codec.value.MapCodec;
import io.gnomon.events.codec.value.RecordCodec;
import io.gnomon.events.codec.value.SetCodec;
import io.gnomon.events.codec.value.StringCodec;
import io.gnomon.model.accounts.AccountUsage;
import io.gnomon.model.accounts.AccountUsage.OfAccount;
import io.gnomon.model.accounts.Association;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.accounts.QosFlag;
import io.gnomon.model.limits.ResourceLimit;
import io.gnomon.model.machine.PreemptMode;
import io.gnomon.model.priority.PriorityFlag;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.model.priority.UsageReset;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
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

  static RecordCodec<Accounting> accounting() {
    return RecordCodec.of(Accounting.class)
        .optional("associations", new ListCodec<>(association(), MAX_ASSOCIATIONS))
        .optional("qos", new ListCodec<>(qos(), MAX_NAMES))
        .optional("priority", priority())
        .optional("usage", usage())
        .optional("safeLimits")
        .check(AccountingCodecs::check)
        .build();
  }

  private static void check(Accounting accounting) {
    checkTree(accounting.associations());
    Set<String> names = new HashSet<>();
    for (int i = 0; i < accounting.qos().size(); i++) {
      String name = accounting.qos().get(i).name();
      if (!names.add(name)) {
        throw notAllowed("/qos/" + i + "/name", name, "a name that no other QOS has");
      }
    }
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
      if (association.isUser()) {
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
      } else if (!parent.isEmpty() && !users.containsKey(parent)) {
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

  private static RecordCodec<Association> association() {
    return RecordCodec.of(Association.class)
        .inlined("limits")
        .renamed("all", "limits")
        .unwritten("defaultQos", "")
        .required("account")
        .optional("user", StringCodec.NAME, "")
        .optional("parent", StringCodec.NAME, "")
        .optionalInteger("shares", 0, MAX_COUNT)
        .optionalInteger("priority", 0, MAX_EXACT)
        .optional("limits", LIMITS)
        .optional("allowedQos", NAMES)
        .check(AccountingCodecs::check)
        .build();
  }

  private static void check(Association association) {
    if (association.isUser() && !association.parent().isEmpty()) {
      throw notAllowed(
          "/parent", association.parent(), "no parent beside user, whose parent is the account");
    }
  }

  private static RecordCodec<Qos> qos() {
    return RecordCodec.of(Qos.class)
        .inlined("limits")
        .renamed("all", "limits")
        .required("name")
        .integer("priority", 0, MAX_EXACT, 0)
        .optional("usageFactor", DoubleCodec.NOT_NEGATIVE, 1.0)
        .optional("limits", LIMITS)
        .optional(
            "flags", new SetCodec<>(new ListCodec<>(new EnumCodec<>(QosFlag.OF_LIMITS), MAX_FLAGS)))
        .optional("preempts", NAMES)
        .optional("preemptMode", PreemptMode.CLUSTER)
        .optional("graceSeconds", new IntegerCodec(0, MAX_COUNT), 0)
        .build();
  }

  private static RecordCodec<ResourceLimit> limit() {
    return RecordCodec.of(ResourceLimit.class)
        .required("limit")
        .optional("tres")
        .integer("amount", 0, MAX_EXACT)
        .check(AccountingCodecs::check)
        .build();
  }

  private static void check(ResourceLimit limit) {
    if (limit.limit().isOfTres() == (limit.tres() == null)) {
      throw notAllowed(
          "/limit",
          WireEnum.nameOf(limit.limit()),
          limit.tres() == null ? "a limit without tres" : "a limit of a TRES beside tres");
    }
  }

  private static RecordCodec<PriorityParameters> priority() {
    return RecordCodec.of(PriorityParameters.class)
        .inlined("settings")
        .renamed("halfLifeSeconds", "decayHalfLifeSeconds")
        .renamed("dampening", "dampeningFactor")
        .required("weights", weights())
        .integer("maxAgeSeconds", 1, MAX_COUNT, PrioritySettings.DEFAULT_SECONDS)
        .integer("decayHalfLifeSeconds", 0, MAX_COUNT, PrioritySettings.DEFAULT_SECONDS)
        .integer("calcPeriodSeconds", 1, MAX_COUNT, PrioritySettings.DEFAULT_CALC_SECONDS)
        .optional("favorsSmall")
        .integer("dampeningFactor", 1, MAX_PARTITION, 1)
        .optional("usageReset", UsageReset.NONE)
        .optional("flags", new SetCodec<>(new ListCodec<>(new EnumCodec<>(WIRE_FLAGS), MAX_FLAGS)))
        .optional(
            "partitions",
            new MapCodec<>(StringCodec.NAME, new IntegerCodec(0, MAX_PARTITION), MAX_PARTITIONS))
        .build();
  }

  private static RecordCodec<PriorityWeights> weights() {
    return RecordCodec.of(PriorityWeights.class)
        .optional("age", DoubleCodec.NOT_NEGATIVE, 0.0)
        .optional("association", DoubleCodec.NOT_NEGATIVE, 0.0)
        .optional("fairShare", DoubleCodec.NOT_NEGATIVE, 0.0)
        .optional("jobSize", DoubleCodec.NOT_NEGATIVE, 0.0)
        .optional("partition", DoubleCodec.NOT_NEGATIVE, 0.0)
        .optional("qos", DoubleCodec.NOT_NEGATIVE, 0.0)
        .optional("tres", new MapCodec<>(StringCodec.NAME, DoubleCodec.NOT_NEGATIVE, MAX_NAMES))
        .build();
  }

  private static RecordCodec<AccountUsage> usage() {
    return RecordCodec.of(AccountUsage.class)
        .integer("at", 0, LAST_SECOND)
        .required("accounts", new ListCodec<>(ofAccount(), MAX_ASSOCIATIONS))
        .build();
  }

  private static RecordCodec<OfAccount> ofAccount() {
    return RecordCodec.of(OfAccount.class)
        .required("account")
        .required("tresSeconds", DoubleCodec.NOT_NEGATIVE)
        .optional(
            "users", new MapCodec<>(StringCodec.NAME, DoubleCodec.NOT_NEGATIVE, MAX_ASSOCIATIONS))
        .build();
  }
}

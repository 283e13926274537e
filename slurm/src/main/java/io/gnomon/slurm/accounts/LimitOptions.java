package io.gnomon.slurm.accounts;

import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.Limits;
import io.gnomon.slurm.mapping.Rejected;
import io.gnomon.slurm.value.Amount;
import io.gnomon.slurm.value.SlurmTime;
import io.gnomon.slurm.value.Tres;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The limits of an association or a QOS by the names of their options: those of commands, of dumps
 * and of the columns of listings. Not thread-safe. Source: manual of sacctmgr.
 */
final class LimitOptions {
  private static final Pattern COUNTED = Pattern.compile("cpu|mem|node|billing|(gres|license)/.*");
  private static final long UNLIMITED_MINUTES = (Integer.MAX_VALUE + 59L) / 60;
  private static final Set<String> NOT_SIMULATED =
      Set.of(
          "grpjobsaccrue",
          "maxjobsaccrue",
          "maxjobsaccrueperaccount",
          "maxjobsaccrueperuser",
          "maxjobsaccruepa",
          "maxjobsaccruepu",
          "maxtresrunmins",
          "maxtresrunminsperaccount",
          "maxtresrunminsperuser",
          "maxtresrunminspa",
          "maxtresrunminspu",
          "usagethreshold",
          "usagethres");

  private final boolean ofQos;
  private Limits limits = Limits.NONE;

  /** No limits of an association, or of a QOS. */
  LimitOptions(boolean ofQos) {
    this.ofQos = ofQos;
  }

  /**
   * Sets an option, if it is a limit; -1 removes one. TRES that are not named keep their limit.
   *
   * @param name in lower case
   * @param rejected receives limits on TRES that are not understood or not simulated
   * @throws IllegalArgumentException for another limit that is not understood or not simulated
   */
  void set(String name, String value, Rejected rejected) {
    if (NOT_SIMULATED.contains(name) && !isUnset(value) && !value.matches("0+(\\.0+)?")) {
      throw new IllegalArgumentException(
          "limit " + name + "=" + value + " is not simulated; remove it to simulate without");
    }
    LimitRow row = LimitRow.of(name).orElse(null);
    if (row == null) {
      return;
    }
    String tres = row.options().getOrDefault(name, "");
    if (!row.kind().isOfTres()) {
      set(counted(row.kind()), null, value);
    } else if (!tres.isEmpty()) {
      set(row.kind(), tres, value);
    } else {
      for (String item : value.split(",")) {
        try {
          Tres.items(item)
              .forEach((of, amount) -> set(row.kind(), of.toLowerCase(Locale.ROOT), amount));
        } catch (IllegalArgumentException wrong) {
          rejected.accept(name, item, String.valueOf(wrong.getMessage()));
        }
      }
    }
  }

  /** {@code MaxJobs} and {@code MaxSubmitJobs} of a QOS are those of a user. */
  private LimitKind counted(LimitKind named) {
    return ofQos && named == LimitKind.JOBS
        ? LimitKind.JOBS_OF_USER
        : ofQos && named == LimitKind.SUBMITTED ? LimitKind.SUBMITTED_OF_USER : named;
  }

  private static boolean isUnset(String value) {
    return value.isEmpty() || value.equals("-1");
  }

  private void set(LimitKind limit, @Nullable String tres, String value) {
    limits =
        isUnset(value)
            ? limits.without(limit, tres)
            : limits.with(limit, tres, amount(limit, tres == null ? "" : tres, value));
  }

  private static long amount(LimitKind limit, String tres, String value) {
    if (limit.isWallTime()) {
      return SlurmTime.isUnlimited(value)
          ? UNLIMITED_MINUTES
          : SlurmTime.minutes(value)
              .orElseThrow(() -> EntityOptions.invalid(value, "a time such as 1-12:00:00"));
    }
    if (limit.isOfTres() && !COUNTED.matcher(tres).matches()) {
      throw new IllegalArgumentException(
          "limits on '"
              + tres
              + "' are not simulated; allowed are cpu, mem, node, billing, gres/… and license/…");
    }
    if (!tres.equals("mem") && !Amount.matches(value)) {
      throw EntityOptions.invalid(value, "a number");
    }
    return Tres.amountOf(tres, value);
  }

  /** The limits that are set. */
  Limits limits() {
    return limits;
  }
}

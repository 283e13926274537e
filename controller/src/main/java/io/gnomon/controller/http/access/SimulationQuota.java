package io.gnomon.controller.http.access;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The simulations that clients may start through the API: at a time in total and without a token,
 * and at a time and over time for each client, so that one client, or those without a token, do not
 * take them all. Not thread-safe.
 */
public final class SimulationQuota {
  private static final int AT_A_TIME = 8;
  private static final int AT_A_TIME_WITHOUT_TOKEN = 6;
  private static final int AT_A_TIME_PER_CLIENT = 4;
  private static final int BURST = 60;
  private static final long REFILL_NANOS = 1_000_000_000L;
  private static final int MOST_CLIENTS = 1024;

  private final TokenBuckets<Client> rate;
  private final Map<Client, Integer> running = new HashMap<>();
  private int total;
  private int withoutToken;

  /**
   * Quotas of clients that have started nothing.
   *
   * @param nanoTime a clock that does not run backwards
   */
  public SimulationQuota(LongSupplier nanoTime) {
    rate = new TokenBuckets<>(BURST, REFILL_NANOS, MOST_CLIENTS, nanoTime);
  }

  /**
   * A refusal.
   *
   * @param detail what the limit is
   * @param retrySeconds when to try again
   */
  public record Refusal(String detail, long retrySeconds) {}

  /** Counts a simulation that starts, or returns why it may not. */
  public @Nullable Refusal enter(Client client) {
    if (total >= AT_A_TIME) {
      return new Refusal(AT_A_TIME + " simulations are running, the maximum; try again later", 1);
    }
    if (!client.user() && withoutToken >= AT_A_TIME_WITHOUT_TOKEN) {
      return new Refusal(
          AT_A_TIME_WITHOUT_TOKEN
              + " simulations of clients without a token are running, the maximum; try again later"
              + " or send a token",
          1);
    }
    if (running.getOrDefault(client, 0) >= AT_A_TIME_PER_CLIENT) {
      return new Refusal(
          AT_A_TIME_PER_CLIENT
              + " simulations of this client are running, the maximum; try again later",
          1);
    }
    if (!rate.take(client)) {
      return new Refusal(
          "this client has started "
              + BURST
              + " simulations within a minute; it may start one each second",
          rate.secondsToNext(client));
    }
    total++;
    withoutToken += client.user() ? 0 : 1;
    running.merge(client, 1, Integer::sum);
    return null;
  }

  /** Counts a simulation that has ended. */
  public void leave(Client client) {
    total--;
    withoutToken -= client.user() ? 0 : 1;
    running.computeIfPresent(client, (name, count) -> count == 1 ? null : count - 1);
  }
}

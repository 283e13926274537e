package io.gnomon.bridge.polling;

import io.gnomon.events.EventData;
import io.gnomon.events.cluster.CapacityChanged;
import io.gnomon.events.job.JobCancelled;
import io.gnomon.events.job.JobEvent;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobModified;
import io.gnomon.events.job.JobRequeued;
import io.gnomon.events.job.JobResumed;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.job.JobSuspended;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Merges the events of many jobs into one order: by time, and within a second first the events that
 * free processors, then the starts that fit. The events of one job keep their order, and no event
 * is earlier than the clock.
 */
final class EventMerger {
  private final long clock;
  private final long now;
  private final int capacity;
  private final Map<String, Integer> held;
  private final List<EventData> ordered = new ArrayList<>();
  private int used;
  private int maxUsed;

  /**
   * A merger without events.
   *
   * @param clock the last published epoch second
   * @param now epoch second of the observation
   * @param capacity the last published capacity
   * @param held processors of the running jobs, by id
   */
  EventMerger(long clock, long now, int capacity, Map<String, Integer> held) {
    this.clock = clock;
    this.now = Math.max(clock, now);
    this.capacity = capacity;
    this.held = new HashMap<>(held);
    used = held.values().stream().mapToInt(Integer::intValue).sum();
    maxUsed = used;
  }

  /**
   * Merges chains of events, one for each job.
   *
   * @param widths processors of the jobs, by id
   */
  EventMerger merge(List<List<EventData>> chains, Map<String, Integer> widths) {
    List<Event> events = new ArrayList<>();
    for (List<EventData> chain : chains) {
      long at = clock;
      for (int i = 0; i < chain.size(); i++) {
        at = Math.max(at, chain.get(i).at());
        events.add(new Event(timed(chain.get(i), at), i));
      }
    }
    events.sort(Comparator.comparingLong((Event event) -> event.data().at()));
    int from = 0;
    while (from < events.size()) {
      long second = events.get(from).data().at();
      int to = from;
      while (to < events.size() && events.get(to).data().at() == second) {
        to++;
      }
      mergeSecond(events.subList(from, to), widths);
      from = to;
    }
    return this;
  }

  private record Event(EventData data, int step) {}

  /** Merges the events of one second: the next event of each job, by its rank. */
  private void mergeSecond(List<Event> events, Map<String, Integer> widths) {
    Map<String, List<EventData>> chains = new LinkedHashMap<>();
    events.stream()
        .sorted(Comparator.comparingInt(Event::step))
        .forEach(
            event ->
                chains
                    .computeIfAbsent(jobOf(event.data()), name -> new ArrayList<>())
                    .add(event.data()));
    List<List<EventData>> open = new ArrayList<>(chains.values());
    while (!open.isEmpty()) {
      List<EventData> best = open.get(0);
      for (List<EventData> chain : open) {
        if (rank(chain.get(0), widths) < rank(best.get(0), widths)) {
          best = chain;
        }
        if (rank(best.get(0), widths) == 0) {
          break;
        }
      }
      add(best.remove(0), widths);
      if (best.isEmpty()) {
        List<EventData> done = best;
        open.removeIf(chain -> chain == done);
      }
    }
  }

  private int rank(EventData event, Map<String, Integer> widths) {
    if (event instanceof JobStarted || event instanceof JobResumed) {
      return used + width(event, widths) <= capacity ? 2 : 3;
    }
    return event instanceof JobSubmitted || event instanceof JobModified ? 1 : 0;
  }

  private static int width(EventData event, Map<String, Integer> widths) {
    return widths.getOrDefault(jobOf(event), 1);
  }

  private void add(EventData event, Map<String, Integer> widths) {
    String job = jobOf(event);
    if (event instanceof JobStarted || event instanceof JobResumed) {
      held.put(job, width(event, widths));
      used += width(event, widths);
      maxUsed = Math.max(maxUsed, used);
    } else if (event instanceof JobFinished
        || event instanceof JobCancelled
        || event instanceof JobSuspended
        || event instanceof JobRequeued) {
      used -= Objects.requireNonNullElse(held.remove(job), 0);
    }
    ordered.add(event);
  }

  /**
   * Returns the events together with changes of the capacity. An increase, also a temporary one
   * that the jobs needed, precedes the events, and a decrease follows them.
   *
   * @param after the observed capacity
   */
  List<EventData> withCapacity(int after) {
    List<EventData> all = new ArrayList<>();
    int max = Math.max(after, maxUsed);
    int published = capacity;
    if (max > capacity) {
      all.add(new CapacityChanged(clock, max, null));
      published = max;
    }
    all.addAll(ordered);
    if (after != published) {
      all.add(new CapacityChanged(lastAt(), after, null));
    }
    return all;
  }

  private long lastAt() {
    return ordered.isEmpty() ? now : Math.max(now, ordered.get(ordered.size() - 1).at());
  }

  private static String jobOf(EventData event) {
    return ((JobEvent) event).job();
  }

  private static EventData timed(EventData event, long at) {
    if (event.at() == at) {
      return event;
    }
    if (event instanceof JobSubmitted job) {
      return new JobSubmitted(
          job.job(),
          at,
          job.processors(),
          job.estimateSeconds(),
          job.user(),
          job.group(),
          job.application(),
          job.queue(),
          job.priority(),
          job.memoryMegabytes(),
          job.widths(),
          job.held());
    }
    if (event instanceof JobStarted job) {
      return new JobStarted(job.job(), at, job.processors(), job.limitSeconds(), job.partition());
    }
    if (event instanceof JobFinished job) {
      return new JobFinished(job.job(), at, job.outcome());
    }
    if (event instanceof JobCancelled job) {
      return new JobCancelled(job.job(), at);
    }
    if (event instanceof JobSuspended job) {
      return new JobSuspended(job.job(), at, job.reason());
    }
    if (event instanceof JobResumed job) {
      return new JobResumed(job.job(), at, job.reason());
    }
    if (event instanceof JobRequeued job) {
      return new JobRequeued(job.job(), at, job.reason());
    }
    if (event instanceof JobModified job) {
      return new JobModified(
          job.job(),
          at,
          job.processors(),
          job.estimateSeconds(),
          job.priority(),
          job.queue(),
          job.held());
    }
    throw new IllegalArgumentException(event.type().typeName() + " is not an event of a job");
  }
}

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
import io.gnomon.events.machine.NodeStateChange;
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
  private long used;
  private long maxUsed;

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
    used = held.values().stream().mapToLong(Integer::longValue).sum();
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
        if (rank(chain, widths) < rank(best, widths)) {
          best = chain;
        }
        if (rank(best, widths) == 0) {
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

  /** Of the starts that fit, those of jobs that also end in this second are first. */
  private int rank(List<EventData> chain, Map<String, Integer> widths) {
    EventData event = chain.get(0);
    if (event instanceof JobStarted || event instanceof JobResumed) {
      int fits = chain.size() > 1 ? 2 : 3;
      return used + width(event, widths) <= capacity ? fits : 4;
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
   * Returns the events together with changes of the capacity and of the states of nodes. An
   * increase, also a temporary one that the jobs needed, precedes the events, and a decrease
   * follows them.
   *
   * @param after the observed capacity
   * @param published the last published states of the nodes; they are changed
   * @param observed the observed states of the nodes
   */
  List<EventData> withCapacity(int after, NodeStates published, NodeStates observed) {
    List<EventData> all = new ArrayList<>();
    int max =
        Math.max(capacity, (int) Math.max(after, Math.min(FreeNodes.MAX_PROCESSORS, maxUsed)));
    addCapacity(all, clock, capacity, max, published.open(observed, ordered));
    all.addAll(ordered);
    addCapacity(all, lastAt(), max, after, published.to(observed));
    return all;
  }

  private static void addCapacity(
      List<EventData> events, long at, int from, int to, List<NodeStateChange> nodes) {
    if (from != to || !nodes.isEmpty()) {
      events.add(new CapacityChanged(at, from == to ? EventData.NONE : to, null, nodes));
    }
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
      return new JobSubmitted(job.job(), at, job.description(), job.held());
    }
    if (event instanceof JobStarted job) {
      return new JobStarted(
          job.job(), at, job.processors(), job.limitSeconds(), job.partition(), job.placement());
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
          job.held(),
          job.request());
    }
    throw new IllegalArgumentException(event.type().typeName() + " is not an event of a job");
  }
}

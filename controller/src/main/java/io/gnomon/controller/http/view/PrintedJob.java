package io.gnomon.controller.http.view;

import io.gnomon.controller.mirror.Mirror;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The name of a job as {@code squeue} prints it, which can stand for several tasks of an array. */
public final class PrintedJob {
  // 72, 72_[5-8%2]; 72_5 is the name of one task
  private static final Pattern ARRAY = Pattern.compile("(\\d+)(?:_\\[(\\d*)[^\\]]*\\]?)?");

  private PrintedJob() {}

  /**
   * The job that a text names: itself if there is such a job, otherwise the first task of the array
   * that has not started, or the first task listed in brackets. If there is none, the text.
   */
  public static String named(String text, Mirror mirror) {
    Matcher array = ARRAY.matcher(text);
    if (mirror.slot(text) != ClusterState.NONE || mirror.ended(text) != null || !array.matches()) {
      return text;
    }
    String prefix = array.group(1) + "_";
    String listed = prefix + array.group(2);
    if (mirror.slot(listed) != ClusterState.NONE) {
      return listed;
    }
    ClusterState state = mirror.state();
    int[] first = {ClusterState.NONE};
    state.forEachActive(
        slot -> {
          if (mirror.name(slot).startsWith(prefix)
              && (first[0] == ClusterState.NONE || before(state, slot, first[0]))) {
            first[0] = slot;
          }
        });
    return first[0] == ClusterState.NONE ? text : mirror.name(first[0]);
  }

  /** Tasks that run are after those that do not, otherwise the order is that of submission. */
  private static boolean before(ClusterState state, int slot, int other) {
    boolean runs = state.phase(slot) == JobPhase.RUNNING;
    return runs == (state.phase(other) == JobPhase.RUNNING)
        ? state.job(slot) < state.job(other)
        : !runs;
  }
}

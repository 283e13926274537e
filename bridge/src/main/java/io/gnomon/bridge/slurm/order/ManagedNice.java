package io.gnomon.bridge.slurm.order;

import io.gnomon.bridge.slurm.client.JobRecord;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The nice value of a job while Gnomon manages it, until the job is seen with its own value.
 *
 * @param own the value that the job's user gave it
 * @param set the value that Gnomon set last
 * @param before the value that the job had before that; it still has it if the change was not
 *     carried out
 */
public record ManagedNice(long own, long set, long before) {
  /** Whether a job with this nice value has not been changed by anyone but Gnomon. */
  public boolean isUnchanged(long nice) {
    return nice == set || nice == before;
  }

  /**
   * Returns the value of a job, or null if Gnomon does not manage it. The tasks of an array have
   * the value of the array when they become jobs of their own.
   *
   * @param managed values by {@link JobRecord#id}
   */
  public static @Nullable ManagedNice of(JobRecord job, Map<String, ManagedNice> managed) {
    ManagedNice own = managed.get(Long.toString(job.id()));
    ManagedNice ofArray = managed.get(Long.toString(job.arrayJob()));
    return own == null && ofArray != null && ofArray.isUnchanged(job.nice()) ? ofArray : own;
  }

  /**
   * Returns the values after a change was undone: a job has the former value, or still the one that
   * the change has set, if its nice value could not be set again.
   *
   * @param managed the values before the change
   * @param changed the values after it
   */
  public static Map<String, ManagedNice> undone(
      Map<String, ManagedNice> managed, Map<String, ManagedNice> changed) {
    Map<String, ManagedNice> undone = new HashMap<>(managed);
    changed.forEach(
        (job, nice) -> undone.put(job, new ManagedNice(nice.own, nice.before, nice.set)));
    return undone;
  }
}

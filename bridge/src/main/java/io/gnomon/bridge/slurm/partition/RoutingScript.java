package io.gnomon.bridge.slurm.partition;

import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.order.NiceOrder;
import java.util.Locale;

/**
 * Writes the job_submit.lua that routes new jobs to the partition of their time limit. A site's own
 * job_submit.lua can load it and call {@code gnomon_route}; otherwise it is the whole script.
 */
public final class RoutingScript {
  /** The first line, which identifies a script that the bridge has written. */
  public static final String HEADER =
      "-- Written by Gnomon's bridge, which overwrites it with every change.";

  private static final long NO_LIMIT_MINUTES = 1L << 30;

  private RoutingScript() {}

  /**
   * Returns the script.
   *
   * @param ordered whether new jobs start at the end of the queue, until the bridge orders them
   */
  public static String content(PartitionLayout layout, boolean ordered) {
    StringBuilder routes = new StringBuilder();
    for (PartitionLayout.OwnedPartition partition : layout.partitions()) {
      long minutes =
          partition.upToMinutes() == JobRecord.UNLIMITED
              ? NO_LIMIT_MINUTES
              : partition.upToMinutes();
      routes.append(
          String.format(
              Locale.ROOT,
              "  { partition = \"%s\", minutes = %d, nodes = %d, cpus = %d },%n",
              partition.name(),
              minutes,
              partition.nodes(),
              partition.processors()));
    }
    return """
        %s
        -- To use it from your own job_submit.lua, add to slurm_job_submit:
        --   if pcall(dofile, "this file") then gnomon_route(job, partitions) end
        local base = "%s"
        local base_is_default = %s
        local bottom = %s
        local max_own = %d
        local routes = {
        %s}

        local function given(number)
          return number ~= nil and number ~= slurm.NO_VAL and number ~= slurm.INFINITE
        end

        local function fits(number, max)
          return not given(number) or number <= max
        end

        -- slurmctld passes nice values plus 2^31; held jobs and jobs with a priority are left alone
        local function move_to_end(job)
          if bottom == nil or job.priority ~= slurm.NO_VAL then
            return
          end
          local own = given(job.nice) and job.nice - 2147483648 or 0
          if own >= -max_own and own <= max_own then
            job.nice = 2147483648 + bottom + own
          end
        end

        function gnomon_route(job, partitions)
          if job.partition ~= base and not (job.partition == nil and base_is_default) then
            return
          end
          move_to_end(job)
          if not given(job.time_limit) then
            return
          end
          for _, route in ipairs(routes) do
            if job.time_limit <= route.minutes then
              if partitions[route.partition] ~= nil
                  and fits(job.min_nodes, route.nodes) and fits(job.min_cpus, route.cpus) then
                job.partition = route.partition
              end
              return
            end
          end
        end

        if slurm_job_submit == nil then
          function slurm_job_submit(job, partitions, uid)
            gnomon_route(job, partitions)
            return slurm.SUCCESS
          end

          function slurm_job_modify(job, record, partitions, uid)
            return slurm.SUCCESS
          end
        end

        return slurm.SUCCESS
        """
        .formatted(
            HEADER,
            layout.base(),
            layout.baseIsDefault(),
            ordered ? Long.toString(NiceOrder.BOTTOM) : "nil",
            NiceOrder.MAX_OWN,
            routes);
  }
}

package io.gnomon.bridge.slurm.apply;

import io.gnomon.bridge.slurm.read.JobRecord;
import java.util.Locale;

/**
 * Writes the job_submit.lua that sends new jobs to the partition of their time limit. A script that
 * a site has itself can load it and call {@code gnomon_route}; otherwise it is the whole script.
 */
final class RouteScript {
  /** The first line, by which a script of the bridge's own is known. */
  static final String MARK =
      "-- Written by Gnomon's bridge, which overwrites it with every change.";

  private static final long LONGEST = 1L << 30;

  private RouteScript() {}

  /**
   * The script.
   *
   * @param ordered whether new jobs wait below all others until the bridge gives them their place
   */
  static String of(Layout layout, boolean ordered) {
    StringBuilder routes = new StringBuilder();
    for (Layout.Queue queue : layout.queues()) {
      long minutes = queue.upToMinutes() == JobRecord.UNLIMITED ? LONGEST : queue.upToMinutes();
      routes.append(
          String.format(
              Locale.ROOT,
              "  { partition = \"%s\", minutes = %d, nodes = %d, cpus = %d },%n",
              queue.name(),
              minutes,
              queue.nodes(),
              queue.processors()));
    }
    return """
        %s
        -- In a job_submit.lua of your own, write in slurm_job_submit:
        --   if pcall(dofile, "this file") then gnomon_route(job, partitions) end
        local base = "%s"
        local base_is_default = %s
        local bottom = %s
        local most_own = %d
        local routes = {
        %s}

        local function given(number)
          return number ~= nil and number ~= slurm.NO_VAL and number ~= slurm.INFINITE
        end

        local function fits(number, most)
          return not given(number) or number <= most
        end

        -- a nice value, which slurmctld counts from 2^31; not of a job that is held or has a priority
        local function wait_below(job)
          if bottom == nil or job.priority ~= slurm.NO_VAL then
            return
          end
          local own = given(job.nice) and job.nice - 2147483648 or 0
          if own >= -most_own and own <= most_own then
            job.nice = 2147483648 + bottom + own
          end
        end

        function gnomon_route(job, partitions)
          if job.partition ~= base and not (job.partition == nil and base_is_default) then
            return
          end
          wait_below(job)
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
            MARK,
            layout.base(),
            layout.baseIsDefault(),
            ordered ? Long.toString(Ordering.BOTTOM) : "nil",
            Ordering.MOST_OWN,
            routes);
  }
}

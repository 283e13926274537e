package io.gnomon.sandbox;

import io.gnomon.sim.workload.JobLog;

/**
 * Settings of a demo.
 *
 * @param workload display name
 * @param log the jobs, prepared for the machine
 * @param processors of the cluster
 * @param threshold mean bounded slowdown above which studies run
 * @param speed simulated seconds per second; infinite for as fast as the controller follows
 * @param seconds time limit; infinite for none
 * @param port of the dashboard; 0 for any free port
 */
record DemoSettings(
    String workload,
    JobLog log,
    int processors,
    double threshold,
    double speed,
    double seconds,
    int port) {}

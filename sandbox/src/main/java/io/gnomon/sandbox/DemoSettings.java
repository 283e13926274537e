package io.gnomon.sandbox;

import io.gnomon.sim.workload.JobLog;

/**
 * What a demo runs.
 *
 * @param workload what it is called, for people
 * @param log the jobs, prepared for the machine
 * @param processors of the cluster
 * @param threshold of the aggregate bounded slowdown
 * @param speed simulated seconds a second, infinite for as fast as can be followed
 * @param seconds after which it ends whatever has been run, infinite for never
 * @param port of the dashboard, 0 for any
 */
record DemoSettings(
    String workload,
    JobLog log,
    int processors,
    double threshold,
    double speed,
    double seconds,
    int port) {}

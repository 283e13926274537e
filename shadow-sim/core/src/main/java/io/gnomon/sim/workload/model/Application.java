package io.gnomon.sim.workload.model;

import io.gnomon.sim.machine.Request;
import org.jspecify.annotations.Nullable;

/**
 * A program that a generated user runs repeatedly.
 *
 * @param number from 1, in order of first use
 * @param user from 1
 * @param width processors of every run
 * @param typicalRuntime seconds; runs deviate from it by some tens of percent
 * @param held the capacity that a run holds, in processors or in nodes
 * @param longest the maximum estimate in seconds
 * @param request what a run requests of a machine of nodes; null for a pool of processors
 */
record Application(
    int number,
    int user,
    int width,
    int typicalRuntime,
    double held,
    int longest,
    @Nullable Request request) {}

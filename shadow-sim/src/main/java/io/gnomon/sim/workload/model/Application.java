package io.gnomon.sim.workload.model;

/**
 * A program that a generated user runs again and again.
 *
 * @param number from 1, in order of first use
 * @param user from 1
 * @param width processors of every run
 * @param typicalRuntime seconds; a run deviates from it by some tens of percent
 */
record Application(int number, int user, int width, int typicalRuntime) {}

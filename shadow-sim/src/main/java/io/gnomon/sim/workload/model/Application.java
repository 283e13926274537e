package io.gnomon.sim.workload.model;

/**
 * A program that a generated user runs repeatedly.
 *
 * @param number from 1, in order of first use
 * @param user from 1
 * @param width processors of every run
 * @param typicalRuntime seconds; runs deviate from it by some tens of percent
 */
record Application(int number, int user, int width, int typicalRuntime) {}

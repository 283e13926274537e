/**
 * What a decision is based on and how it is recorded: settings, decision records, commands. What is
 * simulated belongs to the tuner.
 */
@NullMarked
package io.gnomon.controller.cluster.decide;

import org.jspecify.annotations.NullMarked;

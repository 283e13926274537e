/**
 * The paired experiment: two real Slurms on this machine get the same jobs, and Gnomon tunes one of
 * them. Results come from {@code sacct}, not from Gnomon.
 */
@NullMarked
package io.gnomon.sandbox.experiment;

import org.jspecify.annotations.NullMarked;

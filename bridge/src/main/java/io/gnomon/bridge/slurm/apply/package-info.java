/**
 * Carries out plans, keeps a journal of them on disk, reads the result back, and undoes a plan that
 * failed or was interrupted. Only objects that Gnomon owns are created or removed. What the steps
 * are is decided in {@code plan}.
 */
@NullMarked
package io.gnomon.bridge.slurm.apply;

import org.jspecify.annotations.NullMarked;

/**
 * Scheduling policies: the interface, and the families of policies, found by ServiceLoader. Each
 * sub-package contains one family or stage.
 */
@NullMarked
package io.gnomon.sim.policy;

import org.jspecify.annotations.NullMarked;

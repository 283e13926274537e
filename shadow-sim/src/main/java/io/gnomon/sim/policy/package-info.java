/**
 * Scheduling policies: the interface, specs with their text form, and families found by
 * ServiceLoader. Each sub-package contains one family.
 */
@NullMarked
package io.gnomon.sim.policy;

import org.jspecify.annotations.NullMarked;

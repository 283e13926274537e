/**
 * Whether a loop does harm: logs on which it could, and what it does on them beside fixed policies.
 * No loop of its own, and no threshold of a loop's settings.
 */
@NullMarked
package io.gnomon.sim.harm;

import org.jspecify.annotations.NullMarked;

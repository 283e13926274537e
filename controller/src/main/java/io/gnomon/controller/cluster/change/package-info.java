/**
 * The lifecycle of a change: proposed, pending, in force, rolled back. How it was found is not part
 * of this package.
 */
@NullMarked
package io.gnomon.controller.cluster.change;

import org.jspecify.annotations.NullMarked;

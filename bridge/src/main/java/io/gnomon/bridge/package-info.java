/**
 * What any scheduler must offer to be tuned, and the one runner that connects it to the topics,
 * through restarts of its own. No scheduler is known here by name, and nothing is decided here.
 */
@NullMarked
package io.gnomon.bridge;

import org.jspecify.annotations.NullMarked;

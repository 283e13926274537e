/** What any scheduler must offer to be tuned, and the one runner that connects it to the topics. */
@NullMarked
package io.gnomon.bridge;

import org.jspecify.annotations.NullMarked;

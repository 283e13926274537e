/**
 * Asynchronous calls that are repeated until they succeed. The package does not depend on what is
 * called.
 */
@NullMarked
package io.gnomon.controller.retry;

import org.jspecify.annotations.NullMarked;

/**
 * The demo: an embedded broker, an emulated cluster and the controller in one process. Never on a
 * production class path.
 */
@NullMarked
package io.gnomon.sandbox;

import org.jspecify.annotations.NullMarked;

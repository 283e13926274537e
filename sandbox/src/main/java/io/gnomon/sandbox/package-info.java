/** A whole world in one process: an embedded broker, an emulated cluster and the demo. */
@NullMarked
package io.gnomon.sandbox;

import org.jspecify.annotations.NullMarked;

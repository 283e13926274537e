/**
 * The replay of decisions from recorded events, operations and extents of studies. The package
 * reads topics or files and writes nothing; the decisions are those of {@code controller.cluster}.
 */
@NullMarked
package io.gnomon.controller.replay;

import org.jspecify.annotations.NullMarked;

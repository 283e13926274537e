/**
 * A decision made again from what was recorded: events, what people did, and how far each study
 * went. It reads topics or files and writes nothing to either; what a replay does is {@code
 * controller.cluster}'s.
 */
@NullMarked
package io.gnomon.controller.replay;

import org.jspecify.annotations.NullMarked;

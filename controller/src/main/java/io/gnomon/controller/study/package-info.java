/** Where shadow studies run: a bounded pool beside the event loop, with a time limit. */
@NullMarked
package io.gnomon.controller.study;

import org.jspecify.annotations.NullMarked;

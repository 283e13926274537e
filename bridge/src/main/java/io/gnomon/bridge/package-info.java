/**
 * The scheduler port, and the runner that connects one scheduler to the topics across restarts.
 * Code that needs to know which scheduler, which broker or which file is used belongs in a
 * subpackage, and decisions about configurations belong in the controller.
 */
@NullMarked
package io.gnomon.bridge;

import org.jspecify.annotations.NullMarked;

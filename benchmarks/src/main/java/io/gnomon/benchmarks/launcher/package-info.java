/**
 * All commands of the launcher {@code gnomon}, and what is made of them: help texts and completion
 * scripts. The commands themselves are in their modules, the launchers in {@code dist} and in the
 * root.
 */
@NullMarked
package io.gnomon.benchmarks.launcher;

import org.jspecify.annotations.NullMarked;

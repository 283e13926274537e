/**
 * What a study is judged by: objectives, which give every served job a cost, and guards, which no
 * choice may break. Found by ServiceLoader and written as text, like policies. Nothing here
 * simulates or decides.
 */
@NullMarked
package io.gnomon.sim.tune.objective;

import org.jspecify.annotations.NullMarked;

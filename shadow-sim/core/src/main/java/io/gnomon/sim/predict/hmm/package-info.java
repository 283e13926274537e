/** The hidden Markov model of runtimes (Nissimov and Feitelson 2008, section 3). */
@NullMarked
package io.gnomon.sim.predict.hmm;

import org.jspecify.annotations.NullMarked;

/**
 * Reports on an assessment: one document as HTML and Markdown, and the figures as JSON. Writes no
 * files.
 */
@NullMarked
package io.gnomon.sim.assess.report;

import org.jspecify.annotations.NullMarked;

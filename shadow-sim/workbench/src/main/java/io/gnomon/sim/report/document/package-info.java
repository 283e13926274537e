/**
 * The document model of all reports: sections, tables, charts, and their forms for terminals,
 * Markdown, HTML, CSV and JSON. What a report says does not belong here.
 */
@NullMarked
package io.gnomon.sim.report.document;

import org.jspecify.annotations.NullMarked;

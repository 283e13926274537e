/** The HTTP server: health, metrics, the API and the dashboard. */
@NullMarked
package io.gnomon.controller.http;

import org.jspecify.annotations.NullMarked;

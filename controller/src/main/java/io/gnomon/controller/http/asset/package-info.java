/** The dashboard's files, and how they are cached and compressed. No API. */
@NullMarked
package io.gnomon.controller.http.asset;

import org.jspecify.annotations.NullMarked;

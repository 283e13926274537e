/**
 * Files that outlive the bridge process: the command ledger, and files that are replaced
 * atomically. What a file holds is defined where it is used. Every error names the path.
 */
@NullMarked
package io.gnomon.bridge.storage;

import org.jspecify.annotations.NullMarked;

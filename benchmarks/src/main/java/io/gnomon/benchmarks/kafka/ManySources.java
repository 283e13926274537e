package io.gnomon.benchmarks.kafka;

/**
 * How a controller bears many clusters, and sources that are no clusters.
 *
 * @param seriesPerCluster series of one cluster in a scrape
 * @param scrapeBytes size of a scrape
 * @param scrapeSeconds the time of each scrape over HTTP, in ascending order
 * @param consuming the pauses of the event loop while the events were consumed
 * @param scraping the same while metrics were scraped
 */
@SuppressWarnings("ArrayRecordComponent") // figures are only read
public record ManySources(
    double seriesPerCluster,
    long scrapeBytes,
    double[] scrapeSeconds,
    Pauses consuming,
    Pauses scraping) {}

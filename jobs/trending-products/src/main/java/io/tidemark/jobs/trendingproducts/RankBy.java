package io.tidemark.jobs.trendingproducts;

/** What makes a product trend. */
public enum RankBy {
    /** How many orders it has. */
    COUNT,
    /** What they are worth together. */
    SUM
}

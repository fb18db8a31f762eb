package io.tidemark.operators.disorder;

/**
 * What a key loses at a delay; estimated from a sample once more than a few hundred events are
 * late, see {@link DelayFindings#worstKeys}.
 *
 * @param key the key
 * @param events how many events it has; never too few
 * @param behind how many of them are behind the watermark
 * @param lost how many of them the first window loses
 * @param disorderMax the largest disorder among its sampled events, milliseconds
 */
public record KeyLosses(String key, long events, long behind, long lost, long disorderMax) {}

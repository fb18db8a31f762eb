package io.tidemark.jobs.cli;

import org.apache.flink.connector.base.DeliveryGuarantee;

/** What a reader of the results may rely on; the names are what the option takes. */
public enum Delivery {
    /** A read_committed reader sees each result once. */
    EXACTLY_ONCE("exactly-once", DeliveryGuarantee.EXACTLY_ONCE),
    /** Results are visible at once, and come again after a crash. */
    AT_LEAST_ONCE("at-least-once", DeliveryGuarantee.AT_LEAST_ONCE);

    private final String label;
    private final DeliveryGuarantee guarantee;

    Delivery(String label, DeliveryGuarantee guarantee) {
        this.label = label;
        this.guarantee = guarantee;
    }

    /** The same in the connector's words. */
    public DeliveryGuarantee guarantee() {
        return guarantee;
    }

    @Override
    public String toString() {
        return label;
    }
}

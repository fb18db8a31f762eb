package io.tidemark.system.wronghouse.local;

import org.apache.flink.connector.base.DeliveryGuarantee;

/** A platform with a Flink connector on its class path. */
final class ConnectedPlatform {

    private ConnectedPlatform() {}

    static DeliveryGuarantee guarantee() {
        return DeliveryGuarantee.NONE;
    }
}

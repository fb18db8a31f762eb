package io.tidemark.system.kafka;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.sink.PreflightException;
import io.tidemark.operators.sink.kafka.KafkaOutput;
import io.tidemark.operators.sink.kafka.KafkaPreflight;
import io.tidemark.operators.sink.kafka.TopicPlan;
import io.tidemark.system.process.Broker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.Resource;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client with few rights is not told that there is no broker. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class RightsIT {

    private static final String TOPIC = "results";

    @Test
    void settingsThatAClientMayNotSee(@TempDir Path directory) {
        try (Broker broker =
                        Broker.startIn(
                                directory,
                                Map.of(
                                        "authorizer.class.name",
                                        "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                                        "allow.everyone.if.no.acl.found",
                                        "true"));
                Admin admin = Admin.create(client(broker));
                KafkaPreflight preflight = KafkaPreflight.connect(client(broker))) {
            KafkaOutput output =
                    new KafkaOutput(
                            client(broker),
                            DeliveryGuarantee.EXACTLY_ONCE,
                            "job",
                            Duration.ofMinutes(10));
            preflight.ensure(List.of(TopicPlan.table(TOPIC, 1)));
            hideSettings(
                    admin, new ResourcePattern(ResourceType.TOPIC, TOPIC, PatternType.LITERAL));
            hideSettings(
                    admin,
                    new ResourcePattern(
                            ResourceType.CLUSTER, Resource.CLUSTER_NAME, PatternType.LITERAL));
            Awaitility.await("inconclusive: the settings are told")
                    .until(() -> refusesSettings(admin));

            assertThatCode(() -> preflight.checkDelivery(output, checkpointed(), Duration.ZERO))
                    .doesNotThrowAnyException();
            assertThatThrownBy(() -> preflight.ensure(List.of(TopicPlan.table(TOPIC, 1))))
                    .isInstanceOf(PreflightException.class)
                    .hasMessageContaining("does not answer this client")
                    .hasMessageNotContaining("no Kafka broker answers");
        }
    }

    /** All but them stays allowed. */
    private static void hideSettings(Admin admin, ResourcePattern resource) {
        Outlet.get(
                admin.createAcls(
                                List.of(
                                        acl(resource, AclOperation.ALL, AclPermissionType.ALLOW),
                                        acl(
                                                resource,
                                                AclOperation.DESCRIBE_CONFIGS,
                                                AclPermissionType.DENY)))
                        .all());
    }

    private static AclBinding acl(
            ResourcePattern resource, AclOperation operation, AclPermissionType permission) {
        return new AclBinding(
                resource, new AccessControlEntry("User:ANONYMOUS", "*", operation, permission));
    }

    private static boolean refusesSettings(Admin admin) {
        ConfigResource broker = new ConfigResource(ConfigResource.Type.BROKER, "1");
        try {
            Outlet.get(admin.describeConfigs(List.of(broker)).all());
            return false;
        } catch (IllegalStateException refused) {
            if (refused.getCause() instanceof ClusterAuthorizationException) {
                return true;
            }
            throw refused;
        }
    }

    private static Properties client(Broker broker) {
        Properties client = new Properties();
        client.setProperty("bootstrap.servers", broker.address());
        return client;
    }

    private static Configuration checkpointed() {
        Configuration flink = new Configuration();
        flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(10));
        flink.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofMinutes(1));
        return flink;
    }
}

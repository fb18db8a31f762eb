package io.tidemark.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is in the jars that a cluster gets, and what must not be. */
class FatJarIT {

    private static final Path JOBS =
            Path.of(System.getProperty("tidemark.house", "../..")).resolve("jobs");

    private static final List<String> CONNECTORS =
            List.of("org/apache/flink/connector/", "org/apache/flink/streaming/connectors/kafka/");

    private static final List<String> LOGGING =
            List.of(
                    "org/slf4j/",
                    "org/apache/logging/",
                    "org/apache/log4j/",
                    "ch/qos/logback/",
                    "org/apache/commons/logging/",
                    "META-INF/services/org.slf4j.");

    /** Each directory whose pom names a main class is a job. */
    static List<String> jobs() throws IOException {
        List<String> jobs = new ArrayList<>();
        try (DirectoryStream<Path> poms = Files.newDirectoryStream(JOBS, "*")) {
            for (Path directory : poms) {
                Path pom = directory.resolve("pom.xml");
                if (Files.exists(pom) && Files.readString(pom).contains("<job.main.class>")) {
                    jobs.add(directory.getFileName().toString());
                }
            }
        }
        return jobs;
    }

    @Test
    void theJobsAreThese() throws IOException {
        assertThat(jobs())
                .containsExactlyInAnyOrder(
                        "orders-per-minute",
                        "rolling-spend",
                        "sweep-transactions",
                        "trending-products",
                        "user-sessions",
                        "watermark-lab");
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void holdsOfFlinkOnlyTheConnectors(String job) throws IOException {
        List<String> entries = entries(jar(job));

        assertThat(entries).anyMatch(entry -> entry.startsWith(CONNECTORS.get(0)));
        assertThat(flinkBesidesConnectors(entries)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void holdsNoLogging(String job) throws IOException {
        assertThat(logging(entries(jar(job)))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void holdsItsMainClass(String job) throws IOException {
        try (JarFile jar = new JarFile(jar(job).toFile())) {
            Attributes manifest = jar.getManifest().getMainAttributes();
            String main = manifest.getValue("Main-Class");
            // A tool is no job, and is not called one.
            String suffix = manifest.getValue("Tidemark-Job-Kind").equals("tool") ? "" : "Job";

            assertThat(main)
                    .matches("io\\.tidemark\\.jobs\\." + job.replace("-", "") + "\\.\\w+" + suffix);
            assertThat(jar.getEntry(main.replace('.', '/') + ".class")).isNotNull();
        }
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void holdsEachEntryOnce(String job) throws IOException {
        assertThat(entries(jar(job))).doesNotHaveDuplicates();
    }

    @Test
    void mutantWithFlinkAndALogBindingIsCaught(@TempDir Path directory) throws IOException {
        Path mutant = directory.resolve("mutant.jar");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("org/apache/flink/runtime/Surprise.class"));
            zip.putNextEntry(new ZipEntry("org/apache/logging/log4j/core/Logger.class"));
        }
        Files.write(mutant, bytes.toByteArray());

        assertThat(flinkBesidesConnectors(entries(mutant))).hasSize(1);
        assertThat(logging(entries(mutant))).hasSize(1);
    }

    private static Path jar(String job) {
        return JOBS.resolve("%s/target/tidemark-%s-fat.jar".formatted(job, job));
    }

    private static List<String> flinkBesidesConnectors(List<String> entries) {
        return entries.stream()
                .filter(entry -> entry.startsWith("org/apache/flink/") && entry.endsWith(".class"))
                .filter(entry -> CONNECTORS.stream().noneMatch(entry::startsWith))
                .toList();
    }

    private static List<String> logging(List<String> entries) {
        return entries.stream()
                .filter(entry -> !entry.endsWith("/"))
                .filter(entry -> LOGGING.stream().anyMatch(entry::startsWith))
                .toList();
    }

    /** As they stand in the file: a central directory would hide a second one of the same name. */
    private static List<String> entries(Path jar) throws IOException {
        assertThat(jar).as("the fat jar; mvn package makes it").exists();
        List<String> entries = new ArrayList<>();
        try (InputStream file = Files.newInputStream(jar);
                ZipInputStream zip = new ZipInputStream(file)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                entries.add(entry.getName());
            }
        }
        return entries;
    }
}

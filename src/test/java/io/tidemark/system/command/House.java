package io.tidemark.system.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The project as {@code jobs/run} sees it, in which everything is built and up to date.
 *
 * <p>It is a directory of links to the real one. The script compares the times of links, which are
 * those of this test, so it never starts to build within the build; and it takes the fat jar that
 * it finds there, which may be another one than the shipped.
 */
final class House implements AutoCloseable {
    static final String JOB = "orders-per-minute";

    private final Path root;

    private final String job;

    private final List<Path> links;

    private House(Path root, String job, List<Path> links) {
        this.root = root;
        this.job = job;
        this.links = links;
    }

    /** A house with the fat jar that the build made. */
    static House in(Path directory) {
        return in(directory, JOB);
    }

    /** A house with the fat jar that the build made of another job. */
    static House in(Path directory, String job) {
        return of(directory, job, real().resolve(jarOf(job)));
    }

    /** A house in which this is the fat jar of {@link #JOB}. */
    static House of(Path directory, Path fatJar) {
        return of(directory, JOB, fatJar);
    }

    private static House of(Path directory, String job, Path fatJar) {
        Path real = real();
        Path platform = real.resolve("target").resolve("local");
        if (!Files.exists(platform.resolve("classpath")) || !Files.exists(fatJar)) {
            throw new IllegalStateException(
                    "the platform and "
                            + fatJar.getFileName()
                            + " are not built: run these tests by mvn verify");
        }
        try {
            Path root = Files.createDirectories(directory.resolve("house")).toRealPath();
            List<Path> links = new ArrayList<>();
            for (String entry :
                    List.of(
                            "pom.xml",
                            "operators",
                            "watermark-strategies",
                            "flink-conf",
                            "src/local",
                            "jobs/run",
                            "jobs/pom.xml",
                            "jobs/" + job + "/pom.xml",
                            "target/local")) {
                links.add(link(root.resolve(entry), real.resolve(entry)));
            }
            links.add(link(root.resolve(jarOf(job)), fatJar));
            return new House(root, job, links);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The fat jar that the build made. */
    static Path shippedJar() {
        return real().resolve(jarOf(JOB));
    }

    /** The root of the project. */
    static Path real() {
        String house = System.getProperty("tidemark.house", "../..");
        return Path.of(house).toAbsolutePath().normalize();
    }

    /** Starts {@code ./jobs/run} with these arguments. */
    Command start(String... arguments) {
        return start(List.of(arguments));
    }

    /** Starts {@code ./jobs/run} with these arguments. */
    Command start(List<String> arguments) {
        return Command.start(root, "./jobs/run", arguments);
    }

    /** Starts {@code ./jobs/run} with the job and these arguments. */
    Command startJob(String... arguments) {
        return startJob(List.of(arguments));
    }

    /** Starts {@code ./jobs/run} with the job and these arguments. */
    Command startJob(List<String> arguments) {
        return Command.start(root, "./jobs/run", withJob(arguments));
    }

    /** Starts {@code ./jobs/run} with the job and these arguments in a terminal. */
    Command startJobInTerminal(List<String> arguments) {
        String line = "./jobs/run " + String.join(" ", withJob(arguments));
        return Command.start(root, "script", List.of("-q", "-e", "-c", line, "/dev/null"));
    }

    /** Takes the links away, so that nobody who clears up can follow them. */
    @Override
    public void close() {
        try {
            for (Path link : links) {
                Files.delete(link);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> withJob(List<String> arguments) {
        List<String> all = new ArrayList<>(arguments);
        all.add(0, job);
        return all;
    }

    private static String jarOf(String job) {
        return "jobs/%s/target/tidemark-%s-fat.jar".formatted(job, job);
    }

    private static Path link(Path link, Path target) throws IOException {
        Files.createDirectories(link.resolveSibling("."));
        return Files.createSymbolicLink(link, target);
    }
}

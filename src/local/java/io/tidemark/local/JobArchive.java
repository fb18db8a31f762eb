package io.tidemark.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.local.usage.WrongUsage;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * A job's fat jar, asked about itself.
 *
 * <p>The jar's main class runs in a process of its own, with the jar in front of the platform's
 * class path: there it finds Flink, which it does not carry, and its own connector, which the
 * platform must not have.
 */
final class JobArchive {
    private static final Attributes.Name KIND = new Attributes.Name("Tidemark-Job-Kind");
    private static final String WRITES_REPORT = "report";

    private final Path jar;
    private final String mainClass;
    private final boolean writesReport;

    private JobArchive(Path jar, String mainClass, boolean writesReport) {
        this.jar = jar;
        this.mainClass = mainClass;
        this.writesReport = writesReport;
    }

    /**
     * Opens a fat jar.
     *
     * @throws WrongUsage if there is no such jar, or its manifest names no main class
     */
    static JobArchive open(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            Attributes attributes =
                    manifest == null ? new Attributes() : manifest.getMainAttributes();
            String mainClass = attributes.getValue(Attributes.Name.MAIN_CLASS);
            if (mainClass == null) {
                throw new WrongUsage(jar + " is no job: its manifest names no Main-Class");
            }
            return new JobArchive(jar, mainClass, WRITES_REPORT.equals(attributes.getValue(KIND)));
        } catch (IOException e) {
            throw new WrongUsage(jar + " cannot be read as a jar: " + e.getMessage());
        }
    }

    Path jar() {
        return jar;
    }

    /**
     * Whether the job reads something to its end and writes a report, instead of running on from
     * topic to topic.
     */
    boolean writesReport() {
        return writesReport;
    }

    /**
     * Asks the job what it would do with these options.
     *
     * @throws WrongUsage if the job refuses them
     * @throws JobFailed if it does not answer as a job should
     */
    JobDescription describe(List<String> options) throws JobFailed {
        return describe(options, JobDescription::parse);
    }

    /** The same of a job that {@link #writesReport}. */
    ReportDescription describeReport(List<String> options) throws JobFailed {
        return describe(options, ReportDescription::parse);
    }

    private <D> D describe(List<String> options, Function<String, D> parse) throws JobFailed {
        List<String> arguments = new ArrayList<>(options);
        arguments.add("--describe");
        String answer = ask(arguments);
        try {
            return parse.apply(answer);
        } catch (IllegalArgumentException e) {
            throw new JobFailed(
                    mainClass + " does not describe itself as a job should: " + e.getMessage());
        }
    }

    /** The job's manual. */
    String manual() throws JobFailed {
        return ask(List.of("--help"));
    }

    private String ask(List<String> arguments) throws JobFailed {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // The process lives for a second: it should not lose it by optimizing.
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.add("-cp");
        command.add(jar + File.pathSeparator + System.getProperty("java.class.path"));
        command.add(mainClass);
        command.addAll(arguments);
        try {
            Path complaints = Files.createTempFile("tidemark-", ".txt");
            try {
                Process process =
                        new ProcessBuilder(command)
                                .redirectInput(ProcessBuilder.Redirect.PIPE)
                                .redirectError(complaints.toFile())
                                .start();
                process.getOutputStream().close();
                String answer = new String(process.getInputStream().readAllBytes(), UTF_8);
                int status = process.waitFor();
                if (status != 0) {
                    List<String> lines = new ArrayList<>();
                    lines.add(
                            "%s %s ended with status %d"
                                    .formatted(
                                            mainClass,
                                            arguments.get(arguments.size() - 1),
                                            status));
                    String text = Files.readString(complaints, UTF_8);
                    if (!text.isBlank()) {
                        lines.addAll(0, RootCause.of(text));
                    }
                    throw new JobFailed(lines);
                }
                return answer;
            } finally {
                Files.deleteIfExists(complaints);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new InterruptedIOException("interrupted"));
        }
    }
}

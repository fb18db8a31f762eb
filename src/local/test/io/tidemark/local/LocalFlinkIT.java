package io.tidemark.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.ToolProvider;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class LocalFlinkIT {
    /** The profile that users get, seen from this module's directory. */
    private static final Path PROFILE = Path.of("..", "..", "flink-conf", "local");

    @Test
    void shippedProfileStartsAClusterWithItsUiOnTheNextFreePort() throws Exception {
        Configuration profile = LocalFlink.profile(PROFILE);
        assertThat(LocalFlink.slots(profile)).isGreaterThanOrEqualTo(8);

        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RunDirectory directory = RunDirectory.temporary();
                LocalFlink flink =
                        LocalFlink.start(
                                profile, directory, taken.getLocalPort(), Optional.empty())) {
            assertThat(flink.address().getHost()).isEqualTo("127.0.0.1");
            assertThat(flink.address().getPort()).isGreaterThan(taken.getLocalPort());
            assertThat(page(flink.address())).contains("Apache Flink Web Dashboard");
        }
    }

    @Test
    void refusalOfAJobsMainMethodIsTheReason(@TempDir Path sources) throws Exception {
        Path jar =
                jarOf(
                        sources,
                        "Refusing",
                        """
                        public class Refusing {
                            public static void main(String[] arguments) {
                                throw new IllegalStateException("no topic " + arguments[1]);
                            }
                        }
                        """);
        try (RunDirectory directory = RunDirectory.temporary();
                LocalFlink flink =
                        LocalFlink.start(
                                LocalFlink.profile(PROFILE), directory, 18_081, Optional.empty())) {
            assertThatThrownBy(
                            () ->
                                    flink.submit(
                                            jar,
                                            List.of("--topic", "things and more"),
                                            OptionalInt.empty(),
                                            Optional.empty()))
                    .isInstanceOfSatisfying(
                            JobFailed.class,
                            failure ->
                                    assertThat(failure.lines())
                                            .startsWith(
                                                    "no topic things and more"
                                                            + " (IllegalStateException)"));
        }
    }

    @Test
    void jobDescribesItselfInAProcessOfItsOwn(@TempDir Path sources) throws Exception {
        Path jar =
                jarOf(
                        sources,
                        "Describing",
                        """
                        public class Describing {
                            public static void main(String[] arguments) {
                                if (arguments[0].equals("--help")) {
                                    System.out.println("the manual");
                                } else if (arguments[0].equals("--wrong")) {
                                    System.out.println("{\\"usage_error\\":\\"--wrong: is wrong\\"}");
                                } else {
                                    throw new IllegalStateException("cannot describe");
                                }
                            }
                        }
                        """);
        JobArchive archive = JobArchive.open(jar);

        assertThat(archive.manual()).isEqualToIgnoringNewLines("the manual");
        assertThatThrownBy(() -> archive.describe(List.of("--wrong")))
                .hasMessage("--wrong: is wrong");
        assertThatThrownBy(() -> archive.describe(List.of("--broken")))
                .isInstanceOf(JobFailed.class)
                .hasMessageContaining("cannot describe");
    }

    private static String page(URI address) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString(UTF_8))
                .body();
    }

    private static Path jarOf(Path directory, String mainClass, String source) throws Exception {
        Path file = Files.writeString(directory.resolve(mainClass + ".java"), source);
        assertThat(
                        ToolProvider.getSystemJavaCompiler()
                                .run(null, null, null, "-d", directory.toString(), file.toString()))
                .as("exit status of javac")
                .isZero();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
        Path jar = directory.resolve(mainClass + ".jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.putNextEntry(new JarEntry(mainClass + ".class"));
            out.write(Files.readAllBytes(directory.resolve(mainClass + ".class")));
        }
        return jar;
    }
}

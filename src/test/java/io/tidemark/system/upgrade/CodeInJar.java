package io.tidemark.system.upgrade;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A version of a class that a job brings in a jar of its own, so that two versions of it can be run
 * one after the other.
 */
final class CodeInJar {

    private final Path jar;

    private CodeInJar(Path jar) {
        this.jar = jar;
    }

    /** Compiles the source {@code upgrade/VERSION/NAME.java}. */
    static CodeInJar compiled(String version, String name, Path directory) throws IOException {
        Path classes = Files.createDirectories(directory.resolve(version));
        JavaCompiler compiler =
                requireNonNull(ToolProvider.getSystemJavaCompiler(), "run the tests on a JDK");
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled =
                    compiler.getTask(
                                    null,
                                    files,
                                    null,
                                    List.of("-d", classes.toString()),
                                    null,
                                    files.getJavaFileObjects(source(version, name)))
                            .call();
            assertThat(compiled).as("%s of version %s compiles", name, version).isTrue();
        }
        Path jar = directory.resolve(version + ".jar");
        pack(classes, jar);
        return new CodeInJar(jar);
    }

    private static Path source(String version, String name) {
        String resource = "/upgrade/" + version + "/" + name + ".java";
        try {
            return Path.of(requireNonNull(CodeInJar.class.getResource(resource), resource).toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void pack(Path classes, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(file);
                Stream<Path> all = Files.walk(classes)) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                packed.putNextEntry(new JarEntry(classes.relativize(each).toString()));
                Files.copy(each, packed);
                packed.closeEntry();
            }
        }
    }

    Path jar() {
        return jar;
    }

    /** The class loader of a client that submits the job. */
    URLClassLoader loader() throws IOException {
        return new URLClassLoader(
                new URL[] {jar.toUri().toURL()}, CodeInJar.class.getClassLoader());
    }
}

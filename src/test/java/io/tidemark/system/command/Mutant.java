package io.tidemark.system.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * A fat jar in which one class of the project is broken on purpose: the shipped source with a few
 * words changed, compiled anew and put in the place of the shipped class.
 */
final class Mutant {
    private Mutant() {}

    /** Words of a source that occur there exactly once, and what stands there in the mutant. */
    record Change(String shipped, String broken) {}

    /**
     * Makes a mutant.
     *
     * @param source the source file, from the root of the project
     * @return the mutant's fat jar
     */
    static Path of(Path directory, String source, Change... changes) throws IOException {
        String text = Files.readString(House.real().resolve(source), UTF_8);
        for (Change change : changes) {
            assertThat(text.split(Pattern.quote(change.shipped()), -1))
                    .as("%s has changed: say anew where this mutant is broken", source)
                    .hasSize(2);
            text = text.replace(change.shipped(), change.broken());
        }
        Path sources = Files.createDirectories(directory.resolve("mutant-source"));
        Path broken = sources.resolve(Path.of(source).getFileName());
        Files.writeString(broken, text, UTF_8);
        Path classes = Files.createDirectories(directory.resolve("mutant-classes"));
        compile(broken, classes);

        Path jar = directory.resolve("mutant.jar");
        Files.copy(House.shippedJar(), jar);
        try (FileSystem inJar = FileSystems.newFileSystem(jar);
                Stream<Path> compiled = Files.walk(classes)) {
            for (Path file : compiled.filter(Files::isRegularFile).toList()) {
                Path place = inJar.getPath("/" + classes.relativize(file));
                assertThat(place).as("what the mutant is to replace").exists();
                Files.copy(file, place, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return jar;
    }

    private static void compile(Path source, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertThat(compiler)
                .as("the JDK's compiler: these tests need a JDK, as the build")
                .isNotNull();
        String classPath =
                House.shippedJar()
                        + File.pathSeparator
                        + Files.readString(House.real().resolve("target/local/classpath"), UTF_8);
        List<String> options =
                List.of("-proc:none", "-nowarn", "-cp", classPath, "-d", classes.toString());
        try (var files = compiler.getStandardFileManager(null, null, UTF_8)) {
            assertThat(
                            compiler.getTask(
                                            null,
                                            files,
                                            null,
                                            options,
                                            null,
                                            files.getJavaFileObjects(source))
                                    .call())
                    .as("the mutant compiles")
                    .isTrue();
        }
    }
}

package io.tidemark.jobs.sweeptransactions;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;
import org.apache.flink.core.fs.local.LocalFileSystem;

/**
 * A file system that a process finds only among its plugins: that of this machine under another
 * scheme.
 */
public final class PluggedFileSystem implements FileSystemFactory {

    static final String SCHEME = "plugged";

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public FileSystem create(URI uri) {
        return new LocalFileSystem();
    }

    /** Makes a plugin of it in a directory of plugins. */
    static void plugInto(Path plugins) throws IOException {
        Path directory = Files.createDirectories(plugins.resolve(SCHEME));
        String code = PluggedFileSystem.class.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(directory.resolve("plugged.jar"));
                JarOutputStream jar = new JarOutputStream(file);
                InputStream in =
                        requireNonNull(
                                PluggedFileSystem.class
                                        .getClassLoader()
                                        .getResourceAsStream(code))) {
            jar.putNextEntry(new JarEntry(code));
            in.transferTo(jar);
            jar.putNextEntry(
                    new JarEntry("META-INF/services/" + FileSystemFactory.class.getName()));
            jar.write(PluggedFileSystem.class.getName().getBytes(StandardCharsets.UTF_8));
        }
    }
}

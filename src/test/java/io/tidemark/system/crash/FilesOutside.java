package io.tidemark.system.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.operators.sink.file.FileOutput;
import io.tidemark.system.guarantee.EffectOnce;
import io.tidemark.system.guarantee.Guarantee;
import io.tidemark.system.guarantee.History;
import io.tidemark.system.guarantee.History.Effect;
import io.tidemark.system.guarantee.NothingLost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.flink.api.connector.sink2.Sink;

/** Finished files of a directory, a line an entry. */
class FilesOutside implements Outside {

    @Override
    public String name() {
        return "files";
    }

    private static Path directory(Installation installation, String scene) {
        return installation.directory(scene + "-files");
    }

    @Override
    public void prepare(Installation installation, String scene) {
        directory(installation, scene);
    }

    @Override
    public Sink<Entry> sink(Installation installation, String scene) {
        return FileOutput.<Entry>in(directory(installation, scene).toUri().toString())
                .jsonLines(Entry::text);
    }

    @Override
    public History history(Installation installation, String scene, Journal journal, int first) {
        History history = new History();
        journal.all(first).forEach(history::enter);
        try (Stream<Path> files = Files.walk(directory(installation, scene))) {
            for (Path file : files.filter(FilesOutside::isFinished).sorted().toList()) {
                for (String line : Files.readAllLines(file)) {
                    Entry entry = Entry.of(line.getBytes(UTF_8));
                    history.see(new Effect(entry.effect(), entry.key()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return history;
    }

    private static boolean isFinished(Path file) {
        return Files.isRegularFile(file) && !file.getFileName().toString().startsWith(".");
    }

    /** No order: a reader of files sees them in any. */
    @Override
    public Guarantee[] promises() {
        return new Guarantee[] {new NothingLost(), new EffectOnce()};
    }
}

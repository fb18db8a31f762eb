package io.tidemark.system.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What stands in the profiles, as far as no cluster's jars are asked. */
class ProfileTest {

    /** A file of settings, and where it is to have reasons. */
    private record SettingsFile(Profile profile, String name) {

        List<String> lines() {
            return profile.lines(name);
        }

        Function<List<String>, List<String>> check() {
            return name.equals("config.yaml")
                    ? Reasons::missingInYaml
                    : Reasons::missingInProperties;
        }

        @Override
        public String toString() {
            return profile + "/" + name;
        }
    }

    static Stream<SettingsFile> files() {
        return Profile.all().stream()
                .flatMap(
                        profile ->
                                profile.files().stream()
                                        .map(name -> new SettingsFile(profile, name)));
    }

    @Test
    void theFilesAreThese() {
        assertThat(files())
                .extracting(SettingsFile::toString)
                .hasSize(2 * Profile.all().size() + 1)
                .contains(
                        "local/config.yaml", "local/log4j.properties", "high-availability/zoo.cfg");
    }

    @ParameterizedTest
    @MethodSource("files")
    void everySettingHasAReason(SettingsFile file) {
        assertThat(file.lines()).filteredOn(Reasons::isSetting).hasSizeGreaterThan(4);
        assertThat(file.check().apply(file.lines())).as("settings without a reason").isEmpty();
    }

    @ParameterizedTest
    @MethodSource("files")
    void mutantWithoutAnyOneReasonIsCaught(SettingsFile file) {
        List<String> lines = file.lines();
        for (int i = 0; i < lines.size(); i++) {
            List<String> mutant = new ArrayList<>(lines);
            if (Reasons.isSetting(lines.get(i))) {
                mutant.set(i, lines.get(i).replaceFirst(" +# .*", ""));
            } else if (isTheReasonOfTheNext(lines, i)) {
                mutant.remove(i);
            }
            if (!mutant.equals(lines)) {
                assertThat(file.check().apply(mutant))
                        .as("settings without a reason, if there is none in: %s", lines.get(i))
                        .isNotEmpty();
            }
        }
    }

    /** One line alone, right above. */
    private static boolean isTheReasonOfTheNext(List<String> lines, int at) {
        return lines.get(at).startsWith("#")
                && (at == 0 || !lines.get(at - 1).startsWith("#"))
                && at + 1 < lines.size()
                && Reasons.isSetting(lines.get(at + 1));
    }

    @ParameterizedTest
    @MethodSource("files")
    void mutantWithAnyOneSettingMoreIsCaught(SettingsFile file) {
        List<String> lines = file.lines();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (Reasons.isSetting(line) && !Reasons.isWhatItIs(line)) {
                String more = line.replaceFirst("(\\w+) *([:=]).*", "more$2 1");
                List<String> mutant = new ArrayList<>(lines);
                mutant.add(i + 1, more);

                assertThat(file.check().apply(mutant)).containsExactly(more);
            }
        }
    }

    @Test
    void mutantWhoseReasonIsAnotherOnesIsCaught() {
        assertThat(Reasons.missingInYaml(List.of("heartbeat.timeout: 20 s # see above")))
                .hasSize(1);
        assertThat(Reasons.missingInYaml(List.of("# of the next file", "", "a.b: 1"))).hasSize(1);
        assertThat(Reasons.missingInProperties(List.of("# of the next file", "", "tickTime=1")))
                .hasSize(1);
        // Properties have no comments behind a value: it would be a part of it.
        assertThat(Reasons.missingInProperties(List.of("tickTime=1 # a tick"))).hasSize(1);
    }

    @Test
    void aWriteBufferOfLargeStateFitsTheMemoryOfASlot() {
        assertThat(WriteBuffers.problems(new Profile("large-state").settings())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "state.backend.rocksdb.memory.managed, false, is not that of the slot",
        "state.backend.rocksdb.memory.write-buffer-ratio, 0.1, that a slot has for writes",
        "state.backend.rocksdb.writebuffer.size, 256 mb, a write buffer of 268435456 bytes",
        "taskmanager.numberOfTaskSlots, 16, that a slot has for writes",
        "taskmanager.memory.managed.fraction, 0.05, that a slot has for writes"
    })
    void mutantWhoseWriteBufferDoesNotFitIsCaught(String key, String value, String problem) {
        Configuration mutant = new Profile("large-state").settings();
        mutant.setString(key, value);

        assertThat(WriteBuffers.problems(mutant)).singleElement().asString().contains(problem);
    }
}

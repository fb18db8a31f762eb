package io.tidemark.system.upgrade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.operators.late.LedgerAccount;
import io.tidemark.system.OnRealParts;
import io.tidemark.system.ReadCommitted;
import io.tidemark.system.RealParts;
import io.tidemark.system.RunningJob;
import io.tidemark.system.Scene;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Savepoints that earlier versions wrote are restored by this one, beside a broker that knows
 * nothing of the job but has the same log: what was put out before and after is the answer, record
 * for record. And what this version writes has the form of the newest of them, so that none is
 * missing.
 */
@ExtendWith(OnRealParts.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class UpgradeIT {

    private static final Pattern MAIN_CLASS = Pattern.compile("<job\\.main\\.class>[^<]");
    private static final Pattern KIND = Pattern.compile("<job\\.kind>(report|tool)</job\\.kind>");

    static Stream<KeptSavepoint> savepoints() throws IOException {
        List<KeptSavepoint> all = new ArrayList<>();
        for (JobOverOrders job : JobOverOrders.ALL) {
            all.addAll(KeptSavepoint.of(job, KeptSavepoint.all()));
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("savepoints")
    void goesOnFromWhatAnEarlierVersionLeft(KeptSavepoint kept, RealParts parts)
            throws IOException {
        JobOverOrders job = kept.job();
        Scene scene = Scene.named(parts, kept.name(), KeptSavepoint.PARTITIONS);
        scene.feed(kept.history());
        PutOut before = kept.putOut();
        PutOut answer = job.answer(scene.topic(), scene.fed());
        checkIsInTheMiddle(kept, before, answer, scene);

        RunningJob running =
                job.start(scene)
                        .parallelism(KeptSavepoint.PARALLELISM)
                        .checkpointsOnlyOnDemand()
                        .withoutRestart() // A state that it cannot read must not look like a wait.
                        .from(kept.uri())
                        .start()
                        .checkpointUntilCaughtUp();
        Map<String, String> forms = forms(Path.of(URI.create(running.checkpoint())));
        running.drain();

        PutOut after = PutOut.of(parts, scene);
        before.and(after).check(answer, job, scene.recordsIn(), kept.toString());
        if (job.summary()) {
            checkTotals(ReadCommitted.summaries(parts, scene), answer, kept);
        }
        if (kept.isNewest()) {
            checkAreKept(forms, kept);
        }
    }

    /** Otherwise a savepoint says nothing about state. */
    private static void checkIsInTheMiddle(
            KeptSavepoint kept, PutOut before, PutOut answer, Scene scene) throws IOException {
        long read = kept.read().values().stream().mapToLong(Long::longValue).sum();
        assertThat(read).as("read by %s", kept).isBetween(1L, scene.recordsIn() - 1);
        assertThat(before.standing()).as("rows before").isNotEmpty();
        assertThat(before.late()).as("late orders before").isNotEmpty();
        assertThat(before.deadLetters()).as("dead letters before").isNotEmpty();
        assertThat(before.ledger()).as("ledger before").containsKeys("admitted", "duplicate");
        assertThat(before.ledger().get("admitted"))
                .as("admitted before")
                .isGreaterThan(kept.job().onTime(before))
                .isLessThan(answer.ledger().get("admitted"));
    }

    /** State of another form than any that was kept would be an upgrade that nobody has tried. */
    private static void checkAreKept(Map<String, String> forms, KeptSavepoint kept)
            throws IOException {
        assertThat(forms)
                .as(
                        "forms of state that this version writes, and those of %s: if they were meant to"
                                + " change, keep one more savepoint by"
                                + " -Dtidemark.savepoints.write=%s",
                        kept, kept.job())
                .isEqualTo(forms(kept.directory()));
    }

    private static Map<String, String> forms(Path savepoint) throws IOException {
        return StateForms.in(savepoint, UpgradeIT.class.getClassLoader());
    }

    /** What the last summary tells of counts since the first start of the job. */
    private static void checkTotals(List<JsonNode> summaries, PutOut answer, KeptSavepoint kept) {
        JsonNode last = summaries.get(summaries.size() - 1);
        Map<String, Long> totals = new HashMap<>();
        for (LedgerAccount account : LedgerAccount.values()) {
            long total = last.required("totals").required(account.label()).asLong();
            if (total > 0) {
                totals.put(account.label(), total);
            }
        }
        assertThat(totals).as("totals of the last summary, %s", kept).isEqualTo(answer.ledger());
        assertThat(last.at("/late/total").asInt())
                .as("late orders by the last summary, %s", kept)
                .isEqualTo(answer.late().size());
    }

    @Test
    void everyJobThatRunsOnHasASavepoint() throws IOException {
        Path jobs = Path.of(System.getProperty("tidemark.house"), "jobs");

        assertThat(jobsThatRunOn(jobs)).hasSizeGreaterThan(3).isEqualTo(jobsWithSavepoint());
        assertThat(JobOverOrders.ALL)
                .extracting(JobOverOrders::name)
                .containsExactlyInAnyOrderElementsOf(jobsWithSavepoint());
    }

    @Test
    void mutantThatIsANewJobWithoutSavepointIsCaught(@TempDir Path jobs) throws IOException {
        for (String name : jobsWithSavepoint()) {
            writePom(jobs.resolve(name), "");
        }
        assertThat(jobsThatRunOn(jobs)).isEqualTo(jobsWithSavepoint());
        writePom(jobs.resolve("new-report"), "<job.kind>report</job.kind>");
        assertThat(jobsThatRunOn(jobs)).isEqualTo(jobsWithSavepoint());

        writePom(jobs.resolve("new-job"), "");

        assertThatThrownBy(() -> assertThat(jobsThatRunOn(jobs)).isEqualTo(jobsWithSavepoint()))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("new-job");
    }

    private static void writePom(Path job, String kind) throws IOException {
        Files.createDirectories(job);
        Files.writeString(job.resolve("pom.xml"), "<job.main.class>a.Job</job.main.class>" + kind);
    }

    private static Set<String> jobsWithSavepoint() throws IOException {
        Set<String> jobs = new TreeSet<>();
        try (Stream<Path> metadata = Files.walk(KeptSavepoint.all(), 3)) {
            metadata.filter(file -> file.endsWith("_metadata"))
                    .forEach(file -> jobs.add(file.getName(file.getNameCount() - 3).toString()));
        }
        return jobs;
    }

    /**
     * The jobs that {@code jobs/run} lists, without those of another kind: a report such as {@code
     * watermark-lab} reads something to its end and keeps nothing for a next run, and a tool has no
     * state at all.
     */
    private static Set<String> jobsThatRunOn(Path jobs) throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> directories = Files.list(jobs)) {
            for (Path directory : directories.toList()) {
                Path pom = directory.resolve("pom.xml");
                String text = Files.exists(pom) ? Files.readString(pom) : "";
                if (MAIN_CLASS.matcher(text).find() && !KIND.matcher(text).find()) {
                    names.add(directory.getFileName().toString());
                }
            }
        }
        return names;
    }
}

package io.tidemark.operators.disorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.operators.disorder.Arrivals.Arrival;
import io.tidemark.operators.testing.SeededRandom;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SeededRandom.class)
class StudiesTogetherTest {

    private static final StudyPlan PLAN =
            StudyPlan.of(Duration.ofMinutes(1), Duration.ofSeconds(10));

    private interface Writing {
        void to(DataOutput out) throws IOException;
    }

    private static byte[] bytes(Writing writing) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        writing.to(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static DataInputStream in(byte[] bytes) {
        return new DataInputStream(new ByteArrayInputStream(bytes));
    }

    private static void add(DelayStudy study, Arrival event) {
        study.add(event.eventTime(), event.arrival(), event.key());
    }

    /** All that findings say, so that two can be compared. */
    private static List<Object> told(DelayFindings findings) {
        List<Object> told = new ArrayList<>();
        told.add(findings.events());
        told.add(findings.outOfOrder());
        told.add(Arrays.stream(findings.behind()).boxed().toList());
        told.add(Arrays.stream(findings.lost(0)).boxed().toList());
        told.add(Arrays.stream(findings.lost(1)).boxed().toList());
        told.add(findings.dots(9_999));
        told.add(findings.progress());
        for (int i = 0; i < DelayGrid.standard().size(); i += 10) {
            told.add(findings.worstKeys(i, 20));
        }
        told.add(findings.recommend(0.99));
        for (double share : new double[] {0.1, 0.5, 0.9, 0.99, 1}) {
            told.add(findings.lag(share));
            told.add(findings.disorder(share));
            told.add(findings.lagTruncation().corrected(share * 0.999));
            told.add(findings.disorderTruncation().corrected(share * 0.999));
        }
        told.add(findings.disorderTruncation().unseenShare());
        return told;
    }

    private static List<Double> costs(DelayFindings findings) {
        List<Double> costs = new ArrayList<>();
        for (int i = 0; i < DelayGrid.standard().size(); i++) {
            costs.add(findings.meanOpen(1, i));
            costs.add(findings.meanWait(1, i));
        }
        return costs;
    }

    @RepeatedTest(8)
    void aRestoredStudyGoesOnAsIfNothingHadBeen(Random random) throws IOException {
        List<Arrival> history = Arrivals.drawn(random, 12_000);
        DelayStudy whole = DelayStudy.of(PLAN, 4);
        DelayStudy cut = DelayStudy.of(PLAN, 4);
        for (Arrival event : history) {
            add(whole, event);
            if (random.nextInt(1_500) == 0) {
                DelayStudy written = cut;
                cut = DelayStudy.read(in(bytes(written::write)), PLAN);
            }
            add(cut, event);
        }
        assertThat(told(cut.findings())).isEqualTo(told(whole.findings()));
        assertThat(costs(cut.findings())).isEqualTo(costs(whole.findings()));
        DelayFindings read = DelayFindings.read(in(bytes(whole.findings()::write)), PLAN);
        assertThat(told(read)).isEqualTo(told(whole.findings()));
        assertThat(costs(read)).isEqualTo(costs(whole.findings()));
    }

    @RepeatedTest(6)
    void findingsAddUpInAnyOrder(Random random) throws IOException {
        List<byte[]> parts = new ArrayList<>();
        long[] behind = new long[DelayGrid.standard().size()];
        for (int partition = 0; partition < 5; partition++) {
            DelayStudy study = DelayStudy.of(PLAN, partition);
            Arrivals.drawn(random, random.nextInt(5_000)).forEach(event -> add(study, event));
            parts.add(bytes(study.findings()::write));
            long[] own = study.findings().behind();
            for (int i = 0; i < behind.length; i++) {
                behind[i] += own[i];
            }
        }
        DelayFindings inOrder = joined(parts);
        Collections.shuffle(parts, random);
        DelayFindings shuffled = joined(parts.subList(0, 2));
        shuffled.merge(joined(parts.subList(2, 5)));
        assertThat(told(shuffled)).isEqualTo(told(inOrder));
        List<Double> costs = costs(inOrder);
        List<Double> others = costs(shuffled);
        for (int i = 0; i < costs.size(); i++) {
            if (costs.get(i).isNaN()) {
                assertThat(others.get(i)).isNaN();
            } else {
                assertThat(others.get(i))
                        .isCloseTo(costs.get(i), within(costs.get(i) * 1e-9 + 1e-12));
            }
        }
        assertThat(inOrder.behind()).isEqualTo(behind);
        assertThat(inOrder.partitions())
                .extracting(PartitionFindings::partition)
                .containsExactly(0, 1, 2, 3, 4);
    }

    @RepeatedTest(2)
    void addingUpChangesNeither(Random random) {
        List<StudyFindings> parts = new ArrayList<>();
        for (int partition = 0; partition < 3; partition++) {
            DelayStudy study = DelayStudy.of(PLAN, partition);
            Arrivals.drawn(random, 3_000).forEach(event -> add(study, event));
            parts.add(
                    new StudyFindings(
                            study.findings(),
                            List.of(),
                            new TreeMap<>(Map.of("x", Rejects.one(partition, "at " + partition)))));
        }
        List<List<Object>> before = parts.stream().map(part -> told(part.delays())).toList();
        StudyFindings all = parts.get(0).with(parts.get(1)).with(parts.get(2));

        assertThat(parts.stream().map(part -> told(part.delays())).toList()).isEqualTo(before);
        assertThat(told(parts.get(2).with(parts.get(0)).with(parts.get(1)).delays()))
                .isEqualTo(told(all.delays()));
        assertThat(all.in()).isEqualTo(9_003);
        assertThat(all.rejected().get("x")).isEqualTo(new Rejects(3, 0, "at 0"));
        assertThat(parts.get(2).with(parts.get(0)).with(parts.get(1)).rejected())
                .isEqualTo(all.rejected());
        DelayFindings merged = parts.get(0).delays();
        merged.merge(parts.get(1).delays());
        merged.merge(parts.get(2).delays());
        assertThat(told(merged)).isEqualTo(told(all.delays()));
    }

    private static DelayFindings joined(List<byte[]> parts) throws IOException {
        DelayFindings joined = DelayFindings.read(in(parts.get(0)), PLAN);
        for (byte[] part : parts.subList(1, parts.size())) {
            joined.merge(DelayFindings.read(in(part), PLAN));
        }
        return joined;
    }

    @Test
    void whatDoesNotBelongTogetherIsRefused() throws IOException {
        DelayFindings one = DelayStudy.of(PLAN, 1).findings();
        assertThatThrownBy(() -> one.merge(DelayStudy.of(PLAN, 1).findings()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("partition=1");
        StudyPlan other = StudyPlan.of(Duration.ofMinutes(2));
        assertThatThrownBy(() -> one.merge(DelayStudy.of(other, 2).findings()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("plan=");
        byte[] written = bytes(one::write);
        assertThatThrownBy(() -> DelayFindings.read(in(written), other))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("plan=");
        assertThatThrownBy(() -> DelayStudy.read(in(new byte[100]), PLAN))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("format=0");
    }

    @Test
    void theJoinedProgressIsThatOfThePartitionFurthestBehind() {
        DelayStudy ahead = DelayStudy.of(PLAN, 0);
        DelayStudy behind = DelayStudy.of(PLAN, 1);
        ahead.add(1_000, 1_000, null);
        behind.add(500, 2_000, null);
        ahead.add(3_000, 3_000, null);
        behind.add(2_500, 4_000, null);
        DelayFindings both = ahead.findings();
        both.merge(behind.findings());
        assertThat(both.progressIsWhole()).isTrue();
        assertThat(both.progress())
                .extracting(ProgressPoint::progress)
                .containsExactly(500L, 500L, 2_500L);
    }

    @Test
    void theProgressIsThinnedButEndsWhereItEnds() {
        DelayStudy study = DelayStudy.of(PLAN, 0);
        for (int i = 0; i < 300_003; i++) {
            study.add(i, i + 10, null);
        }
        List<ProgressPoint> progress = study.findings().progress();
        assertThat(study.findings().progressIsWhole()).isFalse();
        assertThat(progress).hasSizeBetween(500, 2_000);
        assertThat(progress).startsWith(new ProgressPoint(10, 0));
        assertThat(progress).endsWith(new ProgressPoint(300_012, 300_002));
        assertThat(study.findings().dots(9_999)).hasSize(6_000);
        assertThat(study.findings().dots(9_999).stream().filter(dot -> dot.eventTime() < 150_000))
                .hasSizeBetween(2_700, 3_300);
    }
}

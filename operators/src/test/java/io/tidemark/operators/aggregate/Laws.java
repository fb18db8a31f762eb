package io.tidemark.operators.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.util.InstantiationUtil;
import org.jspecify.annotations.Nullable;

/** What every aggregate must hold, checked over events that are drawn at random. */
final class Laws<A, R> {

    private final AggregateCase<A, R> sound;
    private final TypedAggregate<Reading, A, R> aggregate;
    private final TypeSerializer<A> accumulators;
    private final TypeSerializer<R> results;
    private final Random random;

    private Laws(AggregateCase<A, R> sound, Random random) throws Exception {
        this.sound = sound;
        // As it arrives at a task.
        this.aggregate = InstantiationUtil.clone(sound.aggregate());
        this.accumulators = withoutKryo(InstantiationUtil.clone(aggregate.accumulatorType()));
        this.results = withoutKryo(InstantiationUtil.clone(aggregate.resultType()));
        this.random = random;
        assertThat(InstantiationUtil.clone(aggregate.accumulatorType()))
                .isEqualTo(sound.aggregate().accumulatorType());
    }

    static <A, R> Laws<A, R> of(AggregateCase<A, R> sound, Random random) throws Exception {
        return new Laws<>(sound, random);
    }

    static <V> TypeSerializer<V> withoutKryo(TypeInformation<V> type) {
        SerializerConfigImpl noKryo = new SerializerConfigImpl();
        noKryo.setGenericTypes(false);
        return type.createSerializer(noKryo);
    }

    /** The result is the reference's, whatever the order, the parts and the tree of merges. */
    void resultDependsOnEventsOnly(int most) {
        List<Reading> events = Reading.severalDrawn(random, most);
        R inOrder = aggregate.getResult(folded(events));
        if (events.isEmpty()) {
            assertThat(inOrder).isEqualTo(sound.empty());
        } else {
            sound.reference().check(events, Objects.requireNonNull(inOrder));
        }
        assertThat(travelled(inOrder)).isEqualTo(inOrder);

        List<A> parts = new ArrayList<>();
        for (List<Reading> some : split(shuffled(events))) {
            parts.add(folded(some));
        }
        while (parts.size() > 1) {
            A one = parts.remove(random.nextInt(parts.size()));
            A other = parts.remove(random.nextInt(parts.size()));
            parts.add(disturbed(aggregate.merge(one, other)));
        }
        assertThat(aggregate.getResult(parts.get(0))).isEqualTo(inOrder);
    }

    /** A merge neither changes its second argument nor is changed with it afterwards. */
    void mergingSharesNothing() {
        List<Reading> events = Reading.severalDrawn(random, 12);
        List<Reading> more = Reading.severalDrawn(random, 12);
        A total = folded(events);
        A part = folded(more);
        byte[] before = bytes(part);

        total = aggregate.merge(total, part);
        assertThat(bytes(part)).isEqualTo(before);

        R merged = aggregate.getResult(total);
        for (Reading event : Reading.severalDrawn(random, 12)) {
            part = aggregate.add(event, part);
        }
        part = aggregate.merge(part, total);
        assertThat(aggregate.getResult(total)).isEqualTo(merged);
    }

    /** A copy stays what it is when the original goes on, and the other way round. */
    void copiesAreIndependent() {
        A original = folded(Reading.severalDrawn(random, 12));
        A reused = folded(Reading.severalDrawn(random, 12));
        A copy =
                random.nextBoolean()
                        ? accumulators.copy(original)
                        : accumulators.copy(original, reused);
        R result = aggregate.getResult(original);
        assertThat(aggregate.getResult(copy)).isEqualTo(result);

        original = aggregate.add(Reading.drawn(random), original);
        original = aggregate.merge(original, folded(Reading.severalDrawn(random, 12)));
        assertThat(aggregate.getResult(copy)).isEqualTo(result);

        R later = aggregate.getResult(original);
        copy = aggregate.merge(copy, folded(Reading.severalDrawn(random, 12)));
        assertThat(aggregate.getResult(original)).isEqualTo(later);
    }

    /** Parts leave a total in any order, as if they had never been there. */
    void retractingUndoesMerging() {
        if (!(aggregate instanceof InvertibleAggregate)) {
            return;
        }
        InvertibleAggregate<Reading, A, R> invertible =
                (InvertibleAggregate<Reading, A, R>) aggregate;
        List<List<Reading>> inside = new ArrayList<>();
        List<A> parts = new ArrayList<>();
        A total = aggregate.createAccumulator();
        for (int step = 0; step < 30; step++) {
            if (inside.isEmpty() || random.nextInt(5) < 2) {
                List<Reading> events = Reading.severalDrawn(random, 4);
                A part = folded(events);
                inside.add(events);
                parts.add(part);
                total = aggregate.merge(total, part);
            } else {
                int leaves = random.nextInt(inside.size());
                inside.remove(leaves);
                A part = parts.remove(leaves);
                byte[] before = bytes(part);
                total = invertible.retract(total, part);
                assertThat(bytes(part)).isEqualTo(before);
            }
            total = disturbed(total);
            List<Reading> left = inside.stream().flatMap(List::stream).toList();
            assertThat(total).isEqualTo(folded(left));
            assertThat(aggregate.getResult(total)).isEqualTo(aggregate.getResult(folded(left)));
        }
    }

    private A folded(List<Reading> events) {
        A total = aggregate.createAccumulator();
        for (Reading event : events) {
            if (random.nextInt(5) == 0) {
                total = aggregate.merge(total, aggregate.add(event, aggregate.createAccumulator()));
            } else {
                total = aggregate.add(event, total);
            }
            total = disturbed(total);
        }
        return total;
    }

    /** Does to an accumulator what a state backend may do at any time. */
    private A disturbed(A total) {
        return switch (random.nextInt(8)) {
            case 0 -> read(bytes(total), null);
            case 1 -> read(bytes(total), folded(List.of(Reading.drawn(random))));
            case 2 -> accumulators.copy(total);
            default -> total;
        };
    }

    private byte[] bytes(A total) {
        return written(accumulators, total);
    }

    private static <V> byte[] written(TypeSerializer<V> serializer, @Nullable V value) {
        DataOutputSerializer target = new DataOutputSerializer(64);
        try {
            serializer.serialize(value, target);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return target.getCopyOfBuffer();
    }

    private A read(byte[] bytes, @Nullable A reuse) {
        DataInputDeserializer source = new DataInputDeserializer(bytes);
        try {
            A total =
                    reuse == null
                            ? accumulators.deserialize(source)
                            : accumulators.deserialize(reuse, source);
            assertThat(source.available()).isZero();
            return total;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private @Nullable R travelled(@Nullable R result) {
        try {
            return results.deserialize(new DataInputDeserializer(written(results, result)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Reading> shuffled(List<Reading> events) {
        List<Reading> mixed = new ArrayList<>(events);
        Collections.shuffle(mixed, random);
        return mixed;
    }

    private List<List<Reading>> split(List<Reading> events) {
        List<List<Reading>> parts = new ArrayList<>();
        parts.add(new ArrayList<>());
        for (Reading event : events) {
            if (random.nextInt(4) == 0) {
                parts.add(new ArrayList<>());
            }
            parts.get(parts.size() - 1).add(event);
        }
        return parts;
    }
}

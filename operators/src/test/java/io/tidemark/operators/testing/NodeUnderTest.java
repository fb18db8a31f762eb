package io.tidemark.operators.testing;

import java.io.IOException;
import java.util.function.Function;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.InstantiationUtil;
import org.jspecify.annotations.Nullable;

/** The one node of a stream graph that a test is about, taken out of the graph. */
final class NodeUnderTest<IN, OUT> {

    static final int MAX_PARALLELISM = 128;

    private final OneInputTransformation<IN, OUT> node;
    private final ExecutionConfig config;

    private NodeUnderTest(OneInputTransformation<IN, OUT> node, ExecutionConfig config) {
        this.node = node;
        this.config = config;
    }

    @SuppressWarnings("unchecked") // The node reads the input, so that is its type.
    static <IN, OUT> NodeUnderTest<IN, OUT> between(DataStream<IN> input, DataStream<OUT> output) {
        if (output.getTransformation() instanceof OneInputTransformation<?, OUT> node
                && behindPartitioning(node.getInputs().get(0)).equals(input.getTransformation())) {
            return new NodeUnderTest<>(
                    (OneInputTransformation<IN, OUT>) node, output.getExecutionConfig());
        }
        throw new IllegalArgumentException(
                output.getTransformation()
                        + " is no operator with one input that reads the given stream: test one operator at a time");
    }

    private static Transformation<?> behindPartitioning(Transformation<?> upstream) {
        return upstream instanceof PartitionTransformation<?> partitioning
                ? behindPartitioning(partitioning.getInputs().get(0))
                : upstream;
    }

    /** The subtask that gets an element. */
    int owner(IN value, long elementNumber, int parallelism) throws Exception {
        KeySelector<IN, ?> key = key();
        return key == null
                ? (int) (elementNumber % parallelism)
                : KeyGroupRangeAssignment.assignKeyToParallelOperator(
                        key.getKey(value), MAX_PARALLELISM, parallelism);
    }

    /** Null if the stream is not keyed. */
    @SuppressWarnings("NullAway") // Flink's transformations say nothing about null.
    private @Nullable KeySelector<IN, ?> key() {
        return node.getStateKeySelector();
    }

    TypeSerializer<IN> inputSerializer() {
        return serializer(node.getInputType());
    }

    private <X> TypeSerializer<X> serializer(TypeInformation<X> type) {
        return type.createSerializer(config.getSerializerConfig());
    }

    /** A subtask that was never set up, with a copy of the operator of its own. */
    OneInputStreamOperatorTestHarness<IN, OUT> subtask(
            Backend backend,
            int parallelism,
            int index,
            Function<TypeSerializer<OUT>, Output<StreamRecord<OUT>>> output)
            throws Exception {
        OneInputStreamOperatorTestHarness<IN, OUT> harness =
                new OneInputStreamOperatorTestHarness<>(
                        copyOfOperator(), MAX_PARALLELISM, parallelism, index);
        // State that would fall to Kryo fails here, as it does in a job.
        harness.getExecutionConfig()
                .configure(
                        new Configuration().set(PipelineOptions.GENERIC_TYPES, false),
                        getClass().getClassLoader());
        KeySelector<IN, ?> key = key();
        if (key != null) {
            harness.getStreamConfig().setStatePartitioner(0, key);
            harness.getStreamConfig().setStateKeySerializer(serializer(node.getStateKeyType()));
            harness.getStreamConfig().serializeAllConfigs();
        }
        harness.setStateBackend(backend.create());
        harness.setOutputCreator(output::apply);
        harness.setup(serializer(node.getOutputType()));
        return harness;
    }

    /** Collects all that leaves. */
    Output<StreamRecord<OUT>> collecting(Emitted emitted, TypeSerializer<OUT> serializer) {
        return new CollectingOutput<>(emitted, serializer, config);
    }

    private StreamOperatorFactory<OUT> copyOfOperator() throws IOException, ClassNotFoundException {
        return InstantiationUtil.clone(node.getOperatorFactory());
    }
}

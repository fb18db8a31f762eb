package io.tidemark.operators.testing;

import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The input of an operator under test: a stream that is never run, only built upon. */
public final class TestStream {

    private TestStream() {}

    /**
     * A stream of the given type, in an environment of its own that refuses generic types: what
     * would fall to Kryo fails the test.
     */
    public static <T> DataStream<T> of(TypeInformation<T> type) {
        Configuration settings = new Configuration();
        settings.set(PipelineOptions.GENERIC_TYPES, false);
        return StreamExecutionEnvironment.createLocalEnvironment(settings)
                .fromData(List.of(), type);
    }
}

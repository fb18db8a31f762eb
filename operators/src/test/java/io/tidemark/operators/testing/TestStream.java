package io.tidemark.operators.testing;

import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The input of an operator under test: a stream that is never run, only built upon. */
public final class TestStream {

    private TestStream() {}

    /** A stream of the given type, in an environment of its own. */
    public static <T> DataStream<T> of(TypeInformation<T> type) {
        return StreamExecutionEnvironment.createLocalEnvironment().fromData(List.of(), type);
    }
}

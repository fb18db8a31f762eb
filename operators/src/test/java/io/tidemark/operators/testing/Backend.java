package io.tidemark.operators.testing;

import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.forst.ForStStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;

/** Where an operator under test keeps its state. */
public enum Backend {
    /** On the heap; a snapshot and restore costs about 3 ms. */
    HEAP {
        @Override
        StateBackend create() {
            return new HashMapStateBackend();
        }
    },
    /** In RocksDB; a snapshot and restore costs about 70 ms. */
    ROCKSDB {
        @Override
        StateBackend create() {
            return new EmbeddedRocksDBStateBackend();
        }
    },
    /** In ForSt, by its synchronous interface. */
    FORST {
        @Override
        StateBackend create() {
            return new ForStStateBackend();
        }
    };

    abstract StateBackend create();
}

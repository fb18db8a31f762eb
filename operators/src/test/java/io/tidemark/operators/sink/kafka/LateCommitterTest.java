package io.tidemark.operators.sink.kafka;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import org.junit.jupiter.api.Test;

class LateCommitterTest {

    @Test
    void nothingIsMadeWhereThereIsNothingToCommit() {
        LateCommitter committer =
                new LateCommitter(
                        () -> {
                            throw new AssertionError("it was made");
                        });

        assertThatCode(
                        () -> {
                            committer.commit(List.of());
                            committer.close();
                        })
                .doesNotThrowAnyException();
    }
}

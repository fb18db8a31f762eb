package io.tidemark.system;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.system.RowsByKey.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A wrong row is noticed, even where the table of last rows is right. */
class RowsByKeyTest {

    private static final Row FIRST = row("a", 1);
    private static final Row UPDATED = row("a", 2);
    private static final Row TAKEN_BACK = new Row("a", null);
    private static final Row LONGER = row("a to b", 3);
    private static final Row OTHER = row("c", 1);
    private static final List<Row> SOUND =
            List.of(FIRST, OTHER, TAKEN_BACK, UPDATED, TAKEN_BACK, LONGER);

    private static Row row(String key, int orders) {
        return new Row(key, "{\"count\":" + orders + "}");
    }

    private static void check(List<Row> found) {
        RowsByKey.of(found).check(RowsByKey.of(SOUND), "here");
    }

    @Test
    void soundRowsHoldHoweverManyUpdatesLedToThem() {
        assertThatCode(() -> check(SOUND)).doesNotThrowAnyException();
        assertThatCode(() -> check(List.of(OTHER, LONGER))).doesNotThrowAnyException();
        assertThatCode(() -> check(List.of(FIRST, UPDATED, TAKEN_BACK, OTHER, LONGER)))
                .doesNotThrowAnyException();
    }

    @Test
    void eachRowThatStandsTwiceIsCaught() {
        for (int i = 0; i < SOUND.size(); i++) {
            List<Row> doubled = new ArrayList<>(SOUND);
            doubled.add(i, SOUND.get(i));

            assertThatThrownBy(() -> check(doubled))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("rows by key, here")
                    .hasMessageMatching("(?s).*(DUPLICATED|INVENTED) .*");
        }
    }

    @Test
    void rowsThatAreWrittenAgainFromAnEarlierPointAreCaught() {
        List<Row> again = new ArrayList<>(SOUND);
        again.addAll(SOUND.subList(2, SOUND.size()));

        assertThatThrownBy(() -> check(again)).hasMessageContaining("DUPLICATED");
    }

    @Test
    void updateThatStandsBehindItsSuccessorIsCaught() {
        List<Row> swapped = Arrays.asList(UPDATED, FIRST, TAKEN_BACK, OTHER, LONGER);

        assertThatThrownBy(() -> check(swapped)).hasMessageContaining("OUT_OF_ORDER");
    }

    @Test
    void lostLastRowIsCaught() {
        for (Row lost : List.of(OTHER, LONGER)) {
            List<Row> found = new ArrayList<>(SOUND);
            found.removeAll(Collections.singleton(lost));

            assertThatThrownBy(() -> check(found)).hasMessageContaining("LOST " + lost);
        }
    }

    @Test
    void rowThatIsNotTakenBackIsCaught() {
        assertThatThrownBy(() -> check(List.of(FIRST, OTHER, LONGER)))
                .hasMessageContaining("INVENTED " + FIRST);
    }
}

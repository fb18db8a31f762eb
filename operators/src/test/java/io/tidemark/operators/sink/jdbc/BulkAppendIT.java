package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a real table takes a copy, and that it then holds what an insert would have put there. */
@ExtendWith(TestDatabase.class)
class BulkAppendIT {

    private final BulkAppend intoNotes =
            new BulkAppend(
                    Table.<Note>named("notes")
                            .value("id", "integer", Note::id)
                            .value("text", "varchar(5)", Note::text),
                    Postgres.DIALECT);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CREATE TABLE notes (id integer, text varchar(5))",
                "CREATE TABLE notes (text varchar(9) NOT NULL, more text, id int4 PRIMARY KEY)",
                "CREATE TABLE notes (id integer, text varchar) PARTITION BY HASH (id)"
            })
    void aTableOfTheDeclaredTypesTakesIt(String declaration) throws SQLException {
        TestDatabase.execute(declaration);
        assertThat(fits()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // Another type reads the text in its own way.
                "CREATE TABLE notes (id bigint, text varchar(5))",
                "CREATE TABLE notes (id integer, text bpchar)",
                "CREATE DOMAIN short AS varchar(5); CREATE TABLE notes (id integer, text short)",
                // What an insert is refused, a copy overrules.
                "CREATE TABLE notes (id integer GENERATED ALWAYS AS IDENTITY, text varchar(5))",
                // What an insert goes through, a copy passes by.
                "CREATE TABLE notes (id integer, text varchar(5));"
                        + " CREATE RULE none AS ON INSERT TO notes DO INSTEAD NOTHING",
                "CREATE TABLE kept (id integer, text varchar(5));"
                        + " CREATE VIEW notes AS SELECT * FROM kept",
                "CREATE TABLE notes (id integer)",
                "CREATE TABLE others (id integer, text varchar(5))"
            })
    void whatWouldNotDoTheSameDoesNot(String declaration) throws SQLException {
        TestDatabase.execute(declaration);
        assertThat(fits()).isFalse();
    }

    @Test
    void aTableThatHidesRowsFromTheUserDoesNotTakeIt() throws SQLException {
        TestDatabase.execute(
                "CREATE TABLE notes (id integer, text varchar(5))",
                "ALTER TABLE notes ENABLE ROW LEVEL SECURITY",
                "CREATE POLICY all_of_them ON notes USING (true) WITH CHECK (true)",
                "DROP ROLE IF EXISTS guest",
                "CREATE ROLE guest",
                "GRANT INSERT ON notes TO guest");
        try (Connection connection = TestDatabase.address().open();
                Statement statement = connection.createStatement()) {
            statement.execute("SET ROLE guest");
            assertThat(intoNotes.fits(connection)).isFalse();
        }
        TestDatabase.execute("DROP OWNED BY guest", "DROP ROLE guest");
    }

    @Test
    void anyTextComesBackAsItWas() throws Exception {
        List<@Nullable String> texts =
                Arrays.asList(
                        "", null, "\\N", "N", "\\", "\\.", "\t", "a\nb", "\r\n", "\\n", "é漢😀",
                        " x ", "\"", "xN\t", "NULL");
        TestDatabase.execute("CREATE TABLE notes (id integer, text varchar)");
        HeldRows held = new HeldRows();
        for (int id = 0; id < texts.size(); id++) {
            held.add(new @Nullable String[] {Integer.toString(id), texts.get(id)}, null);
        }
        try (Connection connection = TestDatabase.address().open()) {
            intoNotes.write(connection, held.take().lines());
        }
        assertThat(TestDatabase.rows("SELECT text FROM notes ORDER BY id"))
                .isEqualTo(texts.stream().map(String::valueOf).toList());
        assertThat(TestDatabase.rows("SELECT id FROM notes WHERE text IS NULL"))
                .containsExactly("1");
    }

    private boolean fits() throws SQLException {
        try (Connection connection = TestDatabase.address().open()) {
            return intoNotes.fits(connection);
        }
    }

    private record Note(int id, String text) {}
}

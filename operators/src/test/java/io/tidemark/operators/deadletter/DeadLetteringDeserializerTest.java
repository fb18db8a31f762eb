package io.tidemark.operators.deadletter;

import static io.tidemark.operators.deadletter.Records.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.types.Either;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeadLetteringDeserializerTest {

    private static final String GOOD =
            "{\"time\":\"2009-12-01T07:45:00Z\",\"id\":\"489434\",\"key\":\"UK\",\"amount\":505.30}";
    private static final String READ = "1259653500000|489434|UK|505.30";

    @ParameterizedTest
    @ValueSource(
            strings = {
                GOOD,
                "\ufeff" + GOOD,
                "  " + GOOD + " \n",
                // Numbers as strings, strings as numbers.
                "{\"time\":\"2009-12-01T07:45:00Z\",\"id\":489434,\"key\":\"UK\",\"amount\":\"505.30\"}",
                // Unknown fields of every kind are skipped, also those that hold known names.
                "{\"x\":{\"id\":[{\"id\":1}]},\"time\":\"2009-12-01T07:45:00Z\",\"y\":[1,[2]],\"id\":489434,\"z\":1e99999999999,\"key\":\"UK\",\"amount\":505.30,\"n\":null}",
                // The last of two equal names counts.
                "{\"time\":\"x\",\"id\":{},\"key\":null,\"amount\":\"NaN\",\"time\":\"2009-12-01T07:45:00Z\",\"id\":\"489434\",\"key\":\"UK\",\"amount\":505.30}",
                "{\"\\u0074ime\":\"2009-12-01T07:45:00\\u005a\",\"id\":\"489434\",\"key\":\"UK\",\"amount\":505.30}"
            })
    void readsEveryWayToWriteOneEvent(String document) throws Exception {
        assertThat(read(bytes(document))).isEqualTo(Either.Right(READ));
    }

    @Test
    void readsTheOtherEncodingsOfJson() throws Exception {
        for (Charset charset :
                new Charset[] {
                    StandardCharsets.UTF_16BE,
                    StandardCharsets.UTF_16LE,
                    Charset.forName("UTF-32BE"),
                    Charset.forName("UTF-32LE")
                }) {
            assertThat(read(GOOD.getBytes(charset)))
                    .as("%s", charset)
                    .isEqualTo(Either.Right(READ));
        }
    }

    @Test
    void keysMayBeBooleansEmptyOrAnyUnicode() throws Exception {
        assertThat(read(bytes(GOOD.replace("\"UK\"", "true"))))
                .isEqualTo(Either.Right(READ.replace("UK", "true")));
        assertThat(read(bytes(GOOD.replace("\"UK\"", "\"\""))))
                .isEqualTo(Either.Right(READ.replace("UK", "")));
        assertThat(read(bytes(GOOD.replace("UK", "Ελλάδα 😀 \\u00e9 \\ud83d\\ude00"))))
                .isEqualTo(Either.Right(READ.replace("UK", "Ελλάδα 😀 é 😀")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\n\t ",
                "\ufeff",
                "{",
                "{\"time\"",
                "{\"time\":",
                "{\"time\":1",
                "{\"time\":1,",
                "{\"time\":1,}",
                "{time:1}",
                "{'time':1}",
                "{} {}",
                "{} x",
                "{}}",
                "[1",
                "[1] 2",
                "1 2",
                "nul",
                "NaN",
                "{\"amount\":NaN}",
                "{\"amount\":Infinity}",
                "{\"amount\":01}",
                "{\"amount\":.5}",
                "{\"amount\":+5}",
                "{\"amount\":0x1F}",
                "{\"id\":\"a\nb\"}",
                "{\"id\":\"\\x\"}",
                "{\"id\":\"\\u12\"}",
                "// comment\n{}",
                "<order/>",
                "489434;UK;505.30"
            })
    void whatIsNoJsonIsNotJson(String document) throws Exception {
        assertThat(rejected(bytes(document)).reason()).isEqualTo(Reason.NOT_JSON);
    }

    @Test
    void brokenBytesAreNotJson() throws Exception {
        byte[] invalid = bytes(GOOD.replace("UK", "U?"));
        invalid[GOOD.indexOf("UK") + 1] = (byte) 0xff;
        assertThat(rejected(invalid).reason()).isEqualTo(Reason.NOT_JSON);
        byte[] cut = bytes(GOOD.replace("UK", "é"));
        assertThat(rejected(Arrays.copyOf(cut, GOOD.indexOf("UK") + 1)).reason())
                .isEqualTo(Reason.NOT_JSON);
        // Looks like UTF-32 and is none.
        assertThat(rejected(new byte[] {0, 0, 0, '{', 1, 2, 3, 4}).reason())
                .isEqualTo(Reason.NOT_JSON);
        assertThat(rejected(new byte[] {0, 0, 0, '{', 0, 0, 0}).reason())
                .isEqualTo(Reason.NOT_JSON);
        assertThat(rejected(new byte[] {0, 0, (byte) 0xff, (byte) 0xfe, 0, 0}).reason())
                .isEqualTo(Reason.NOT_JSON);
        assertThat(rejected(new byte[] {(byte) 0xfe, (byte) 0xff, 0, 0, 0, 0}).reason())
                .isEqualTo(Reason.NOT_JSON);
        assertThat(rejected(new byte[] {0}).reason()).isEqualTo(Reason.NOT_JSON);
        assertThat(rejected(new byte[1024]).reason()).isEqualTo(Reason.NOT_JSON);
    }

    @Test
    void whatOnlyAKindParserTakesForUtf8IsNotJson() throws Exception {
        byte[][] malformed = {
            {(byte) 0xc0, (byte) 0x80},
            {(byte) 0xe0, (byte) 0x80, (byte) 0x80},
            {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
            {(byte) 0xf0, (byte) 0x80, (byte) 0x80, (byte) 0x80},
            {(byte) 0xf7, (byte) 0xbf, (byte) 0xbf, (byte) 0xbf}
        };
        for (byte[] bytes : malformed) {
            // In a field that nobody asked for, which the parser skips.
            byte[] before = bytes(GOOD.replace("}", ",\"note\":\""));
            byte[] after = bytes("\"}");
            byte[] document =
                    ByteBuffer.allocate(before.length + bytes.length + after.length)
                            .put(before)
                            .put(bytes)
                            .put(after)
                            .array();
            DeadLetter letter = rejected(document);
            assertThat(letter.reason()).isEqualTo(Reason.NOT_JSON);
            assertThat(letter.detail()).isEqualTo("invalid UTF-8 (byte " + before.length + ")");
        }
    }

    @Test
    void deepNestingIsRefusedWhereverItStands() throws Exception {
        String deep = "[".repeat(100_000);
        assertThat(rejected(bytes(deep)).reason()).isEqualTo(Reason.NOT_JSON);
        assertThat(rejected(bytes("{\"x\":" + deep)).reason()).isEqualTo(Reason.NOT_JSON);
        assertThat(rejected(bytes("{\"time\":" + "{\"a\":".repeat(100_000))).reason())
                .isEqualTo(Reason.NOT_JSON);
        assertThat(
                        read(
                                bytes(
                                        GOOD.replace(
                                                "{\"time\"",
                                                "{\"x\":"
                                                        + "[".repeat(100)
                                                        + "]".repeat(100)
                                                        + ",\"time\""))))
                .isEqualTo(Either.Right(READ));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "[];array",
                "[{}];array",
                "'\"text\"';string",
                "1;number",
                "-1.5e3;number",
                "true;boolean",
                "false;boolean",
                "null;null"
            })
    void whatIsNoObjectIsNotAnObject(String document, String kind) throws Exception {
        DeadLetter letter = rejected(bytes(document));
        assertThat(letter.reason()).isEqualTo(Reason.NOT_AN_OBJECT);
        assertThat(letter.detail())
                .isEqualTo("the record is a JSON " + kind + ": an object {…} is needed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{};field \"time\" is absent or null",
                "{\"time\":null};field \"time\" is absent or null",
                "{\"time\":\"2009-12-01T07:45:00Z\"};field \"id\" is absent or null",
                "{\"time\":\"2009-12-01T07:45:00Z\",\"id\":\"\"};field \"id\" is empty: an identifier is needed",
                "{\"time\":\"2009-12-01T07:45:00Z\",\"id\":1};field \"key\" is absent or null",
                "{\"time\":\"2009-12-01T07:45:00Z\",\"id\":1,\"key\":1};field \"amount\" is absent or null",
                "{\"time\":\"2009-12-01T07:45:00Z\",\"id\":1,\"id\":null};field \"id\" is absent or null",
                "{\"Time\":1,\"time \":1};field \"time\" is absent or null"
            })
    void anAbsentFieldIsMissing(String document, String detail) throws Exception {
        DeadLetter letter = rejected(bytes(document));
        assertThat(letter.reason()).isEqualTo(Reason.FIELD_MISSING);
        assertThat(letter.detail()).isEqualTo(detail);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "{\"a\":1}", "[1,2]", "[[]]"})
    void aNestedFieldIsOfTheWrongType(String nested) throws Exception {
        DeadLetter letter = rejected(bytes("{\"time\":" + nested + "}"));
        assertThat(letter.reason()).isEqualTo(Reason.WRONG_TYPE);
        assertThat(letter.detail())
                .isEqualTo(
                        "field \"time\" holds an object or array: give a string, number or boolean");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "'\"last tuesday\"';TIME_UNPARSABLE",
                "'\"\"';TIME_UNPARSABLE",
                "true;TIME_UNPARSABLE",
                "1259653500000;TIME_UNPARSABLE",
                "'\"2009-12-01\"';TIME_UNPARSABLE",
                "'\"1970-01-15T13:54:13Z\"';TIME_TOO_EARLY",
                "'\"1999-12-31T23:59:59.999Z\"';TIME_TOO_EARLY",
                "'\"+10000-01-01T00:00:00Z\"';TIME_TOO_LATE"
            })
    void anImpossibleTimeIsRejected(String time, Reason reason) throws Exception {
        assertThat(rejected(bytes(GOOD.replace("\"2009-12-01T07:45:00Z\"", time))).reason())
                .isEqualTo(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"NaN\"",
                "\"Infinity\"",
                "\"\"",
                "\" 1\"",
                "\"1,5\"",
                "\"£5\"",
                "true",
                "1e1000000000",
                "1e99999999999",
                "\"1e-1000000000\""
            })
    void whatIsNoNumberIsNotANumber(String amount) throws Exception {
        assertThat(rejected(bytes(GOOD.replace("505.30", amount))).reason())
                .isEqualTo(Reason.NOT_A_NUMBER);
    }

    @Test
    void aNumberMayBeTooLongEvenForTheParser() throws Exception {
        assertThat(rejected(bytes(GOOD.replace("505.30", "1".repeat(900)))).reason())
                .isEqualTo(Reason.NOT_A_NUMBER);
        assertThat(rejected(bytes(GOOD.replace("505.30", "1".repeat(5_000)))).reason())
                .isIn(Reason.NOT_A_NUMBER, Reason.NOT_JSON);
    }

    @Test
    void aMebibyteIsReadAndAByteMoreIsNot() throws Exception {
        byte[] largest = padded(DeadLetteringDeserializer.MAX_RECORD_BYTES);
        assertThat(largest).hasSize(1_048_576);
        assertThat(read(largest)).isEqualTo(Either.Right(READ));

        DeadLetter letter = rejected(padded(DeadLetteringDeserializer.MAX_RECORD_BYTES + 1));
        assertThat(letter.reason()).isEqualTo(Reason.TOO_LARGE);
        assertThat(letter.detail())
                .isEqualTo("the record has 1048577 bytes, at most 1048576 are read");
        assertThat(letter.payloadBytes()).isEqualTo(1_048_577);
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "key", "time"})
    void aFieldOfTheLongestTextIsReadAndACharacterMoreIsNot(String name) throws Exception {
        JsonFields field = JsonFields.named(List.of(name));
        String longest = "x".repeat(JsonFields.MAX_TEXT_CHARS);
        field.read(bytes("{\"" + name + "\":\"" + longest + "\"}"));
        assertThat(field.text(0)).isEqualTo(longest);

        field.read(bytes("{\"" + name + "\":\"" + longest + "x\"}"));
        assertThatThrownBy(() -> field.identifier(0))
                .isInstanceOfSatisfying(
                        RejectedRecordException.class,
                        rejected -> {
                            assertThat(rejected.reason()).isEqualTo(Reason.TOO_LARGE);
                            assertThat(rejected.detail())
                                    .isEqualTo(
                                            "field \""
                                                    + name
                                                    + "\" holds 4097 characters, at most 4096 are read");
                        });
    }

    private static byte[] padded(int size) {
        byte[] padded = new byte[size];
        Arrays.fill(padded, (byte) ' ');
        System.arraycopy(bytes(GOOD), 0, padded, 0, bytes(GOOD).length);
        return padded;
    }

    @Test
    void aLetterKeepsAQuarterMebibyteOfThePayload() throws Exception {
        byte[] whole = new byte[DeadLetter.MAX_PAYLOAD_BYTES];
        Arrays.fill(whole, (byte) 'x');
        DeadLetter letter = rejected(whole);
        assertThat(letter.payload()).isEqualTo(whole);
        assertThat(letter.payloadBytes()).isEqualTo(262_144);
        assertThat(letter.truncated()).isFalse();

        byte[] longer = Arrays.copyOf(whole, whole.length + 1);
        letter = rejected(longer);
        assertThat(letter.payload()).isEqualTo(whole);
        assertThat(letter.payloadBytes()).isEqualTo(262_145);
        assertThat(letter.truncated()).isTrue();
    }

    @Test
    void aTombstoneIsALetterWithoutPayload() throws Exception {
        DeadLetter letter = rejected(null);
        assertThat(letter)
                .isEqualTo(
                        new DeadLetter(
                                "orders",
                                3,
                                42,
                                Reason.TOMBSTONE,
                                "the record has no value",
                                null,
                                0));
        assertThat(letter.truncated()).isFalse();
    }

    @Test
    void aLetterTellsWhereItsRecordLies() throws Exception {
        DeadLetter letter = rejected(bytes("x"));
        assertThat(letter.topic()).isEqualTo("orders");
        assertThat(letter.partition()).isEqualTo(3);
        assertThat(letter.offset()).isEqualTo(42);
        assertThat(letter.payload()).isEqualTo(bytes("x"));
    }

    @Test
    void faultsOfTheCodeAreNotFaultsOfTheData() {
        DeadLetteringDeserializer<String> broken =
                DeadLetteringDeserializer.of(
                        record -> {
                            throw new IllegalStateException("a bug");
                        },
                        Types.STRING);
        assertThatThrownBy(() -> Records.read(broken, bytes("{}")))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void lettersTravelWithoutKryo() throws Exception {
        SerializerConfigImpl noKryo = new SerializerConfigImpl();
        noKryo.setGenericTypes(false);
        TypeSerializer<Either<DeadLetter, String>> serializer =
                Records.deserializer(TimeFormat.ISO).getProducedType().createSerializer(noKryo);
        for (byte @Nullable [] value : new byte[][] {null, bytes("x"), bytes(GOOD)}) {
            DataOutputSerializer out = new DataOutputSerializer(64);
            Either<DeadLetter, String> element = read(value);
            serializer.serialize(element, out);
            Either<DeadLetter, String> copy =
                    serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));
            assertThat(copy).usingRecursiveComparison().isEqualTo(element);
        }
    }

    private static Either<DeadLetter, String> read(byte @Nullable [] value) throws Exception {
        assertThat(Records.read(Records.deserializer(TimeFormat.ISO), value)).hasSize(1);
        return Records.read(Records.deserializer(TimeFormat.ISO), value).get(0);
    }

    private static DeadLetter rejected(byte @Nullable [] value) throws Exception {
        Either<DeadLetter, String> element = read(value);
        assertThat(element.isLeft()).as("%s is a dead letter", element).isTrue();
        return element.left();
    }
}

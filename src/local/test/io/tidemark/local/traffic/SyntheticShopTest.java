package io.tidemark.local.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.local.usage.WrongUsage;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SyntheticShopTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private static final int RATE = 500;
    private static final int MANY = 200_000;

    @Test
    void theSameSeedAndStartGiveTheSameBytes() {
        List<String> once = texts(shop(TimeFormat.ISO, 7, START), 20_000);

        assertThat(texts(shop(TimeFormat.ISO, 7, START), 20_000)).isEqualTo(once);
        assertThat(texts(shop(TimeFormat.ISO, 8, START), 20_000)).isNotEqualTo(once);
    }

    @Test
    void aRunThatStartsLaterRepeatsNoIdOfAnEarlierOne() {
        Set<String> ids = ids(shop(TimeFormat.ISO, 7, START));

        Set<String> later = ids(shop(TimeFormat.ISO, 7, START.plusSeconds(1)));
        assertThat(later).isNotEmpty();
        assertThat(Collections.disjoint(later, ids)).isTrue();
    }

    @Test
    void itOpensWhenItsFirstRecordIsWanted() {
        AtomicReference<Instant> now = new AtomicReference<>(START);
        InstantSource clock = now::get;
        SyntheticShop shop =
                SyntheticShop.of(
                        new SyntheticShop.Settings(
                                fields(TimeFormat.ISO),
                                7,
                                RATE,
                                Optional.empty(),
                                clock.withZone(ZoneOffset.UTC)));
        now.set(START.plusSeconds(30));
        List<String> records = texts(shop, 1);
        now.set(START.plusSeconds(60));
        records = Stream.concat(records.stream(), texts(shop, 99).stream()).toList();

        assertThat(records).isEqualTo(texts(shop(TimeFormat.ISO, 7, START.plusSeconds(30)), 100));
    }

    @Test
    void itEndsAfterItsTimeAndKeepsItsRate() {
        SyntheticShop shop =
                SyntheticShop.of(
                        new SyntheticShop.Settings(
                                fields(TimeFormat.ISO),
                                1,
                                50,
                                Optional.of(Duration.ofSeconds(60)),
                                at(START)));
        List<TrafficRecord> records = take(shop, Integer.MAX_VALUE);

        assertThat(records).hasSize(3_000);
        assertThat(records.get(50).dueMillisAfterStart()).isEqualTo(1_000);
        assertThat(records.get(2_999).dueMillisAfterStart()).isEqualTo(59_980);
        assertThat(shop.share()).hasValue(1);
    }

    @ParameterizedTest
    @EnumSource
    void theFaultsAreAsFrequentAsTheyAreSaidToBe(TimeFormat format) {
        Seen seen = new Seen(format);
        take(shop(format, 20260301, START), MANY).forEach(seen::add);

        // Six standard deviations of a count that small chances add up to; the seed is fixed.
        assertThat(seen.unreadable).isCloseTo(MANY / 2_000, within(60));
        assertThat(seen.faults.keySet()).hasSize(5);
        assertThat(seen.repeats).isCloseTo(MANY / 1_000, within(90));
        assertThat(seen.exactRepeats).isBetween(seen.repeats * 8 / 10, seen.repeats - 1);
        assertThat(seen.ahead).isCloseTo(MANY / 4_000, within(43));
        assertThat(seen.inJanuary1970).isCloseTo(MANY / 4_000, within(43));
    }

    @Test
    void mostOrdersArriveWithinTwoSecondsAndFewAfterHalfAMinute() {
        Seen seen = new Seen(TimeFormat.MILLIS);
        take(shop(TimeFormat.MILLIS, 5, START), MANY / 4).forEach(seen::add);

        assertThat(seen.shareOfLags(0, 2_000)).isBetween(0.94, 0.98);
        assertThat(seen.shareOfLags(2_000, 30_000)).isBetween(0.02, 0.05);
        assertThat(seen.shareOfLags(60_000, 3_600_000)).isBetween(0.005, 0.02);
        assertThat(seen.shareOfLags(3_600_000, Long.MAX_VALUE)).isZero();
    }

    @Test
    void whatAPhoneSavedOfflineComesInOneBurstInItsOwnOrder() {
        List<TrafficRecord> records = take(shop(TimeFormat.MILLIS, 5, START), MANY / 4);
        int longest = 0;
        for (int i = 1, run = 1; i < records.size(); i++) {
            boolean together =
                    key(records.get(i)).equals(key(records.get(i - 1)))
                            && records.get(i).eventTimeMillis()
                                    >= records.get(i - 1).eventTimeMillis()
                            && lag(records.get(i - 1)) > 60_000;
            run = together ? run + 1 : 1;
            longest = Math.max(longest, run);
        }

        assertThat(longest).isBetween(10, 21);
    }

    @Test
    void sharesOfCountriesAreUnevenAmountsHaveTwoDecimalsAndSomeAreRefunds() {
        Map<String, Integer> countries = new HashMap<>();
        int refunds = 0;
        for (TrafficRecord record : take(shop(TimeFormat.ISO, 5, START), 20_000)) {
            JsonNode order = object(record);
            if (order != null && record.eventTimeMillis() != TrafficRecord.NO_EVENT_TIME) {
                countries.merge(order.get("country").asText(), 1, Integer::sum);
                assertThat(text(record)).containsPattern("\"amount\":-?\\d+\\.\\d\\d[,}]");
                refunds +=
                        order.get("amount").decimalValue().compareTo(BigDecimal.ZERO) < 0 ? 1 : 0;
            }
        }

        assertThat(countries).hasSizeGreaterThan(10);
        assertThat(countries.getOrDefault("DE", 0))
                .isGreaterThan(20 * countries.getOrDefault("IS", 0));
        assertThat(countries).containsKey("IS");
        assertThat(refunds).isBetween(250, 800);
    }

    @Test
    void thePhoneIsTheMessageKeySoThatARepeatFollowsItsOriginal() {
        Map<String, String> keys = new HashMap<>();
        int repeats = 0;
        int strayed = 0;
        for (TrafficRecord record : take(shop(TimeFormat.ISO, 5, START), 50_000)) {
            JsonNode order = object(record);
            if (order != null && order.has("order_id")) {
                String before = keys.putIfAbsent(order.get("order_id").asText(), key(record));
                strayed += before != null && !before.equals(key(record)) ? 1 : 0;
                repeats += before != null ? 1 : 0;
            }
        }

        assertThat(repeats).isPositive();
        assertThat(strayed).isZero();
    }

    @Test
    void aRateOrATimeThatMakesNoShopIsRefused() {
        for (double rate : new double[] {0, -1, Double.NaN, 2_000_000}) {
            assertThatThrownBy(
                            () ->
                                    new SyntheticShop.Settings(
                                            fields(TimeFormat.ISO),
                                            1,
                                            rate,
                                            Optional.empty(),
                                            at(START)))
                    .isInstanceOf(WrongUsage.class)
                    .hasMessageContaining("--rate=");
        }
        assertThatThrownBy(
                        () ->
                                new SyntheticShop.Settings(
                                        fields(TimeFormat.ISO),
                                        1,
                                        1,
                                        Optional.of(Duration.ZERO),
                                        at(START)))
                .isInstanceOf(WrongUsage.class)
                .hasMessageContaining("--for=");
    }

    private static Clock at(Instant start) {
        return Clock.fixed(start, ZoneOffset.UTC);
    }

    private static EventFields fields(TimeFormat format) {
        return new EventFields("ordered_at", format, "order_id", "country", "amount");
    }

    private static SyntheticShop shop(TimeFormat format, long seed, Instant start) {
        return SyntheticShop.of(
                new SyntheticShop.Settings(
                        fields(format), seed, RATE, Optional.empty(), at(start)));
    }

    private static List<TrafficRecord> take(SyntheticShop shop, int most) {
        List<TrafficRecord> records = new ArrayList<>();
        while (records.size() < most) {
            TrafficRecord next = shop.next();
            if (next == null) {
                break;
            }
            records.add(next);
        }
        return records;
    }

    private static List<String> texts(SyntheticShop shop, int most) {
        return take(shop, most).stream()
                .map(record -> key(record) + "@" + record.dueMillisAfterStart() + text(record))
                .toList();
    }

    private static Set<String> ids(SyntheticShop shop) {
        Set<String> ids = new HashSet<>();
        for (TrafficRecord record : take(shop, 5_000)) {
            JsonNode order = object(record);
            if (order != null && order.has("order_id")) {
                ids.add(order.get("order_id").asText());
            }
        }
        return ids;
    }

    private static String text(TrafficRecord record) {
        return new String(record.value(), StandardCharsets.UTF_8);
    }

    private static String key(TrafficRecord record) {
        byte[] key = record.key();
        return key == null ? "" : new String(key, StandardCharsets.UTF_8);
    }

    private static long lag(TrafficRecord record) {
        return START.toEpochMilli() + record.dueMillisAfterStart() - record.eventTimeMillis();
    }

    private static @Nullable JsonNode object(TrafficRecord record) {
        try {
            JsonNode json = JSON.readTree(record.value());
            return json.isObject() ? json : null;
        } catch (JsonProcessingException e) {
            return null;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Reads records as a job would, and counts what it finds. */
    private static final class Seen {

        private final TimeFormat format;
        private final Map<String, String> byId = new HashMap<>();
        private final Map<Fault, Integer> faults = new HashMap<>();
        private final List<Long> lags = new ArrayList<>();
        private int unreadable;
        private int repeats;
        private int exactRepeats;
        private int ahead;
        private int inJanuary1970;

        Seen(TimeFormat format) {
            this.format = format;
        }

        void add(TrafficRecord record) {
            JsonNode order = object(record);
            Optional<Fault> fault = fault(record, order);
            if (order == null || fault.isPresent()) {
                unreadable++;
                faults.merge(fault.orElseThrow(), 1, Integer::sum);
                assertThat(record.eventTimeMillis()).isEqualTo(TrafficRecord.NO_EVENT_TIME);
                return;
            }
            String before = byId.put(order.get("order_id").asText(), text(record));
            if (before != null) {
                repeats++;
                exactRepeats += before.equals(text(record)) ? 1 : 0;
                return;
            }
            long time = format.millisOf(order.get("ordered_at").asText()).orElseThrow();
            long now = START.toEpochMilli() + record.dueMillisAfterStart();
            if (time < Duration.ofDays(31).toMillis()) {
                inJanuary1970++;
            } else if (time > now) {
                assertThat(time).isBetween(now + 7_199_000, now + 7_200_000);
                ahead++;
            } else {
                lags.add(now - time);
                // Not an assertion for each of so many: they take their time.
                long cut = record.eventTimeMillis() - time;
                if (cut < 0 || cut > (format == TimeFormat.SECONDS ? 999 : 0)) {
                    throw new AssertionError(record.eventTimeMillis() + " is not " + time);
                }
            }
        }

        double shareOfLags(long from, long below) {
            return (double) lags.stream().filter(lag -> lag >= from && lag < below).count()
                    / lags.size();
        }

        private Optional<Fault> fault(TrafficRecord record, @Nullable JsonNode order) {
            if (order == null) {
                return Optional.of(text(record).startsWith("[") ? Fault.NOT_AN_OBJECT : Fault.CUT);
            }
            for (String name : fields(format).names()) {
                if (!order.has(name)) {
                    return Optional.of(Fault.FIELD_MISSING);
                }
            }
            if (!order.get("amount").isNumber()) {
                return Optional.of(Fault.WORD_AS_VALUE);
            }
            return format.millisOf(order.get("ordered_at").asText()).isEmpty()
                    ? Optional.of(Fault.WORD_AS_TIME)
                    : Optional.empty();
        }
    }
}

package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.local.usage.WrongUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalOptionsTest {
    private Path home = Path.of("");

    @BeforeEach
    void projectWithAProfile(@TempDir Path directory) throws Exception {
        home = directory;
        Path profile = Files.createDirectories(home.resolve("flink-conf").resolve("local"));
        Files.createFile(profile.resolve("config.yaml"));
        Files.createFile(profile.resolve("log4j.properties"));
    }

    @Test
    void defaultsFeedTheSyntheticShopWithoutEnd() {
        LocalOptions options = parse();

        assertThat(options.input()).isEmpty();
        assertThat(options.feeds()).isTrue();
        assertThat(options.seed()).isEqualTo(1);
        assertThat(options.rate()).isEqualTo(100);
        assertThat(options.runFor()).isEmpty();
        assertThat(options.keep()).isEmpty();
        assertThat(options.bootstrapServers()).isEmpty();
        assertThat(options.output()).isEmpty();
        assertThat(options.parallelism()).isEmpty();
        assertThat(options.uiPort()).isEqualTo(8081);
        assertThat(options.flinkConf()).isEqualTo(home.resolve("flink-conf").resolve("local"));
        assertThat(options.jobArguments()).isEmpty();
    }

    @Test
    void everyOptionIsRead() {
        LocalOptions replay =
                parse(
                        "--input=orders.csv",
                        "--partitions=4",
                        "--feed-key",
                        "customer",
                        "--speed=600x",
                        "--keep=kept",
                        "--output=out",
                        "--parallelism=3",
                        "--ui-port=9000");

        assertThat(replay.input()).contains(Path.of("orders.csv").toAbsolutePath());
        assertThat(replay.partitions()).isEqualTo(4);
        assertThat(replay.feedKey()).contains("customer");
        assertThat(replay.speed()).hasValue(600);
        assertThat(replay.keep()).contains(Path.of("kept").toAbsolutePath());
        assertThat(replay.output()).contains(Path.of("out").toAbsolutePath());
        assertThat(replay.parallelism()).hasValue(3);
        assertThat(replay.uiPort()).isEqualTo(9000);

        LocalOptions shop = parse("--seed=-7", "--rate=0.5", "--for=90s");
        assertThat(shop.seed()).isEqualTo(-7);
        assertThat(shop.rate()).isEqualTo(0.5);
        assertThat(shop.runFor()).contains(Duration.ofSeconds(90));
    }

    @Test
    void whatIsNotThePlatformsGoesToTheJobInOrder() {
        LocalOptions options =
                parse(
                        "--window",
                        "1m",
                        "--keep",
                        "kept",
                        "--until-end",
                        "--key-field=country",
                        "--x",
                        "-5s");

        assertThat(options.jobArguments())
                .containsExactly(
                        "--window", "1m", "--until-end", "--key-field=country", "--x", "-5s");
    }

    @Test
    void brokerOfTheUserIsFedOnlyIfTrafficIsNamed() {
        assertThat(parse("--bootstrap-servers=a:1,b:2").feeds()).isFalse();
        assertThat(parse("--bootstrap-servers=a:1", "--rate=5").feeds()).isTrue();
        assertThat(parse("--bootstrap-servers=a:1", "--input=orders.csv").feeds()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--partitions=0 --input=x | --partitions=0 | 1 to 1000",
                "--partitions=two --input=x | --partitions=two | whole number",
                "--partitions=2 --input=x | --partitions=2 | --feed-key",
                "--partitions=2 | --partitions=2 | --input",
                "--feed-key=a | --feed-key=a | --input",
                "--speed=600x | --speed=600x | --input",
                "--speed=600 --input=x | --speed=600 | 600x",
                "--speed=0x --input=x | --speed=0x | 600x",
                "--speed=-1x --input=x | --speed=-1x | 600x",
                "--speed=NaNx --input=x | --speed=NaNx | 600x",
                "--seed=1 --input=x | --seed=1 | --input",
                "--seed=one | --seed=one | whole number",
                "--rate=0 | --rate=0 | positive",
                "--rate=Infinity | --rate=Infinity | positive",
                "--rate=5 --input=x | --rate=5 | --speed",
                "--for=60 | --for=60 | 60s",
                "--for=0s | --for=0s | above 0",
                "--for=1m --input=x | --for=1m | --input",
                "--bootstrap-servers=localhost | --bootstrap-servers=localhost | host:port",
                "--bootstrap-servers=a:1, | --bootstrap-servers=a:1, | host:port",
                "--parallelism=0 | --parallelism=0 | whole number",
                "--ui-port=70000 | --ui-port=70000 | 65535",
                "--flink-conf=nowhere | nowhere | config.yaml",
                "--input | --input | FILE",
                "--seed=1 --seed=2 | --seed | only once"
            })
    void wrongUsageNamesOptionValueAndWhatIsRight(String arguments, String named, String right) {
        assertThatThrownBy(() -> parse(arguments.split(" ")))
                .isInstanceOf(WrongUsage.class)
                .hasMessageContaining(named)
                .hasMessageContaining(right);
    }

    @Test
    void outputAndKeepMustNotBeFiles() throws Exception {
        Path file = Files.createFile(home.resolve("file"));

        assertThatThrownBy(() -> parse("--output=" + file))
                .hasMessageContaining("--output=" + file);
        assertThatThrownBy(() -> parse("--keep=" + file)).hasMessageContaining("--keep=" + file);
    }

    @Test
    void helpIsGivenWhateverElseIsWrong() {
        assertThat(parse("--help", "--speed=600x").help()).isTrue();
        assertThat(parse("-h").help()).isTrue();
        assertThat(LocalOptions.manual()).contains("--input", "--keep", "--ui-port");
    }

    private LocalOptions parse(String... arguments) {
        return LocalOptions.parse(home, new ArrayList<>(List.of(arguments)));
    }
}

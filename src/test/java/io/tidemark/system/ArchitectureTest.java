package io.tidemark.system;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.EvaluationResult;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.streaming.api.environment.CheckpointConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Which way the arrows between the rooms point, where time comes from, and what code may not
 * decide. Each rule is asked of the house, and of a wrong house in which it must find the one class
 * that breaks it.
 */
class ArchitectureTest {

    private static final String HOUSE = "io.tidemark";
    private static final String WRONG_HOUSE = "io.tidemark.system.wronghouse";

    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    // The harness that tests share is on the class path too, as a jar of its own.
                    .withImportOption(
                            place ->
                                    !place.contains("-tests.jar")
                                            && !place.contains("/test-classes/"))
                    .importPackages(
                            HOUSE + ".watermarks",
                            HOUSE + ".operators",
                            HOUSE + ".jobs",
                            HOUSE + ".local");

    private static final JavaClasses WRONG_CLASSES =
            new ClassFileImporter().importPackages(WRONG_HOUSE);

    /** A rule over the house with the given root package, and who breaks it in the wrong house. */
    private record Rule(String name, String culprit, Function<String, ArchRule> over) {

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Rule> rules() {
        return Stream.of(
                new Rule(
                        "watermark strategies depend on nothing of ours",
                        "watermarks.NosyStrategy",
                        root -> nothingOfOurs(root, "watermarks")),
                new Rule(
                        "operators depend on nothing of ours",
                        "operators.NosyOperator",
                        root -> nothingOfOurs(root, "operators")),
                new Rule(
                        "the local platform depends on nothing of ours",
                        "local.NosyPlatform",
                        root -> nothingOfOurs(root, "local")),
                new Rule(
                        "the local platform has no connector",
                        "local.ConnectedPlatform",
                        root ->
                                noClasses()
                                        .that(resideInAPackage(root + ".local.."))
                                        .should()
                                        .dependOnClassesThat(
                                                resideInAnyPackage(
                                                        "org.apache.flink.connector..",
                                                        "org.apache.flink.streaming.connectors.."))),
                new Rule(
                        "jobs depend on operators, watermark strategies and what jobs share",
                        "jobs.nosy.NosyTopology",
                        root ->
                                noClasses()
                                        .that(resideInAPackage(root + ".jobs.."))
                                        .should()
                                        .dependOnClassesThat(
                                                ofOursBut(
                                                        root, "jobs", "operators", "watermarks"))),
                new Rule(
                        "no job depends on another",
                        "jobs.nosy.CopyingTopology",
                        root ->
                                SlicesRuleDefinition.slices()
                                        .matching(root + ".jobs.(*)..")
                                        .should()
                                        .notDependOnEachOther()
                                        .ignoreDependency(
                                                alwaysTrue(),
                                                resideInAnyPackage(
                                                        root + ".jobs.cli..",
                                                        root + ".jobs.orders.."))),
                new Rule(
                        "library code reads no clock of the system",
                        "operators.ImpatientOperator",
                        root -> noSystemClock(root)),
                new Rule(
                        "library code hands no clock of the system on",
                        "watermarks.ClockingStrategy",
                        root -> noSystemClock(root)),
                new Rule(
                        "only jobs ask for an execution environment",
                        "jobs.nosy.NosyTopology",
                        root ->
                                noClasses()
                                        .that(resideInAPackage(root + ".."))
                                        .and()
                                        .haveSimpleNameNotEndingWith("Job")
                                        .should()
                                        .accessTargetWhere(
                                                describe(
                                                        "getExecutionEnvironment()",
                                                        access ->
                                                                access.getTargetOwner()
                                                                                .isEquivalentTo(
                                                                                        StreamExecutionEnvironment
                                                                                                .class)
                                                                        && access.getName()
                                                                                .equals(
                                                                                        "getExecutionEnvironment")))),
                new Rule(
                        "deployment settings are set in no code (options)",
                        "jobs.nosy.SettlingJob",
                        root -> noDeploymentSettings(root)),
                new Rule(
                        "deployment settings are set in no code (environment)",
                        "jobs.nosy.CheckpointingJob",
                        root -> noDeploymentSettings(root)));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void holds(Rule rule) {
        rule.over.apply(HOUSE).check(CLASSES);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void findsWhoBreaksIt(Rule rule) {
        EvaluationResult result = rule.over.apply(WRONG_HOUSE).evaluate(WRONG_CLASSES);

        assertThat(result.getFailureReport().getDetails())
                .anyMatch(violation -> violation.contains(WRONG_HOUSE + "." + rule.culprit));
    }

    private static ArchRule nothingOfOurs(String root, String room) {
        return noClasses()
                .that(resideInAPackage(root + "." + room + ".."))
                .should()
                .dependOnClassesThat(ofOursBut(root, room));
    }

    private static DescribedPredicate<JavaClass> ofOursBut(String root, String... rooms) {
        String[] packages =
                Stream.of(rooms).map(room -> root + "." + room + "..").toArray(String[]::new);
        return resideInAPackage(root + "..")
                .and(DescribedPredicate.not(resideInAnyPackage(packages)));
    }

    private static ArchRule noSystemClock(String root) {
        return noClasses()
                .that(
                        resideInAnyPackage(
                                root + ".watermarks..", root + ".operators..", root + ".jobs.."))
                .should()
                .accessTargetWhere(
                        describe("a clock of the system", ArchitectureTest::readsSystemClock));
    }

    private static boolean readsSystemClock(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String name = access.getName();
        return switch (owner) {
            case "java.lang.System" -> name.equals("currentTimeMillis") || name.equals("nanoTime");
            case "java.time.Clock" -> name.startsWith("system") || name.startsWith("tick");
            case "java.time.InstantSource" -> name.equals("system");
            case "java.util.Date" ->
                    name.equals("<init>") && access.getTarget().getFullName().endsWith("<init>()");
            case "java.util.Calendar" -> name.equals("getInstance");
            default -> owner.startsWith("java.time.") && name.equals("now");
        };
    }

    private static final Set<String> DEPLOYMENT_OPTIONS =
            Set.of(
                    CheckpointingOptions.class.getName(),
                    ExternalizedCheckpointRetention.class.getName(),
                    StateBackendOptions.class.getName(),
                    RestartStrategyOptions.class.getName(),
                    TaskManagerOptions.class.getName());

    /** Code may read these options, to refuse what would not work; it may not set them. */
    private static ArchRule noDeploymentSettings(String root) {
        return classes()
                .that(resideInAnyPackage(root + ".operators..", root + ".jobs.."))
                .should(
                        new ArchCondition<JavaClass>("leave deployment settings to flink-conf") {
                            @Override
                            public void check(JavaClass javaClass, ConditionEvents events) {
                                for (JavaCodeUnit code : javaClass.getCodeUnits()) {
                                    if (setsDeployment(code)) {
                                        events.add(
                                                SimpleConditionEvent.violated(
                                                        code,
                                                        code.getFullName()
                                                                + " sets checkpoints, state"
                                                                + " backend, restarts or memory"));
                                    }
                                }
                            }
                        });
    }

    private static boolean setsDeployment(JavaCodeUnit code) {
        Set<JavaAccess<?>> accesses = code.getAccessesFromSelf();
        boolean namesAnOption =
                accesses.stream()
                        .anyMatch(
                                access ->
                                        DEPLOYMENT_OPTIONS.contains(
                                                access.getTargetOwner().getName()));
        boolean setsAnOption =
                accesses.stream()
                        .anyMatch(
                                access ->
                                        access.getTargetOwner().isAssignableTo(Configuration.class)
                                                && access.getName().startsWith("set"));
        return (namesAnOption && setsAnOption)
                || accesses.stream().anyMatch(ArchitectureTest::setsDeploymentByName);
    }

    private static boolean setsDeploymentByName(JavaAccess<?> access) {
        JavaClass owner = access.getTargetOwner();
        String name = access.getName();
        if (owner.isAssignableTo(StreamExecutionEnvironment.class)) {
            return name.equals("enableCheckpointing") || name.equals("getCheckpointConfig");
        }
        if (owner.isAssignableTo(Configuration.class)) {
            // A key written as text would pass unseen.
            return name.equals("setString") || name.equals("fromMap");
        }
        return owner.isAssignableTo(CheckpointConfig.class);
    }
}

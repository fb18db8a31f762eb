package io.tidemark.system.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessUtils;
import org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;
import org.awaitility.Awaitility;

/**
 * A Flink cluster whose parts are processes: ZooKeeper, one JobManager and some TaskManagers of two
 * slots. They run with the class path of the test, so that a job needs no jar.
 *
 * <p>Each TaskManager that is taken away is replaced by whoever took it: {@link
 * #startTaskManager()}.
 */
public final class FlinkCluster implements AutoCloseable {

    /** Slots of a TaskManager. */
    public static final int SLOTS = 2;

    private static final String ZOOKEEPER =
            "org.apache.flink.shaded.zookeeper3.org.apache.zookeeper.server.ZooKeeperServerMain";

    private final Path directory;
    private final List<String> jvm;
    private final int restPort;
    private final ChildProcess zooKeeper;
    private final Map<String, ChildProcess> taskManagers = new LinkedHashMap<>();
    private final ClusterRest rest;
    private ChildProcess jobManager;
    private int started;

    private FlinkCluster(Path directory, List<String> jvm, int[] ports) {
        this.directory = directory;
        this.jvm = jvm;
        this.restPort = ports[1];
        this.rest = new ClusterRest(restPort);
        this.zooKeeper =
                ChildProcess.java(
                        "zookeeper",
                        directory.resolve("zookeeper.out"),
                        List.of("-Xmx64m", "-Dzookeeper.admin.enableServer=false"),
                        ZOOKEEPER,
                        List.of(
                                Integer.toString(ports[0]),
                                directory.resolve("zookeeper").toString()));
        this.jobManager = runJobManager();
    }

    /**
     * Starts a cluster and returns when its TaskManagers have registered.
     *
     * @param settings beside or instead of those that a test cluster has
     * @param jvm options of every JVM of it
     */
    public static FlinkCluster startIn(
            Path directory, int taskManagers, Map<String, String> settings, List<String> jvm) {
        int[] ports = Ports.free(3);
        try {
            Files.createDirectories(directory);
            Map<String, String> all = settings(directory, ports);
            all.putAll(settings);
            List<String> lines = new ArrayList<>();
            all.forEach((key, value) -> lines.add(key + ": \"" + value + "\""));
            Files.write(directory.resolve("config.yaml"), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        FlinkCluster cluster = new FlinkCluster(directory, jvm, ports);
        for (int i = 0; i < taskManagers; i++) {
            cluster.startTaskManager();
        }
        cluster.awaitTaskManagers(taskManagers);
        return cluster;
    }

    private static Map<String, String> settings(Path directory, int[] ports) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("jobmanager.rpc.address", "127.0.0.1");
        // Its default is one port for all, and other clusters may run on this machine.
        settings.put("jobmanager.rpc.port", Integer.toString(ports[2]));
        settings.put("jobmanager.bind-host", "127.0.0.1");
        settings.put("taskmanager.bind-host", "127.0.0.1");
        settings.put("taskmanager.host", "127.0.0.1");
        settings.put("rest.address", "127.0.0.1");
        settings.put("rest.bind-address", "127.0.0.1");
        settings.put("rest.port", Integer.toString(ports[1]));
        settings.put("high-availability.type", "zookeeper");
        settings.put("high-availability.zookeeper.quorum", "127.0.0.1:" + ports[0]);
        // Whoever was killed is to be missed soon, and whoever is slow is not to be taken for dead.
        settings.put("high-availability.zookeeper.client.session-timeout", "6000");
        settings.put("high-availability.storageDir", uri(directory, "high-availability"));
        settings.put("io.tmp.dirs", directory.resolve("tmp").toString());
        settings.put("heartbeat.interval", "1000");
        settings.put("heartbeat.timeout", "8000");
        // Not a job's choice, whatever it says.
        settings.put("execution.checkpointing.num-retained", "5");
        settings.put("taskmanager.numberOfTaskSlots", Integer.toString(SLOTS));
        settings.put("taskmanager.load-balance.mode", "SLOTS");
        settings.put("taskmanager.memory.framework.heap.size", "64m");
        settings.put("taskmanager.memory.task.heap.size", "128m");
        settings.put("taskmanager.memory.managed.size", "8m");
        settings.put("taskmanager.memory.network.min", "32m");
        settings.put("taskmanager.memory.network.max", "32m");
        settings.put("taskmanager.cpu.cores", "2");
        settings.put("rest.cache.execution-graph.timeout", "50");
        settings.put("web.refresh-interval", "100");
        return settings;
    }

    private static String uri(Path directory, String name) {
        return directory.resolve(name).toUri().toString();
    }

    /** What one asks it and tells it. */
    public ClusterRest rest() {
        return rest;
    }

    /** Where its REST endpoint listens on the loopback interface. */
    public int restPort() {
        return restPort;
    }

    /** The process that leads. */
    public ChildProcess jobManager() {
        return jobManager;
    }

    /** Starts a JobManager in the place of one that is gone; it leads as soon as it may. */
    public void startJobManager() {
        if (jobManager.isAlive()) {
            throw new IllegalStateException("the JobManager has not gone");
        }
        jobManager = runJobManager();
    }

    private ChildProcess runJobManager() {
        List<String> options = new ArrayList<>(List.of("-Xmx256m"));
        options.addAll(jvm);
        return ChildProcess.java(
                "jobmanager",
                directory.resolve("jobmanager.out"),
                options,
                StandaloneSessionClusterEntrypoint.class,
                List.of("--configDir", directory.toString()));
    }

    /** Starts one more TaskManager and returns at once; it registers some seconds later. */
    public ChildProcess startTaskManager() {
        return startTaskManager(Map.of());
    }

    /** The same with more variables in the environment of the process. */
    public ChildProcess startTaskManager(Map<String, String> environment) {
        String name = "taskmanager-" + ++started;
        List<String> arguments = new ArrayList<>(List.of("--configDir", directory.toString()));
        Configuration configuration =
                org.apache.flink.configuration.GlobalConfiguration.loadConfiguration(
                        directory.toString());
        arguments.addAll(
                Arrays.asList(
                        TaskExecutorProcessUtils.generateDynamicConfigsStr(
                                        TaskExecutorProcessUtils.processSpecFromConfig(
                                                configuration))
                                .trim()
                                .split(" ")));
        arguments.addAll(List.of("-D", "taskmanager.resource-id=" + name));
        List<String> options = new ArrayList<>(List.of("-Xmx192m", "-XX:MaxDirectMemorySize=320m"));
        options.addAll(jvm);
        ChildProcess process =
                ChildProcess.java(
                        name,
                        directory.resolve(name + ".out"),
                        environment,
                        options,
                        TaskManagerRunner.class.getName(),
                        arguments);
        taskManagers.put(name, process);
        return process;
    }

    /** The TaskManager with this resource id. */
    public ChildProcess taskManager(String name) {
        ChildProcess process = taskManagers.get(name);
        if (process == null) {
            throw new IllegalArgumentException(name + " is none of " + taskManagers.keySet());
        }
        return process;
    }

    /** The TaskManager with this process id. */
    public ChildProcess taskManager(long pid) {
        return taskManagers.values().stream()
                .filter(process -> process.pid() == pid)
                .findFirst()
                .orElseThrow(
                        () -> new AssertionError("process " + pid + " is no TaskManager of ours"));
    }

    /** TaskManagers that have not been killed. */
    public long taskManagersAlive() {
        return taskManagers.values().stream().filter(ChildProcess::isAlive).count();
    }

    /** Starts TaskManagers until so many live, and waits until they have registered. */
    public void keep(int number) {
        while (taskManagersAlive() < number) {
            startTaskManager();
        }
        awaitTaskManagers(number);
    }

    /** Kills TaskManagers until so many live, and waits until the others are missed. */
    public void killAllBut(int number) {
        taskManagers.values().stream()
                .filter(ChildProcess::isAlive)
                .skip(number)
                .forEach(ChildProcess::kill);
        awaitTaskManagers(known -> known == number, number);
    }

    private void awaitTaskManagers(int number) {
        awaitTaskManagers(known -> known >= number, number);
    }

    private void awaitTaskManagers(IntPredicate enough, int number) {
        Awaitility.await(number + " TaskManagers")
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(200))
                .ignoreExceptions()
                .until(() -> enough.test(rest.taskManagers().size()));
    }

    /**
     * Removes what keeps JobManagers from taking over for ever: Flink 2.3.0 leaves the result of a
     * job that failed before it ran, without the application that it was of, and takes it for a
     * fatal error to find that.
     */
    public void forgetJobsThatNeverRan() {
        Path results = directory.resolve("high-availability/job-result-store/default");
        if (!Files.exists(results)) {
            return;
        }
        try (DirectoryStream<Path> dirty = Files.newDirectoryStream(results, "*_DIRTY.json")) {
            for (Path result : dirty) {
                try {
                    if (!Files.readString(result).contains("\"application-id\"")) {
                        Files.delete(result);
                    }
                } catch (NoSuchFileException clean) {
                    // Its job has run, and the JobManager has just finished with it.
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        taskManagers.values().forEach(ChildProcess::close);
        jobManager.close();
        zooKeeper.close();
    }
}

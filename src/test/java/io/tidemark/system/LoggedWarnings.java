package io.tidemark.system;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/** What a class warns of, whether the log is read or not, for as long as this is open. */
final class LoggedWarnings implements AutoCloseable {

    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final Logger logger;
    private final Level before;
    private final AbstractAppender appender;

    private LoggedWarnings(Logger logger) {
        this.logger = logger;
        this.before = logger.getLevel();
        this.appender = new Listener(warnings);
    }

    static LoggedWarnings of(Class<?> type) {
        LoggedWarnings logged = new LoggedWarnings((Logger) LogManager.getLogger(type));
        logged.appender.start();
        logged.logger.addAppender(logged.appender);
        logged.logger.setLevel(Level.WARN);
        return logged;
    }

    List<String> seen() {
        return List.copyOf(warnings);
    }

    @Override
    public void close() {
        logger.removeAppender(appender);
        logger.setLevel(before);
        appender.stop();
    }

    private static final class Listener extends AbstractAppender {

        private final List<String> warnings;

        Listener(List<String> warnings) {
            super("warnings", null, null, false, Property.EMPTY_ARRAY);
            this.warnings = warnings;
        }

        @Override
        public void append(LogEvent event) {
            if (event.getLevel() == Level.WARN) {
                warnings.add(event.getMessage().getFormattedMessage());
            }
        }
    }
}

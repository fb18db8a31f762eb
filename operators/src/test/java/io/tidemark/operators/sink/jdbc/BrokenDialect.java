package io.tidemark.operators.sink.jdbc;

import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.apache.flink.util.function.SerializableFunction;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL's dialect with a fault in one statement.
 *
 * @param statement the method that gives the statement
 * @param fault what the statement becomes
 */
record BrokenDialect(String statement, SerializableFunction<String, String> fault)
        implements InvocationHandler, Serializable {

    static Dialect inItsUpsert(SerializableFunction<String, String> fault) {
        return in("upsert", fault);
    }

    static Dialect inItsAdd(SerializableFunction<String, String> fault) {
        return in("add", fault);
    }

    static Dialect in(String statement, SerializableFunction<String, String> fault) {
        return (Dialect)
                Proxy.newProxyInstance(
                        Dialect.class.getClassLoader(),
                        new Class<?>[] {Dialect.class},
                        new BrokenDialect(statement, fault));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            Object said = method.invoke(Postgres.DIALECT, arguments);
            return method.getName().equals(statement) ? fault.apply((String) said) : said;
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
}

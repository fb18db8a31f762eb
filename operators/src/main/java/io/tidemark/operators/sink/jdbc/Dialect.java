package io.tidemark.operators.sink.jdbc;

import java.io.Serializable;
import java.util.List;

/** How a database wants things said. */
interface Dialect extends Serializable {

    /** A name, perhaps with a schema before a dot, as a statement writes it. */
    String quoted(String name);

    /** Inserts versions of rows, each only if it is newer than the one that the table has. */
    <T> String upsert(VersionedTable<T> table);

    /** Deletes a portion of the tombstones older than so many milliseconds, its parameter. */
    <T> String purge(VersionedTable<T> table);

    /** Declares the table, its index and its view, where nothing is that bears their names. */
    <T> List<String> declare(VersionedTable<T> table);

    /** Inserts rows as they are. */
    <T> String append(Table<T> table);

    /** Copies rows from the lines that follow it, as {@link CopyText} writes them. */
    <T> String copy(Table<T> table);

    /**
     * Asks whether {@link #copy} does the same as {@link #append}; its parameters are the literals
     * of two arrays, the columns' names and their {@link #typeName}, and the table.
     */
    String copyFits();

    /** The name of a type without what a column may add to it, such as a length. */
    String typeName(String type);

    /** Adds the value columns of rows to those of the rows with their keys, null as nothing. */
    <T> String add(Table<T> table);

    /**
     * Asks whether a value of the type, given as a parameter, is the same in a column, and whether
     * sums of such values depend on their order there, as they do in floating point.
     */
    String addsExactly(String type, String columnType);

    /** Declares a table without versions where it is absent. */
    <T> String declare(Table<T> table);

    /** Declares the ledger where it is absent. */
    String declareLedger(String ledger);

    /** Declares the table of positions where it is absent. */
    String declarePositions(String positions);

    /** Declares the table of the positions' owners where it is absent. */
    String declareOwners(String owners);

    /** Inserts partitions of a sink of which nothing is kept, where they are not there yet. */
    String insertNoPositions(String positions);

    /** Reads the positions of a sink in some partitions, and keeps others from changing them. */
    String lockPositions(String positions);

    /** Sets positions of a sink that are there. */
    String raisePositions(String positions);

    /** Inserts dead rows that are not there yet. */
    String insertDead(String deadRows);

    /** Declares the table of dead rows where it is absent. */
    List<String> declareDead(String deadRows);

    /** Asks whether a commit waits until it lasts: "off" if it does not. */
    String commitWaits();

    /** Asks whether nothing can be written: "on" if so. */
    String readOnly();

    /** Asks what a statement would do, without doing it. */
    String explained(String statement);

    /**
     * Asks for a table's columns, whether they refuse null, and whether they are null in a row that
     * does not name them.
     */
    String columns();

    /** Asks whether the user has a right on a table. */
    String mayDo();

    /** Asks for the columns of each unique index of a table, and if it takes null for null. */
    String uniqueIndexes();

    /** Asks whether a table's column takes a type, and what type it has. */
    String columnFits(String type);
}

package io.tidemark.system.process;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/** What a client of PostgreSQL asks it to do, or its answer that this is done. */
public final class LostSql extends Loss {

    private static final int ASKS_FOR_SSL = 80_877_103;
    private static final int ASKS_FOR_GSS = 80_877_104;

    private final String command;
    private final boolean answer;

    private LostSql(String command, boolean answer) {
        this.command = command;
        this.answer = answer;
    }

    /** The server never hears of it; with the connection its transaction goes. */
    public static LostSql request(String command) {
        return new LostSql(command, false);
    }

    /** The server has done it, and the client does not know. */
    public static LostSql answerTo(String command) {
        return new LostSql(command, true);
    }

    @Override
    Conversation begin() {
        return new Talk();
    }

    /** One connection. */
    private final class Talk extends Conversation {

        private final SqlMessages requests = SqlMessages.ofClient();
        private final SqlMessages answers = SqlMessages.ofServer();

        /** Statements of which the server knows the text, by the names that it knows them by. */
        private final Set<String> prepared = new HashSet<>();

        @Override
        boolean losesRequest(byte[] bytes, int length) {
            return requests.any(bytes, length, this::isLostRequest);
        }

        private boolean isLostRequest(char kind, byte[] begins) {
            switch (kind) {
                case SqlMessages.NO_KIND -> {
                    int asked = ByteBuffer.wrap(begins).getInt();
                    if (asked == ASKS_FOR_SSL || asked == ASKS_FOR_GSS) {
                        requests.beginAgain();
                        answers.skipByte();
                    }
                    return false;
                }
                case 'P' -> {
                    String name = SqlMessages.text(begins, 0);
                    if (isTheCommand(SqlMessages.text(begins, 1))) {
                        prepared.add(name);
                    } else {
                        prepared.remove(name);
                    }
                    return false;
                }
                case 'B' -> {
                    return prepared.contains(SqlMessages.text(begins, 1)) && !answer && isLost();
                }
                case 'Q' -> {
                    return isTheCommand(SqlMessages.text(begins, 0)) && !answer && isLost();
                }
                default -> {
                    return false;
                }
            }
        }

        @Override
        boolean losesAnswer(byte[] bytes, int length) {
            return answers.any(
                    bytes,
                    length,
                    (kind, begins) ->
                            kind == 'C'
                                    && isTheCommand(SqlMessages.text(begins, 0))
                                    && answer
                                    && isLost());
        }

        private boolean isTheCommand(String text) {
            return text.equals(command) || text.startsWith(command + " ");
        }
    }
}

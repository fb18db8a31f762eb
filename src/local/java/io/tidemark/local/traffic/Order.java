package io.tidemark.local.traffic;

import java.util.List;

/**
 * One order of the synthetic shop.
 *
 * @param id what identifies it
 * @param timeMillis when it was placed, epoch milliseconds
 * @param phone the name of the phone that placed it
 * @param country where the phone is
 * @param cents its value in hundredths; below zero for a refund
 */
record Order(String id, long timeMillis, String phone, String country, long cents) {

    /** One of these more often than the next; which are in fashion changes every few minutes. */
    private static final List<String> PRODUCTS =
            List.of(
                    "apples", "basil", "bread", "butter", "cheese", "cocoa", "coffee", "eggs",
                    "figs", "flour", "garlic", "honey", "jam", "lemons", "lentils", "milk", "mint",
                    "noodles", "nuts", "olives", "onions", "oranges", "pears", "pepper", "plums",
                    "rice", "salt", "soap", "sugar", "tea", "vinegar", "yeast");

    private static final long FASHION_MILLIS = 300_000;
    private static final int SPREAD = 1_000;

    /** What was ordered: told by id and time, so that a repeat is of the same product. */
    String product() {
        int spot = Math.floorMod(id.hashCode() * 0x9E3779B9 >> 8, SPREAD);
        long rank = (long) spot * spot * PRODUCTS.size() / (SPREAD * SPREAD);
        long fashion = Math.floorDiv(timeMillis, FASHION_MILLIS);
        return PRODUCTS.get(Math.floorMod(rank + fashion, PRODUCTS.size()));
    }

    Order withTime(long otherMillis) {
        return new Order(id, otherMillis, phone, country, cents);
    }

    Order withCents(long otherCents) {
        return new Order(id, timeMillis, phone, country, otherCents);
    }
}

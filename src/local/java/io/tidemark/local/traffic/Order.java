package io.tidemark.local.traffic;

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

    Order withTime(long otherMillis) {
        return new Order(id, otherMillis, phone, country, cents);
    }

    Order withCents(long otherCents) {
        return new Order(id, timeMillis, phone, country, otherCents);
    }
}

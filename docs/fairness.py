#!/usr/bin/env python3
"""Checks the worked examples of docs/fairness.md; needs nothing but Python 3.

usage: fairness.py vectors.json
"""
import hashlib
import hmac
import json
import sys

PROTOCOL = b"birdie-fair-1"


def commitment(secret):
    return hashlib.sha256(PROTOCOL + b"\0" + secret).digest()


def root(secret, match, seeds):
    transcript = PROTOCOL + b"\0" + bytes([len(match)]) + match + bytes([len(seeds)])
    for seed in seeds:
        transcript += bytes([len(seed)]) + seed
    salt = hashlib.sha256(transcript).digest()
    return hmac.new(salt, secret, hashlib.sha256).digest()


def key(prk, label):
    return hmac.new(prk, label.encode() + b"\1", hashlib.sha256).digest()


def chacha20(key):
    """The key stream as 64-bit numbers."""
    def rotate(x, n):
        return (x << n | x >> (32 - n)) & 0xFFFFFFFF

    def quarter(x, a, b, c, d):
        x[a] = (x[a] + x[b]) & 0xFFFFFFFF
        x[d] = rotate(x[d] ^ x[a], 16)
        x[c] = (x[c] + x[d]) & 0xFFFFFFFF
        x[b] = rotate(x[b] ^ x[c], 12)
        x[a] = (x[a] + x[b]) & 0xFFFFFFFF
        x[d] = rotate(x[d] ^ x[a], 8)
        x[c] = (x[c] + x[d]) & 0xFFFFFFFF
        x[b] = rotate(x[b] ^ x[c], 7)

    words = [int.from_bytes(b"expand 32-byte k"[i:i + 4], "little") for i in range(0, 16, 4)]
    words += [int.from_bytes(key[i:i + 4], "little") for i in range(0, 32, 4)]
    counter = 0
    while True:
        state = words + [counter, 0, 0, 0]
        x = list(state)
        for _ in range(10):
            for i in range(4):
                quarter(x, i, 4 + i, 8 + i, 12 + i)
            for i in range(4):
                quarter(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
        x = [(a + b) & 0xFFFFFFFF for a, b in zip(x, state)]
        for i in range(0, 16, 2):
            yield x[i] | x[i + 1] << 32
        counter += 1


def below(numbers, n):
    """A number from 0 to n-1, each equally likely."""
    while True:
        product = next(numbers) * n
        if product % 2**64 >= 2**64 % n:
            return product >> 64


def shuffle(cards, numbers):
    cards = list(cards)
    for i in range(len(cards) - 1, 0, -1):
        j = below(numbers, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def deck(decks, jokers):
    one = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
    return (one + ["X1", "X2"][:jokers]) * decks


def main():
    bad = checked = 0
    for v in json.load(open(sys.argv[1])):
        secret = bytes.fromhex(v["secret"])
        prk = root(secret, v["match"].encode(), [bytes.fromhex(s) for s in v["seeds"]])
        results = [("commitment", commitment(secret).hex(), v["commitment"])]
        for label, want in v["numbers"].items():
            results.append((label, "%016x" % next(chacha20(key(prk, label))), want))
        for label, want in v["shuffles"].items():
            cards = deck(v["decks"], v["jokers"])[:len(want.split())]
            results.append((label, " ".join(shuffle(cards, chacha20(key(prk, label)))), want))
        for name, got, want in results:
            checked += 1
            if got != want:
                bad += 1
                print("match %s, %s:\n  got  %s\n  want %s" % (v["match"], name, got, want))
    print("%d checked, %d wrong" % (checked, bad))
    sys.exit(bad > 0 or checked == 0)


if __name__ == "__main__":
    main()

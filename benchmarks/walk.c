/* Walks the transcript tree of a deck of up to 16 cards, or 24, and prints the number of its classes and the seconds.
 *
 *     cc -O2 -mavx2 -DCARDS=16 -o walk benchmarks/walk.c && ./walk 14 WL
 *
 * It is what the kernel of wargraph/fixed_order/transcripts/subtrees.py is measured against, by benchmarks/peers.py. A
 * level of comparisons is one vector of 16 rows of 16 bits, or three vectors of 8 rows of 32 bits for 24 cards: bit y of
 * row x says that card x is no lower than card y.
 * A comparison that is not known yet makes the next level, by one compare and one mask. The walk is depth first, and
 * keeps only the forks, where either player can have won the turn before.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef CARDS
#define CARDS 16
#endif
#if CARDS == 16
typedef uint16_t row;
#elif CARDS == 24
typedef uint32_t row;
#else
#error "CARDS is 16 or 24"
#endif

enum { VECTOR = 32, VECTORS = CARDS * sizeof(row) / VECTOR, LEVELS = CARDS * (CARDS - 1) / 2 + 1, TURNS = 4096 };
typedef row vector __attribute__((vector_size(VECTOR)));
typedef union { row of[CARDS]; vector all[VECTORS]; } rows;
struct fork { int depth, split, level; };

static uint8_t left[TURNS + CARDS], right[TURNS + CARDS];
static rows levels[LEVELS];
static struct fork forks[TURNS];

static inline int is_above(const rows *level, int higher, int lower) {
    return level->of[higher] >> lower & 1;
}

static inline void learn(const rows *level, rows *next, int higher, int lower) {
    for (int part = 0; part < VECTORS; part++) {
        vector reached = (vector)((level->all[part] & (row)(1 << higher)) != 0);
        next->all[part] = level->all[part] | (reached & level->of[lower]);
    }
}

/* The cards at the bottom of a hand are those of the turn before, the winner's first if winner_first is 1. */
static uint64_t walk(int n, int winner_first) {
    uint64_t classes = 0;
    int depth = 0, split = n, level = 0, open = 0;
    for (int card = 0; card < n; card++) left[card] = n - 1 - card;
    for (int card = 0; card < CARDS; card++) levels[0].of[card] = (row)1 << card;
    for (;;) {
        classes++;
        if (depth == TURNS - 1) return 0;
        int at_left = n + depth - split, at_right = depth + split - n;
        int won = left[at_left + winner_first], lost = left[at_left + 1 - winner_first];
        int by_left = split >= 2 && !is_above(&levels[level], lost, won);
        int by_right = 0, right_won = 0, right_lost = 0;
        if (split + 2 <= n) {
            right_won = right[at_right + winner_first], right_lost = right[at_right + 1 - winner_first];
            by_right = !is_above(&levels[level], right_lost, right_won);
        }
        if (by_left && by_right) forks[open++] = (struct fork){depth, split, level};
        if (by_left) {
            left[n + depth] = won, right[depth] = lost;
            split--;
        } else {
            if (!by_right) {
                if (!open) return classes;
                struct fork last = forks[--open];
                depth = last.depth, split = last.split, level = last.level;
                at_right = depth + split - n;
                right_won = right[at_right + winner_first], right_lost = right[at_right + 1 - winner_first];
            }
            won = right_won, lost = right_lost;
            left[n + depth] = lost, right[depth] = won;
            split++;
        }
        depth++;
        if (!is_above(&levels[level], won, lost)) {
            learn(&levels[level], &levels[level + 1], won, lost);
            level++;
        }
    }
}

int main(int count, char **words) {
    int n = count == 3 ? atoi(words[1]) : 0;
    if (n < 1 || n > CARDS || (strcmp(words[2], "WL") && strcmp(words[2], "LW"))) {
        fprintf(stderr, "walk N ORDER, with N from 1 to %d and the order WL or LW\n", CARDS);
        return 2;
    }
    clock_t start = clock();
    uint64_t classes = walk(n, !strcmp(words[2], "WL"));
    printf("%llu %f\n", (unsigned long long)classes, (double)(clock() - start) / CLOCKS_PER_SEC);
    return 0;
}

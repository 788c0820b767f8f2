/* Random games of Splinter, standard rules only, as a C programmer would write them for speed: constants folded, one
   128-bit word per side, bit-deposit instructions where the processor has them. Plays the very games that the compiled
   rules play from the same seeds, so that the benchmark can check that both did the same work. */
#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef uint64_t u64;
typedef unsigned __int128 u128;
enum { ROWS = 9, COLUMNS = 10, STRIDE = COLUMNS + 1, SQUARES = 128, PLIES = 200 };

typedef struct {
    u128 men[2];
    int16_t kings[2], vacated, winner, to_move, ended;
    int32_t turn;
} State;

static const int DELTA[8] = {-STRIDE, -STRIDE + 1, 1, STRIDE + 1, STRIDE, STRIDE - 1, -1, -STRIDE - 1};
static int8_t toward[SQUARES][SQUARES]; /* [a][b]: the direction from b to a, -1 if they are not in line */
static u128 board;
static State start;

static inline u64 mix(u64 w) {
    w = (w ^ (w >> 30)) * 0xBF58476D1CE4E5B9u;
    w = (w ^ (w >> 27)) * 0x94D049BB133111EBu;
    return w ^ (w >> 31);
}
static inline u64 below(u64 *rng, u64 n) { return ((mix(*rng += 0x9E3779B97F4A7C15u) >> 32) * n) >> 32; }
static inline u128 bit(int square) { return (unsigned)square < SQUARES ? (u128)1 << square : 0; }
static inline int count(u128 s) { return __builtin_popcountll((u64)s) + __builtin_popcountll((u64)(s >> 64)); }

static inline int nth_in_word(u64 word, int n) {
#ifdef __BMI2__
    return __builtin_ctzll(_pdep_u64((u64)1 << n, word));
#else
    while (n--) word &= word - 1;
    return __builtin_ctzll(word);
#endif
}

static inline u128 group(u128 pieces, u128 seen, u128 goal) {
    for (;;) {
        u128 wide = seen | seen << 1 | seen >> 1;
        wide = (wide | wide << STRIDE | wide >> STRIDE) & pieces;
        if (wide & goal || wide == seen) return wide;
        seen = wide;
    }
}

static inline int sample(const State *s, u64 *rng) {
    u128 own = s->men[s->to_move], pieces = s->men[0] | s->men[1];
    u64 low = (u64)own, high = (u64)(own >> 64);
    int in_low = __builtin_popcountll(low), n = in_low + __builtin_popcountll(high);
    for (;;) {
        int pick = below(rng, n * 8), piece = pick >> 3, way = pick & 7;
        int square = piece < in_low ? nth_in_word(low, piece) : 64 + nth_in_word(high, piece - in_low);
        if (s->vacated < 0 || toward[s->vacated][square] != way) return square * 8 + way;
        int end = square + DELTA[way];
        while (pieces & bit(end)) end += DELTA[way];
        if (end != s->vacated) return square * 8 + way;
    }
}

static inline void judge(State *s) {
    if (s->kings[0] < 0 || s->kings[1] < 0) {
        s->ended = 1, s->winner = s->kings[0] < 0;
        return;
    }
    u128 pieces = s->men[0] | s->men[1], goal = bit(s->kings[1]);
    u128 near = group(pieces, bit(s->kings[0]), goal);
    if (!(near & goal)) {
        int lead = count(near) - count(group(pieces, goal, 0));
        s->ended = lead ? 1 : 2, s->winner = lead > 0 ? 0 : lead < 0 ? 1 : -1;
    } else if (s->turn >= PLIES)
        s->ended = 4;
}

static inline void step(State *s, int action) {
    int square = action >> 3, delta = DELTA[action & 7];
    u128 x = s->men[0], pieces = x | s->men[1], first = bit(square), here = first, line = 0, pushed = 0;
    s->vacated = square;
    while (pieces & here) {
        square += delta;
        u128 next = bit(square);
        line |= here;
        if (here & x) pushed |= next;
        here = next;
    }
    s->men[0] = ((x & ~line) | pushed) & board;
    s->men[1] = ((pieces ^ first) | (here & board)) & ~s->men[0];
    for (int side = 0; side < 2; side++)
        if (line & bit(s->kings[side])) {
            int king = s->kings[side] + delta;
            s->kings[side] = board & bit(king) ? king : -1;
        }
    s->to_move ^= 1;
    s->turn++;
    judge(s);
}

void prepare(void) {
    static const int HEADING[8][2] = {{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}};
    start = (State){.vacated = -1, .winner = -1};
    for (int a = 0; a < SQUARES; a++)
        for (int b = 0; b < SQUARES; b++) toward[a][b] = -1;
    board = 0;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++) {
            int a = r * STRIDE + c;
            board |= bit(a);
            if (r >= 2 && r < 7 && c >= 2 && c < 8) start.men[(r + c) % 2] |= bit(a);
            for (int way = 0; way < 8; way++)
                for (int i = 1; i < SQUARES; i++) {
                    int br = r - i * HEADING[way][0], bc = c - i * HEADING[way][1];
                    if (br < 0 || br >= ROWS || bc < 0 || bc >= COLUMNS) break;
                    toward[a][br * STRIDE + bc] = way;
                }
        }
    start.kings[0] = 4 * STRIDE + 4;
    start.kings[1] = 4 * STRIDE + 5;
}

/* Plays n games and returns the decisions made. */
long random_games(u64 seed, long n, int copy) {
    State table[2];
    u64 rng = seed;
    long decisions = 0;
    for (long game = 0; game < n; game++) {
        State *s = &table[0];
        *s = start;
        while (!s->ended) {
            if (copy) {
                table[1] = *s;
                __asm__ volatile("" : : "r"(&table[1]) : "memory"); /* the copy is not optimised away */
            }
            step(s, sample(s, &rng));
            decisions++;
        }
    }
    return decisions;
}

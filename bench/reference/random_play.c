/* America at random to the end, with full scoring: a yardstick for speed, no authority on rules.
 *
 * Written by hand for this one board, for up to five seats. One choice is simpler than in Ekiben: claiming a route and paying for it are
 * a single action, paid in one colour with as few wilds as will do.
 *
 *     random_play SEATS GAMES      prints games and decisions a second of processor time
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "map.h"

enum { SEATS = 5, COLOURS = 8, WILD = 8, KINDS = 9, CARDS = 110, MARKET = 5, TRAINS = 45, HALF = 50, MOST_ROUTES = 8, EMPTY = -1 };
enum { TURN, SECOND_CARD, KEEP, OVER };                                         /* what is asked */
enum { CLAIM = 0, DRAW = 900, BLIND = 905, ASK_TICKETS = 906, PASS = 914 };     /* actions; a choice of tickets is ASK_TICKETS + its set */

typedef struct {
    uint64_t word[2];               /* routes 0 to 49, 50 to 99 */
} Routes;

typedef struct {
    Routes free, blocked[SEATS], owned[SEATS];
    uint32_t luck, tickets[SEATS];
    int16_t score[SEATS];
    int8_t seats, twins_open, seat, asked, last_turns, passes, setting_up, least, offered, wilds_up, gaps, tickets_left, ticket_head;
    uint8_t deck_size, discarded;
    int8_t hand[SEATS][KINDS], trains[SEATS], market[MARKET], offer[3], discards[KINDS], ticket_deck[TICKETS];
    int8_t deck[CARDS];
} State;

static const int8_t POINTS[7] = {0, 1, 2, 4, 7, 10, 15};
static Routes up_to[TRAINS + 1], payable[KINDS][TRAINS + 1];       /* by length; by kind of card and how many, wilds included */

/* ---- sets of routes */
static inline int has(const Routes *routes, int route) { return (routes->word[route >= HALF] >> (route % HALF)) & 1; }
static inline void add(Routes *routes, int route) { routes->word[route >= HALF] |= 1ull << (route % HALF); }
static inline void take_out(Routes *routes, int route) { routes->word[route >= HALF] &= ~(1ull << (route % HALF)); }
static inline int size_of(const Routes *routes) { return __builtin_popcountll(routes->word[0]) + __builtin_popcountll(routes->word[1]); }

#ifdef __BMI2__
#include <immintrin.h>
static inline int nth_bit(uint64_t word, int n) { return __builtin_ctzll(_pdep_u64(1ull << n, word)); }
#else
static inline int nth_bit(uint64_t word, int n) {
    while (n--) word &= word - 1;
    return __builtin_ctzll(word);
}
#endif

static inline int nth_route(const Routes *routes, int n) {
    int low = __builtin_popcountll(routes->word[0]);
    return n < low ? nth_bit(routes->word[0], n) : HALF + nth_bit(routes->word[1], n - low);
}

static void make_tables(void) {
    for (int length = 0; length <= TRAINS; length++)
        for (int route = 0; route < ROUTES; route++)
            if (ROUTE_LENGTH[route] <= length) {
                add(&up_to[length], route);
                for (int kind = 0; kind < KINDS; kind++)
                    if (kind == WILD || ROUTE_COLOUR[route] == kind || ROUTE_COLOUR[route] == GREY) add(&payable[kind][length], route);
            }
}

/* ---- luck */
static inline uint32_t below(State *s, uint32_t n) {
    uint32_t x = s->luck;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    s->luck = x;
    return (uint32_t)(((uint64_t)x * n) >> 32);
}

static void shuffle(State *s, int8_t *cards, int count) {
    for (int i = count - 1; i > 0; i--) {
        int j = below(s, i + 1);
        int8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

/* ---- cards */
static inline int can_draw(const State *s) { return s->deck_size || s->discarded; }

static void reshuffle(State *s) {
    int count = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        for (int i = 0; i < s->discards[kind]; i++) s->deck[count++] = kind;
        s->discards[kind] = 0;
    }
    s->deck_size = count;
    s->discarded = 0;
    shuffle(s, s->deck, count);
}

static int draw_card(State *s) {
    if (!s->deck_size) {
        if (!s->discarded) return EMPTY;
        reshuffle(s);
    }
    return s->deck[--s->deck_size];
}

static void fill_market(State *s) {
    for (int slot = 0; slot < MARKET; slot++)
        if (s->market[slot] == EMPTY) {
            int card = draw_card(s);
            if (card == EMPTY) break;
            s->market[slot] = card;
            s->gaps--;
            s->wilds_up += card == WILD;
        }
}

static void sweep_market(State *s) {
    for (int slot = 0; slot < MARKET; slot++)
        if (s->market[slot] != EMPTY) {
            s->discards[s->market[slot]]++;
            s->discarded++;
            s->market[slot] = EMPTY;
        }
    s->wilds_up = 0;
    s->gaps = MARKET;
}

static int plain_cards(const State *s) {
    int plain = s->discarded - s->discards[WILD];
    for (int i = 0; i < s->deck_size; i++) plain += s->deck[i] != WILD;
    return plain;
}

static void refill(State *s) {
    for (int sweeps = 0;; sweeps++) {
        fill_market(s);
        if (s->wilds_up < 3 || sweeps == 10 || plain_cards(s) < 3) return;
        sweep_market(s);
    }
}

/* ---- tickets */
static void offer_tickets(State *s, int least) {
    int count = s->tickets_left < 3 ? s->tickets_left : 3;
    for (int i = 0; i < count; i++) {
        s->offer[i] = s->ticket_deck[s->ticket_head];
        s->ticket_head = s->ticket_head == TICKETS - 1 ? 0 : s->ticket_head + 1;
    }
    s->tickets_left -= count;
    s->offered = count;
    s->least = least < count ? least : count;
    s->asked = KEEP;
}

static void keep_tickets(State *s, int choice) {
    for (int i = 0; i < s->offered; i++)
        if (choice >> i & 1) {
            s->tickets[s->seat] |= 1u << s->offer[i];
        } else {
            s->ticket_deck[(s->ticket_head + s->tickets_left) % TICKETS] = s->offer[i];
            s->tickets_left++;
        }
    s->offered = 0;
}

static void begin(State *s, int seats, uint32_t seed) {
    memset(s, 0, sizeof *s);
    s->seats = seats;
    s->twins_open = seats > 3;
    s->luck = seed * 2654435761u + 1;
    if (!s->luck) s->luck = 1;
    s->free.word[0] = s->free.word[1] = (1ull << HALF) - 1;
    for (int seat = 0; seat < seats; seat++) s->trains[seat] = TRAINS;
    for (int colour = 0; colour < COLOURS; colour++) memset(s->deck + 12 * colour, colour, 12);
    memset(s->deck + 12 * COLOURS, WILD, 14);
    s->deck_size = CARDS;
    shuffle(s, s->deck, CARDS);
    for (int ticket = 0; ticket < TICKETS; ticket++) s->ticket_deck[ticket] = ticket;
    shuffle(s, s->ticket_deck, TICKETS);
    s->tickets_left = TICKETS;
    for (int seat = 0; seat < seats; seat++)
        for (int i = 0; i < 4; i++) s->hand[seat][(int)s->deck[--s->deck_size]]++;
    memset(s->market, EMPTY, MARKET);
    s->gaps = MARKET;
    refill(s);
    s->setting_up = 1;
    offer_tickets(s, 2);
}

/* ---- a legal action, drawn by lot without making a list */
static inline Routes open_routes(const State *s) {
    const Routes *blocked = &s->blocked[s->seat], *reached = &up_to[s->trains[s->seat]];
    Routes found;
    for (int word = 0; word < 2; word++) found.word[word] = s->free.word[word] & ~blocked->word[word] & reached->word[word];
    return found;
}

static int nth_in_market(const State *s, int n, int wilds_too) {
    for (int slot = 0; slot < MARKET; slot++)
        if (s->market[slot] != EMPTY && (wilds_too || s->market[slot] != WILD) && n-- == 0) return DRAW + slot;
    return BLIND;
}

static int random_turn(State *s) {
    Routes open = open_routes(s), claims[KINDS];
    const int8_t *hand = s->hand[s->seat];
    int count[KINDS], total = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        int cards = kind == WILD ? hand[WILD] : hand[kind] ? hand[kind] + hand[WILD] : 0;
        for (int word = 0; word < 2; word++) claims[kind].word[word] = payable[kind][cards].word[word] & open.word[word];
        count[kind] = size_of(&claims[kind]);
        total += count[kind];
    }
    int up = MARKET - s->gaps, blind = can_draw(s), options = total + up + blind + (s->tickets_left > 0);
    if (!options) return PASS;
    int n = below(s, options);
    if (n < total) {
        int kind = 0;
        while (n >= count[kind]) n -= count[kind++];
        return CLAIM + kind * ROUTES + nth_route(&claims[kind], n);
    }
    n -= total;
    if (n < up) return nth_in_market(s, n, 1);
    return n - up < blind ? BLIND : ASK_TICKETS;
}

static int random_keep(State *s) {
    int choices[8], count = 0;
    for (int choice = 1; choice < 1 << s->offered; choice++)
        if (__builtin_popcount(choice) >= s->least) choices[count++] = ASK_TICKETS + choice;
    return choices[below(s, count)];
}

static int random_action(State *s) {
    if (s->asked == TURN) return random_turn(s);
    if (s->asked == KEEP) return random_keep(s);
    return nth_in_market(s, below(s, MARKET - s->gaps - s->wilds_up + can_draw(s)), 0);
}

/* ---- scoring */
typedef struct {
    int8_t routes[CITIES], city[CITIES][MOST_ROUTES], part[CITIES];
    uint8_t route[CITIES][MOST_ROUTES];
} Network;

static void link_cities(Network *net, int city, int other, int route) {
    net->city[city][net->routes[city]] = other;
    net->route[city][net->routes[city]++] = route;
}

static int longest_from(const Network *net, int city, Routes *used) {
    int best = 0;
    for (int i = 0; i < net->routes[city]; i++) {
        int route = net->route[city][i];
        if (has(used, route)) continue;
        add(used, route);
        int length = ROUTE_LENGTH[route] + longest_from(net, net->city[city][i], used);
        take_out(used, route);
        if (length > best) best = length;
    }
    return best;
}

/* Marks a connected part of the network; returns its longest trail if that is longer than `best`. */
static int explore(Network *net, int start, int part, int best) {
    int8_t stack[CITIES], odd[CITIES];
    int depth = 0, odds = 0, total = 0;
    stack[depth++] = start;
    net->part[start] = part;
    while (depth) {
        int city = stack[--depth];
        if (net->routes[city] & 1) odd[odds++] = city;
        for (int i = 0; i < net->routes[city]; i++) {
            int other = net->city[city][i];
            total += ROUTE_LENGTH[net->route[city][i]];
            if (net->part[other] == EMPTY) {
                net->part[other] = part;
                stack[depth++] = other;
            }
        }
    }
    total /= 2;
    if (total <= best) return best;
    if (odds <= 2) return total;            /* one trail takes in every route */
    Routes used = {{0, 0}};
    for (int i = 0; i < odds; i++) {
        int length = longest_from(net, odd[i], &used);
        if (length > best) best = length;
    }
    return best;
}

/* Adds the tickets to a seat's score; returns its longest trail. */
static int score_seat(State *s, int seat) {
    Network net;
    memset(net.routes, 0, sizeof net.routes);
    memset(net.part, EMPTY, sizeof net.part);
    for (int word = 0; word < 2; word++)
        for (uint64_t left = s->owned[seat].word[word]; left; left &= left - 1) {
            int route = HALF * word + __builtin_ctzll(left);
            link_cities(&net, ROUTE_A[route], ROUTE_B[route], route);
            link_cities(&net, ROUTE_B[route], ROUTE_A[route], route);
        }
    int best = 0, parts = 0;
    for (int city = 0; city < CITIES; city++)
        if (net.part[city] == EMPTY && net.routes[city]) best = explore(&net, city, parts++, best);
    for (uint32_t left = s->tickets[seat]; left; left &= left - 1) {
        int ticket = __builtin_ctz(left), part = net.part[TICKET_A[ticket]];
        int done = part != EMPTY && part == net.part[TICKET_B[ticket]];
        s->score[seat] += done ? TICKET_POINTS[ticket] : -TICKET_POINTS[ticket];
    }
    return best;
}

static void finish(State *s) {
    int longest[SEATS], most = 0;
    s->asked = OVER;
    for (int seat = 0; seat < s->seats; seat++) {
        longest[seat] = score_seat(s, seat);
        if (longest[seat] > most) most = longest[seat];
    }
    for (int seat = 0; seat < s->seats; seat++)
        if (longest[seat] == most) s->score[seat] += 10;
}

/* ---- what comes of an action */
static void end_turn(State *s, int passed) {
    s->passes = passed ? s->passes + 1 : 0;
    if (s->passes >= s->seats || s->last_turns == 1) {
        finish(s);
        return;
    }
    if (s->last_turns) s->last_turns--;
    else if (s->trains[s->seat] <= 2) s->last_turns = s->seats;
    if (s->gaps) refill(s);
    s->seat = s->seat + 1 < s->seats ? s->seat + 1 : 0;
    s->asked = TURN;
}

static void claim(State *s, int kind, int route) {
    int8_t *hand = s->hand[s->seat];
    int length = ROUTE_LENGTH[route], cards = hand[kind] < length ? hand[kind] : length, wilds = length - cards, twin = TWIN[route];
    hand[kind] -= cards;
    hand[WILD] -= wilds;
    s->discards[kind] += cards;
    s->discards[WILD] += wilds;
    s->discarded += length;
    take_out(&s->free, route);
    if (twin != EMPTY) {
        if (!s->twins_open) take_out(&s->free, twin);
        add(&s->blocked[s->seat], twin);
    }
    add(&s->owned[s->seat], route);
    s->trains[s->seat] -= length;
    s->score[s->seat] += POINTS[length];
    end_turn(s, 0);
}

static void draw(State *s, int action) {
    int second = s->asked == SECOND_CARD, wild = 0;
    if (action < BLIND) {
        int card = s->market[action - DRAW];
        s->hand[s->seat][card]++;
        s->market[action - DRAW] = EMPTY;
        s->gaps++;
        wild = card == WILD;
        s->wilds_up -= wild;
        refill(s);
    } else {
        s->hand[s->seat][draw_card(s)]++;
    }
    if (wild || second || !(can_draw(s) || MARKET - s->gaps - s->wilds_up)) end_turn(s, 0);
    else s->asked = SECOND_CARD;
}

static void choose_tickets(State *s, int choice) {
    keep_tickets(s, choice);
    if (!s->setting_up) {
        end_turn(s, 0);
    } else if (++s->seat < s->seats) {
        offer_tickets(s, 2);
    } else {
        s->setting_up = 0;
        s->seat = 0;
        s->asked = TURN;
    }
}

static void apply(State *s, int action) {
    if (action < DRAW) claim(s, action / ROUTES, action % ROUTES);
    else if (action <= BLIND) draw(s, action);
    else if (action == ASK_TICKETS) offer_tickets(s, 1);
    else if (action < PASS) choose_tickets(s, action - ASK_TICKETS);
    else end_turn(s, 1);
}

static int64_t play(int seats, uint32_t seed, int games) {
    int64_t decisions = 0;
    State s;
    for (int game = 0; game < games; game++)
        for (begin(&s, seats, seed + game); s.asked != OVER; decisions++) apply(&s, random_action(&s));
    return decisions;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
    int seats = argc > 1 ? atoi(argv[1]) : 2, games = argc > 2 ? atoi(argv[2]) : 200000;
    if (seats < 2 || seats > SEATS || games < 1) {
        fprintf(stderr, "random_play SEATS GAMES: 2 to %d seats, at least one game\n", SEATS);
        return 2;
    }
    make_tables();
    play(seats, 1, games / 10);             /* does not count */
    double start = now();
    int64_t decisions = play(seats, 1, games);
    double spent = now() - start;
    printf("%.0f games/s, %.3f million decisions/s, ", games / spent, decisions / spent / 1e6);
    printf("%.2f decisions a game\n", (double)decisions / games);
    return 0;
}

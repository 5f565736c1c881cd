// The rows of all examples of attention by hand.
#include "core/analysis/experiments/hand_examples.h"

#include <cmath>

#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/tensor/random.h"

namespace attnlab {

namespace {

HandAttention cat() {
  HandAttention hand = hand_attention({.queries = 1, .keys = 3, .features = 4, .values = 3, .hidden = 4});
  hand.query.cells = {0.5, -0.3, 0.8, 0.1};
  hand.key.cells = {0.7, -0.2, 0.4, 0.3, 0.1, 0.6, -0.5, 0.2, 0.3, -0.4, 0.9, 0.7};
  hand.value.cells = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  hand.query_names = {"cat"};
  hand.key_names = {"The", "cat", "sat"};
  return hand;
}

HandAttention widths() {
  HandAttention hand = random_hand({.queries = 4, .keys = 4, .features = 8, .values = 2, .hidden = 8}, 1);
  hand.score = "dot";
  return hand;
}

HandAttention order() {
  HandAttention hand = hand_attention({.queries = 3, .keys = 3, .features = 2, .values = 2, .hidden = 2});
  hand.query.cells = {1, 0.5, -0.5, 2, 1.5, -1};
  hand.key.cells = {0.5, 1, 2, -0.5, -1, 1.5};
  hand.value.cells = {1, 0, 0, 2, -1, 1};
  hand.query_names = hand.key_names = {"dog", "bites", "man"};
  return hand;
}

HandAttention lookup() {
  HandAttention hand = hand_attention({.queries = 1, .keys = 4, .features = 2, .values = 1, .hidden = 2});
  hand.score = "cosine";
  hand.query.cells = {0.5, 0.866};
  hand.key.cells = {0, 1, 1, 0, 0, -1, -1, 0};
  hand.value.cells = {10, 20, 30, 40};
  hand.query_names = {"30° east of north"};
  hand.key_names = {"north", "east", "south", "west"};
  return hand;
}

constexpr HandExample kExamples[] = {
    {.name = "cat",
     .title = tr_mark("The cat sat"),
     .sentence = tr_mark(
         "What does “cat” attend to? The dot products 0.76, −0.51, 1.06 are divided by √4; softmax makes the "
         "weights 0.3715, 0.1969, 0.4316. The values are one-hot, so that the output repeats the weights."),
     .note = tr_mark(
         "A published version of this example prints the scores 0.72, −0.53, 1.02 and the weights 0.371, "
         "0.199, "
         "0.431: its dot products are wrong. Without subtracting the largest score, the exponentials "
         "are 1.4623, "
         "0.7749, 1.6989, and their sum is 3.9361."),
     .make = cat},
    {.name = "widths",
     .title = tr_mark("Why √d_k"),
     .sentence = tr_mark(
         "Random queries and keys: the variance of a dot product is the number of features d_k. Large scores "
         "saturate softmax, and dividing by √d_k keeps them at variance 1."),
     .note = "",
     .make = widths},
    {.name = "order",
     .title = tr_mark("Another order"),
     .sentence = tr_mark(
         "Attention does not know the order: if you permute the rows of Q, K and V, the rows of the output "
         "are permuted in the same way. Only a causal mask or positions convey the order."),
     .note = "",
     .make = order},
    {.name = "lookup",
     .title = tr_mark("Soft lookup"),
     .sentence =
         tr_mark("A lookup by direction: the query lies between north and east. A small β mixes the values "
                 "of all keys; "
                 "as β grows, the nearest key takes all the weight."),
     .note = "",
     .make = lookup},
};

}  // namespace

std::span<const HandExample> hand_examples() { return kExamples; }

const HandExample& hand_example(std::string_view name) { return row_named(kExamples, "example", name); }

const HandExample* example_of(const HandAttention& hand) {
  for (const HandExample& example : kExamples)
    if (example.make() == hand) return &example;
  return nullptr;
}

HandAttention random_hand(const HandSizes& sizes, std::uint64_t seed) {
  HandAttention hand = hand_attention(sizes);
  RandomStream random(seed);
  for (HandMatrix* matrix : {&hand.query, &hand.key, &hand.value})
    for (double& cell : matrix->cells) cell = std::round(random.normal() * 100) / 100 + 0.0;  // no −0
  return hand;
}

}  // namespace attnlab

// The rows of all position schemes.
#include "core/layers/position_scheme.h"

#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/layers/alibi.h"
#include "core/layers/attention_sites.h"
#include "core/layers/input_sites.h"
#include "core/layers/relative_bias.h"

namespace attnlab {

namespace {

std::shared_ptr<const ScoreBias> alibi_of(const ParameterScope& scope, const BiasedStack& stack) {
  return alibi(scope, stack.heads);
}

std::shared_ptr<const ScoreBias> relative_bias_of(const ParameterScope& scope, const BiasedStack& stack) {
  return relative_bias(scope, stack.heads, stack.buckets, stack.initializer);
}

}  // namespace

std::span<const PositionScheme> position_schemes() {
  using enum PositionScheme::Where;
  static constexpr PositionScheme kSchemes[] = {
      {.name = "learned",
       .title = tr_mark("learned"),
       .heading = tr_mark("Learned positions"),
       .sentence =
           tr_mark("Every position has its own vector, learned like any weight and added to the token's "
                   "embedding."),
       .term = "positional encoding",
       .where = Input,
       .input = learned_positions,
       .learned = true,
       .picture_sentence =
           tr_mark("Every patch position has its own vector, learned like any weight and added to the "
                   "patch's vector.")},
      {.name = "sinusoidal",
       .title = tr_mark("sinusoidal"),
       .heading = tr_mark("Sinusoidal positions"),
       .sentence =
           tr_mark("Every position has a vector of sine and cosine waves, from fast to slow, which is added "
                   "to the token's embedding."),
       .term = "positional encoding",
       .where = Input,
       .input = wave_positions,
       .waves = true,
       .scales_embedding = true},
      {.name = "rotary",
       .title = tr_mark("rotary"),
       .heading = tr_mark("Rotary positions"),
       .sentence =
           tr_mark("Each pair of numbers in a query or key is rotated by an angle that grows with the "
                   "position, so that their dot product depends only on the distance."),
       .term = "rotary embedding",
       .where = Queries,
       .rotations = rotary_table,
       .even_head_size = "rotary positions rotate pairs of cells"},
      {.name = "alibi",
       .title = "ALiBi",
       .heading = "ALiBi",
       .sentence = tr_mark("Nothing is added to the tokens: each head lowers its scores in proportion to the "
                           "distance, with its own slope."),
       .term = "ALiBi",
       .where = Scores,
       .score_bias = alibi_of},
      {.name = "relative_bias",
       .title = "T5",
       .heading = tr_mark("T5's relative position bias"),
       .sentence =
           tr_mark("Each head adds a learned number for the distance to a score: each short distance has its "
                   "own number, longer distances share one."),
       .term = "relative position bias",
       .where = Scores,
       .score_bias = relative_bias_of,
       .shares_buckets = true},
      {.name = "none",
       .title = tr_mark("none"),
       .heading = tr_mark("No positions"),
       .sentence = tr_mark("This model has no positions: it can learn the order of tokens only from its "
                           "mask, if it has one."),
       .term = "positional encoding"},
  };
  return kSchemes;
}

const PositionScheme& position_scheme(std::string_view name) {
  return row_named(position_schemes(), "position scheme", name);
}

std::span<const Site* const> positioned_sites(PositionScheme::Where where) {
  static constexpr const Site* kInputs[] = {&input_sites::kInput};
  static constexpr const Site* kTurned[] = {&attention_sites::kRotatedQuery, &attention_sites::kRotatedKey};
  static constexpr const Site* kScores[] = {&attention_sites::kBiased};
  switch (where) {
    case PositionScheme::Where::Input: return kInputs;
    case PositionScheme::Where::Queries: return kTurned;
    case PositionScheme::Where::Scores: return kScores;
    case PositionScheme::Where::Nowhere: break;
  }
  return {};
}

}  // namespace attnlab

// Position schemes: the ways in which a Transformer knows where a token is, one row each.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "core/layers/input_positions.h"
#include "core/layers/score_bias.h"
#include "core/ops/attention/bucket_bias.h"
#include "core/ops/attention/rotary.h"

namespace attnlab {

/// The stack whose layers share a bias on scores.
struct BiasedStack {
  Index heads;              ///< H
  DistanceBuckets buckets;  ///< where distances share biases
  Initializer initializer;  ///< how what the bias learns starts
};

/// One way in which positions enter a model.
struct PositionScheme {
  enum class Where {
    Nowhere,
    Input,    ///< they are added to what the first layer reads
    Queries,  ///< they turn queries and keys
    Scores,   ///< they are added to the scores
  };

  std::string_view name;      ///< as options write it: "alibi"
  std::string_view title;     ///< on screen: "ALiBi"
  std::string_view heading;   ///< over a page about it: "Sinusoidal positions"
  std::string_view sentence;  ///< what it does, for a student
  std::string_view term;      ///< of the glossary
  Where where = Where::Nowhere;
  /// Where::Input: makes the codes.
  InputPositionsMaker input = nullptr;
  /// Where::Queries: cos, sin of each pair of cells of the first `positions` positions: [T,D], for rotate().
  RotaryTable (*rotations)(Index positions, const RotaryTurns& turns) = nullptr;
  /// Where::Scores: makes what all layers of a stack add; its parameters, if it has any, go to the stack.
  std::shared_ptr<const ScoreBias> (*score_bias)(const ParameterScope& scope,
                                                 const BiasedStack& stack) = nullptr;
  bool learned = false;               ///< the codes are a table of parameters
  bool waves = false;                 ///< the codes are sines and cosines
  bool shares_buckets = false;        ///< distances from queries to keys share buckets
  bool scales_embedding = false;      ///< embeddings are multiplied by √C, so that codes do not drown them
  std::string_view even_head_size{};  ///< why the head size must be even; "" where it need not
  std::string_view picture_sentence{};  ///< what it does with patches of a picture; "" where that is the same

  /// Whether the scheme gives a model positions.
  bool encodes_positions() const { return where != Where::Nowhere; }
  /// Whether attention is where positions enter.
  bool in_attention() const { return where == Where::Queries || where == Where::Scores; }
};

std::span<const PositionScheme> position_schemes();
/// Throws std::invalid_argument with near names.
const PositionScheme& position_scheme(std::string_view name);

/// The first tensors in which positions take part. Each is made by an operation whose first input is the same
/// without them.
std::span<const Site* const> positioned_sites(PositionScheme::Where where);

}  // namespace attnlab

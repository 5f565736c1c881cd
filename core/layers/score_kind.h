// Score kinds: how well a key fits a query, one row for each function.
#pragma once

#include <span>
#include <string_view>

#include "core/layers/general_attention.h"

namespace attnlab {

/// A function that makes a score of a query q and a key k.
struct ScoreKind {
  std::string_view name;   ///< "scaled_dot": in options and files
  std::string_view title;  ///< on screen
  GeneralAttention::Score score;
  std::string_view formula;    ///< in the notation of Derivation::formula
  std::string_view sentence;   ///< for a student
  std::string_view term;       ///< of the glossary
  bool has_sharpness = false;  ///< β takes part
};

/// All kinds, in the order of GeneralAttention::Score.
std::span<const ScoreKind> score_kinds();

/// Throws std::invalid_argument with near names.
const ScoreKind& score_kind(std::string_view name);

}  // namespace attnlab

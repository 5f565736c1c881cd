// The texts of each stage: its titles, its sentence, its formula.
#pragma once

#include <string>

#include "app/state/app_state.h"
#include "app/widgets/formula/formula.h"
#include "core/trace/trace.h"

namespace attnlab {

/// "Scores", "Attention weights": the heading of a stage.
const char* stage_title(Stage stage);
/// Short enough for a filmstrip: "query", "key", …, "softmax".
const char* stage_short_title(Stage stage);
/// The stage's term in the glossary.
const char* stage_term(Stage stage);
/// The role of the stage's own matrix.
Role stage_role(Stage stage);

/// "Encoder self", "Masked self" ("Decoder self" in a model that is not causal), "Cross".
const char* attention_title(AttentionKind kind, bool causal);
/// "Decoder · layer 1 · cross-attention · head 3".
std::string breadcrumb(const Selection& selection, bool causal);

/// One sentence about the stage for a student. `masked`: whether the mask of this attention hides anything.
std::string stage_sentence(const AppState& state, const ModelConfig& config, bool masked);

/// The operation as a formula of matrices. Its symbols have the ids of the namespace `symbol`.
Formula stage_formula(const AppState& state, const ModelConfig& config, bool biased);

/// Ids that tie a formula's symbols to matrices on the stage.
namespace symbol {
inline constexpr const char* kInput = "X";
inline constexpr const char* kWeight = "W";
inline constexpr const char* kBias = "b";
inline constexpr const char* kQuery = "Q";
inline constexpr const char* kKey = "K";
inline constexpr const char* kValue = "V";
inline constexpr const char* kScores = "S";
inline constexpr const char* kScaled = "scaled";
inline constexpr const char* kMask = "M";
inline constexpr const char* kMasked = "masked";
inline constexpr const char* kAttention = "A";
inline constexpr const char* kContext = "Z";
inline constexpr const char* kConcat = "concat";
inline constexpr const char* kOutput = "Y";
}  // namespace symbol

/// √D as shown: "4", "5.66".
std::string divisor_text(Index head_size);

}  // namespace attnlab

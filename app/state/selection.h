// Selection: the head and the tokens that are looked at, and the chosen cell of the matrix on the stage.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/autograd/place.h"
#include "core/models/model_config.h"
#include "core/trace/derivation.h"

namespace attnlab {

/// The three attentions of a Transformer; see attentions_of() for which of them a model has.
enum class AttentionKind { EncoderSelf, DecoderSelf, Cross };
inline constexpr int kAttentionCount = 3;

/// The operations of one attention head, in order. Each has a matrix of its own on the stage.
enum class Stage { Query, Key, Value, Scores, Scaled, Masked, Softmax, Context, Output };
inline constexpr int kStageCount = 9;

/// The head and the tokens that are looked at, in all views. They are kept apart from the matrix on the
/// stage, so that walking through the pass keeps following the same numbers.
struct Selection {
  AttentionKind attention = AttentionKind::DecoderSelf;
  Index layer = 0;
  Index head = 0;
  Index query = 0;          ///< position of the token that asks
  Index key = 0;            ///< position of the token that is looked at
  Index feature = 0;        ///< column d of Q, K, V, context or output
  Index heads_per_key = 1;  ///< so many heads share their keys and values; the model's, not chosen

  /// The head of keys and values that the head looks at.
  Index key_head() const { return head / heads_per_key; }
  friend bool operator==(const Selection&, const Selection&) = default;
};

/// Which matrix is on the stage, and which of its cells is chosen: an operation of the selected attention, at
/// the selected head, tokens and feature; or any other tensor of the pass, at an index of its own.
struct ChosenCell {
  Stage stage = Stage::Scores;    ///< of the attention; while a tensor is shown, what comes back after it
  std::optional<CellName> shown;  ///< the cell of a tensor that is on the stage instead of the attention

  bool in_attention() const { return !shown; }
  /// Whether the tensor of this name is on the stage instead of the attention.
  bool shows(std::string_view tensor) const { return shown && shown->tensor == tensor; }
  /// The name of that tensor; "" in the attention.
  std::string shown_tensor() const { return shown ? shown->tensor : ""; }
  friend bool operator==(const ChosenCell&, const ChosenCell&) = default;
};

/// The attentions of a model in the order of computation; none where it is no Transformer.
std::vector<AttentionKind> attentions_of(const ModelConfig& config);

/// "scores": the stage's name in commands and on screen.
std::string_view stage_name(Stage stage);
/// The tensor of an attention that is on the stage.
const Site& stage_site(Stage stage);
/// Throws std::invalid_argument with near names.
Stage stage_from(std::string_view name);
/// Whether the rows of the stage's matrix are keys, and not queries.
bool rows_are_keys(Stage stage);
/// Whether the columns of the stage's matrix are keys, and not features.
bool columns_are_keys(Stage stage);

/// "encoder_self", "decoder_self", "cross".
std::string_view attention_name(AttentionKind kind);
AttentionKind attention_from(std::string_view name);

/// "encoder.layers.0.self_attention": where the selected attention's tensors are.
std::string attention_prefix(const Selection& selection);
Place attention_place(AttentionKind kind, Index layer);
/// "encoder.layers.0.self_attention.weights": the tensor that a stage shows.
std::string stage_tensor(const Selection& selection, Stage stage);
/// The cell that the selection means in the tensor of a stage: [0,head,query,key] and the like.
CellName selected_cell(const Selection& selection, Stage stage);
/// The chosen cell by name, of the attention's operation or of the tensor.
CellName chosen_cell(const Selection& selection, const ChosenCell& chosen);

/// Row and column of a cell, the indices of its last two axes; 0 where there is no such axis.
Index row_of(const CellName& cell);
Index column_of(const CellName& cell);

}  // namespace attnlab

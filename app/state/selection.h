// Selection: the selected head and tokens, and the chosen cell of the matrix on the stage.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/autograd/place.h"
#include "core/models/model_config.h"
#include "core/trace/derivation.h"

namespace attnlab {

/// The three attentions of a Transformer; attentions_of() lists those that a model has.
enum class AttentionKind { EncoderSelf, DecoderSelf, Cross };
inline constexpr int kAttentionCount = 3;

/// The operations of one attention head, in order. Each has a matrix of its own on the stage.
enum class Stage { Query, Key, Value, Scores, Scaled, Masked, Softmax, Context, Output };
inline constexpr int kStageCount = 9;

/// The selected head and tokens, in all views. They do not depend on the matrix on the stage, so that a walk
/// through the pass follows the same numbers.
struct Selection {
  AttentionKind attention = AttentionKind::DecoderSelf;
  Index layer = 0;
  Index head = 0;
  Index query = 0;          ///< position of the query's token
  Index key = 0;            ///< position of the key's token
  Index feature = 0;        ///< column d of Q, K, V, context or output
  Index heads_per_key = 1;  ///< heads that share their keys and values; set by the model

  /// The head of keys and values that the selected head reads.
  Index key_head() const { return head / heads_per_key; }
  friend bool operator==(const Selection&, const Selection&) = default;
};

/// Which matrix is on the stage, and which of its cells is chosen: an operation of the selected attention, at
/// the selected head, tokens and feature; or any other tensor of the pass, at an index of its own.
struct ChosenCell {
  Stage stage = Stage::Scores;    ///< of the attention; returns to the stage after a shown tensor
  std::optional<CellName> shown;  ///< the cell of a tensor that is on the stage instead of the attention

  bool in_attention() const { return !shown; }
  /// Whether the tensor of this name is on the stage instead of the attention.
  bool shows(std::string_view tensor) const { return shown && shown->tensor == tensor; }
  /// The name of the shown tensor; "" in the attention.
  std::string shown_tensor() const { return shown ? shown->tensor : ""; }
  friend bool operator==(const ChosenCell&, const ChosenCell&) = default;
};

/// The attentions of a model in the order of computation; none where it is no Transformer.
std::vector<AttentionKind> attentions_of(const ModelConfig& config);
/// How many layers have an attention of this kind.
Index layers_of(const ModelConfig& config, AttentionKind kind);

/// "scores": the stage's name in commands and on screen.
std::string_view stage_name(Stage stage);
/// The tensor of an attention that a stage shows.
const Site& stage_site(Stage stage);
/// Throws std::invalid_argument with near names.
Stage stage_from(std::string_view name);
/// The stage that shows the tensor of this site; nothing for a tensor that no stage of an attention shows.
std::optional<Stage> stage_of(const Site& site);
/// Whether the rows of the stage's matrix are keys, and not queries.
bool rows_are_keys(Stage stage);
/// Whether the columns of the stage's matrix are keys, and not features.
bool columns_are_keys(Stage stage);

/// "encoder_self", "decoder_self", "cross".
std::string_view attention_name(AttentionKind kind);
AttentionKind attention_from(std::string_view name);

/// "encoder.layers.0.self_attention": the prefix of the selected attention's tensors.
std::string attention_prefix(const Selection& selection);
Place attention_place(AttentionKind kind, Index layer);
/// Which attention a part of a Transformer's layer is. Meant for places of PartKind::Attention.
AttentionKind attention_of(const Place& place);
/// "encoder.layers.0.self_attention.weights": the tensor that a stage shows.
std::string stage_tensor(const Selection& selection, Stage stage);
/// The selected cell in the tensor of a stage: [0,head,query,key] and the like.
CellName selected_cell(const Selection& selection, Stage stage);
/// The chosen cell by name, in the attention's operation or in the shown tensor.
CellName chosen_cell(const Selection& selection, const ChosenCell& chosen);

/// Row and column of a cell, the indices of its last two axes; 0 where there is no such axis.
Index row_of(const CellName& cell);
Index column_of(const CellName& cell);

}  // namespace attnlab

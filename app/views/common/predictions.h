// Predictions: the likeliest token at each position, and text made of pieces. Pure.
#pragma once

#include <string>
#include <vector>

#include "app/state/view_model.h"
#include "core/text/vocabularies.h"
#include "core/trace/trace.h"

namespace attnlab {

/// The likeliest token at one position of the target.
struct Prediction {
  TokenId token = kUnknownId;
  float probability = 0;
  TokenId wanted = kIgnoredTarget;  ///< the target; kIgnoredTarget: none
  bool counted() const { return wanted >= 0; }
  bool right() const { return counted() && token == wanted; }
};

/// One prediction for each position that the decoder read; for word vectors one for each candidate, token 1
/// for near and 0 for far. Empty if the trace has no output.probabilities.
std::vector<Prediction> predictions(const Trace& trace);
/// Adds the predictions of the next positions to `all` until `cells_left` (app/widgets/base/frame_share.h)
/// are used up; returns whether `all` is complete.
bool add_predictions(const Trace& trace, std::size_t& cells_left, std::vector<Prediction>& all);

/// Whether the model came with its task, so that it can be trained.
bool has_task(const ViewModel& model);

/// How the user can train a model that came without its task.
const char* how_to_train(const ViewModel& model);

/// Whether the model learns to predict at a position of the trace on screen: not before the end of a
/// question, nor at a token that is not masked, or never labeled. Without its task this is not known, and the
/// predictions at tokens that are not masked count as learned.
bool is_learnt(const ViewModel& model, std::size_t position);

/// The text of a predicted token, or "near" and "far".
std::string prediction_words(Format format, const Tokenizer& tokenizer, TokenId token);

/// Line ends as "↵", so that a text fits on one line, and back.
std::string on_one_line(std::string_view text);
std::string with_line_ends(std::string_view text);

/// "“zebra” is not in the vocabulary …": how unknown pieces are read; "" where all are known.
std::string unknown_remark(const std::vector<Piece>& pieces);

}  // namespace attnlab

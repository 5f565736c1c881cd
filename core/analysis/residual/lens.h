// Logit lens: what a model would predict if its layers ended at each point of the residual stream.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/language/messages.h"
#include "core/trace/trace.h"

namespace attnlab {

/// One entry of the vocabulary, as a prediction.
struct LensWord {
  TokenId token = 0;
  double logit = 0;
  double probability = 0;  ///< by softmax over the vocabulary
};

/// What the model would predict at one position.
struct LensCell {
  std::vector<LensWord> top;       ///< the likeliest, the first first
  TokenId right = kIgnoredTarget;  ///< the target; kIgnoredTarget where nothing counts
  double right_logit = 0;          ///< NaN without a target, as the probability
  double right_probability = 0;
  Index right_rank = 0;  ///< 1: no word is likelier than the target; 0: there is no target
  double entropy = 0;    ///< of the probabilities, in bits

  bool has_right() const { return right_rank > 0; }
  bool is_right() const { return has_right() && !top.empty() && top.front().token == right; }
};

/// One state of the stream.
struct LensRow {
  Place part;                   ///< the sublayer that it follows, or the input
  std::string stream;           ///< the tensor that is read: "decoder.layers.0.attention_residual"
  std::vector<LensCell> cells;  ///< one a position that predicts
};

/// A lens over a pass: rows in order of computation, the last one is the model's own prediction, unless an
/// edit changes what follows the stream.
struct Lens {
  std::vector<LensRow> rows;
  bool pooled = false;  ///< one cell a row: the class, read from the pooled states

  Index columns() const { return rows.empty() ? 0 : count_of(rows.front().cells); }
};

/// Whether a model has a residual stream that ends in its prediction: whether it is a Transformer.
bool has_lens(const ModelConfig& config);
/// Why another model has none, in a few words: "its layers replace their state and add nothing to it".
std::string_view no_lens(const ModelConfig& config);

/// Logit lens (nostalgebraist 2020): applies the end of the model to each state of the residual stream
/// [1,T,C] of the layers that the prediction is read from. With norms before sublayers, or without norms: the
/// last norm, if there is one, and the output matrix. With norms after the sums: the output matrix, on the
/// output of the norm. A model that predicts one class pools first, as it does at its end. Each cell lists
/// the `top` most probable words, at least one. Throws std::invalid_argument where has_lens() is false, and
/// for a `top` below 1.
Lens logit_lens(const Trace& trace, Index top = 10);

/// The tokens over the columns of a lens: those that the layers read, or the pooled vector's name.
std::vector<Piece> lens_pieces(const Trace& trace);

/// How the lens reads this model, as one sentence for a student.
std::string lens_sentence(const ModelConfig& config);

}  // namespace attnlab

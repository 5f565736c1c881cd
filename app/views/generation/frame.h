// What the parts of the Generation view share.
#pragma once

#include <string>

#include "app/state/command.h"
#include "app/state/view_model.h"

namespace attnlab {

/// One frame of the Generation view.
struct GenerationFrame {
  const ViewModel& model;
  const Emit& emit;
  const GenerationResult& result;
  const GenerationChoice& choice;
  const Tokenizer& tokenizer;

  std::string name(TokenId id) const { return tokenizer.entry(id); }
  /// The generated token that is looked at; only where there are steps.
  std::size_t step() const;
  void choose(const char* field, const std::string& value) const {
    emit({"choose", {std::string("generation.") + field, value}});
  }
};

/// How the chosen token was chosen: logits, temperature, top-k, softmax, top-p, the draw.
void draw_token_choice(const GenerationFrame& frame);
/// Which keys and values each pass computed and which it found kept.
void draw_decoding_cache(const GenerationFrame& frame);
/// The tree of a beam search and the sequences that it found.
void draw_beams(const GenerationFrame& frame);

}  // namespace attnlab

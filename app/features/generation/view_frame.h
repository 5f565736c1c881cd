// What the parts of the Generation view share.
#pragma once

#include <string>

#include "app/features/generation/choice.h"
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
  /// The selected generated token; call it only if there are steps.
  std::size_t step() const;
  void choose(const char* field, const std::string& value) const {
    emit({"choose", {std::string("generation.") + field, value}});
  }
};

/// Draws how the selected token was chosen: logits, temperature, top-k, softmax, top-p, sampling.
void draw_token_choice(const GenerationFrame& frame);
/// Draws which keys and values each pass computed, and which it took from the cache.
void draw_decoding_cache(const GenerationFrame& frame);

}  // namespace attnlab

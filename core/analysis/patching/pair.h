// Pair: two texts for activation patching, clean and changed, as a model reads them.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/models/model.h"
#include "core/text/vocabularies.h"

namespace attnlab {

class AttentionDevice;

/// What a model reads: its source, or of Stream models the text. An answer is the target, the class, the
/// labels, the hidden token, or what follows the text; "": the model's own.
struct PatchText {
  std::string text{};
  std::string answer{};
  friend bool operator==(const PatchText&, const PatchText&) = default;
};

/// Patching brings the answer to `clean` back into a pass over `changed`.
struct PatchPair {
  PatchText clean{}, changed{};
  friend bool operator==(const PatchPair&, const PatchPair&) = default;
};

/// Whether activations can be patched between two texts: of Transformers that read texts.
bool can_be_patched(const ModelConfig& config);

/// The tokens of one text of a pair, position by position of the model's stacks.
struct PairTokens {
  std::vector<Piece> source;  ///< of an encoder, with "[CLS]" and <eos> where it has them; or empty
  std::vector<Piece> input;   ///< of a decoder, with <sos> where it has one; or empty
};

/// A pair in tokens. Both texts have one length, and the decoder reads what both answers have in common: the
/// answers are compared at the first place where they differ.
struct EncodedPair {
  PatchPair pair{};  ///< as it was given
  Batch batch{};     ///< two rows without targets: clean, changed
  Index place = 0;   ///< row of the logits [T,V] at which the answers are compared
  TokenId clean_answer = 0, changed_answer = 0;
  std::string clean_word{}, changed_word{};  ///< the two answers as text
  std::array<PairTokens, 2> tokens{};        ///< clean, changed
};

/// Reads `pair` for a model with these `weights`, which say the answers that are not given. Throws
/// std::invalid_argument with one line: where the texts have not as many tokens, do not differ, have one
/// answer, have words or labels that the model does not know, or are empty or too long.
EncodedPair encode_pair(const Model& model, const Vocabularies& vocabularies, std::span<const Real> weights,
                        const PatchPair& pair, AttentionDevice* device = nullptr);

}  // namespace attnlab

// Notation: the steps of a recurrent decoder as the paper of its alignment writes them.
#pragma once

#include <string>
#include <vector>

#include "app/widgets/formula/formula.h"
#include "core/layers/alignment_kind.h"
#include "core/models/model_config.h"

namespace attnlab {

/// One step, and which numbers of the pass it makes.
struct AlignmentStep {
  enum class Makes { Score, Weight, Context, Attentional, State, Start };
  Makes makes;
  Formula formula;
};

/// The steps of one position, in order. `both`: the encoder reads in both directions.
std::vector<AlignmentStep> alignment_steps(const AlignmentKind& kind, bool both);

/// The score alone, "e_ij = …"; null for a kind without one.
Formula score_formula(const AlignmentKind& kind);

/// Letters of one paper: states of the encoder and of the decoder, their indices.
struct AlignmentLetters {
  const char *encoder, *decoder, *source, *target;
};
AlignmentLetters alignment_letters(const AlignmentKind& kind);
/// The state of the encoder with this index, and of the decoder.
Formula encoder_letter(const AlignmentKind& kind, const std::string& index);
Formula decoder_letter(const AlignmentKind& kind, const std::string& index);

}  // namespace attnlab

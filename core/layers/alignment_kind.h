// Alignments: the ways in which a recurrent decoder looks back at its source, one row each.
#pragma once

#include <span>
#include <string_view>

#include "core/layers/general_attention.h"

namespace attnlab {

/// One alignment. s is a state of the decoder, h a state of the encoder.
struct AlignmentKind {
  enum class When {
    Never,           ///< the decoder knows only the state from which it starts
    BeforeEachStep,  ///< with the state before the step, which reads the context (Bahdanau et al. 2015)
    AfterAllSteps,   ///< with the top layer's states; an attentional vector then predicts (Luong et al. 2015)
  };

  std::string_view name;      ///< as options write it: "additive"
  std::string_view title;     ///< on screen
  std::string_view paper;     ///< where it was published: "Bahdanau et al. 2015"
  std::string_view sentence;  ///< for a student
  std::string_view term{};    ///< of the glossary; "" for none
  When when = When::Never;
  GeneralAttention::Score score{};  ///< of a pair of s and h, where the decoder looks back
  Index score_products = 0;         ///< products of width C that a score takes beside those with its weights
  std::string_view equal_widths{};  ///< why h must be as wide as s; "" where it need not

  bool looks_back() const { return when != When::Never; }
};

std::span<const AlignmentKind> alignment_kinds();
/// Throws std::invalid_argument with near names.
const AlignmentKind& alignment_kind(std::string_view name);

}  // namespace attnlab

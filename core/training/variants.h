// Variants: one task, data and seed with another choice in the model, to be trained and laid over each other.
#pragma once

#include <string>
#include <vector>

#include "core/training/preset.h"

namespace attnlab {

/// One of the models that are compared.
struct Variant {
  std::string name;  ///< "post-norm"
  Preset preset;
};

/// A comparison that can be asked for by name.
struct VariantKind {
  std::string_view name;  ///< "norm"
  std::string title;      ///< "Pre-norm or post-norm"
  std::string_view asks;  ///< what it answers, as a sentence
};

/// norm (before or after each sublayer), scaling (with or without √d_k), positions (with or without), heads
/// (1, 2, 4, 8: those that divide the width) and cells (one of each family, and a Transformer).
const std::vector<VariantKind>& variant_kinds();

/// The models that `kind` compares, of the task, sizes and training of `preset`. Throws
/// std::invalid_argument for an unknown kind (near names are told). Empty where the model leaves nothing to
/// compare.
std::vector<Variant> variants_of(std::string_view kind, const Preset& preset);

}  // namespace attnlab

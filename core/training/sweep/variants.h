// Variants: models that differ in one choice, to be trained on one task, data and seed, and compared.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/training/preset.h"

namespace attnlab {

/// One of the models that are compared.
struct Variant {
  std::string name;  ///< "post-norm"
  Preset preset;
};

/// A comparison that can be asked for by name: the command `experiment`, and the experiments of the view
/// Training.
struct VariantKind {
  std::string_view name;   ///< "norm"
  std::string_view title;  ///< "Pre-norm or post-norm"
  std::string_view asks;   ///< the question that it answers, as a sentence
  /// Whether a model has what is compared.
  bool (*fits)(const ModelConfig& model);
  /// The models that are compared, for one that fits; those that make no model are left out.
  std::vector<Variant> (*variants)(const Preset& preset);
};

/// norm (before or after each sublayer), scaling (with or without √d_k), positions (with or without), heads
/// (1, 2, 4, 8: those that divide the width), cells (one of each family, and a Transformer) and alignment (a
/// fixed vector, and each attention that fits the encoder).
std::span<const VariantKind> variant_kinds();
/// Throws std::invalid_argument, "there is no experiment NAME", with near names.
const VariantKind& variant_kind(std::string_view name);

/// The models that `kind` compares, of the task, sizes and training of `preset`. Empty where the model leaves
/// nothing to compare.
std::vector<Variant> variants_of(const VariantKind& kind, const Preset& preset);
/// Throws as variant_kind().
std::vector<Variant> variants_of(std::string_view kind, const Preset& preset);

}  // namespace attnlab

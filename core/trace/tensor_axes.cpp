// Tensor axes, from the conventions of names.
#include "core/trace/tensor_axes.h"

#include <algorithm>
#include <string>

#include "core/trace/name_parts.h"

namespace attnlab {

namespace {

bool is_parameter_name(std::string_view tensor) {
  const std::string_view last = last_part(tensor);
  return last == "weight" || last == "bias" || last == "gamma" || last == "beta" || last == "class_token";
}

AxisMeaning last_axis(std::string_view tensor) {
  const std::string_view last = last_part(tensor);
  constexpr std::string_view kOverKeys[] = {"scores", "scaled", "position_bias", "biased",
                                            "mask",   "masked", "cosine",        "weights"};
  if (std::ranges::find(kOverKeys, last) != std::end(kOverKeys)) return AxisMeaning::Key;
  const bool vocabulary = last == "logits" || last == "probabilities" || last == "log_probabilities";
  return vocabulary ? AxisMeaning::Vocabulary : AxisMeaning::Feature;
}

AxisMeaning row_axis(std::string_view tensor) {
  if (last_axis(tensor) == AxisMeaning::Key) return AxisMeaning::Query;
  const std::string_view last = last_part(tensor);
  if (!contains(tensor, "attention.")) return AxisMeaning::Token;
  return last == "key" || last == "rotated_key" || last == "value" ? AxisMeaning::Key : AxisMeaning::Query;
}

std::vector<AxisMeaning> parameter_axes(const TraceTensor& tensor) {
  const bool table = tensor.name.ends_with("embedding.weight");
  const bool output = tensor.name == "output.weight";
  if (table || output) return {AxisMeaning::Vocabulary, AxisMeaning::Feature};
  if (tensor.shape.rank() == 2) return {AxisMeaning::Row, AxisMeaning::Column};
  const bool rows = tensor.name.ends_with(".bias");
  return std::vector<AxisMeaning>(static_cast<std::size_t>(tensor.shape.rank()),
                                  rows ? AxisMeaning::Row : AxisMeaning::Feature);
}

/// Whether the tensor has one row for the whole text or picture.
bool is_pooled(const Trace& trace, std::string_view tensor) {
  const Format format = format_of(trace.config());
  return (format == Format::Class || format == Format::Picture) &&
         (tensor == "pooled" || tensor.starts_with("output.") || tensor.starts_with("loss."));
}

/// Attention whose keys are the source's positions.
bool looks_at_source(std::string_view tensor) {
  return contains(tensor, "cross_attention") || tensor.starts_with("alignment.");
}

}  // namespace

std::vector<AxisMeaning> tensor_axes(const TraceTensor& tensor) {
  using enum AxisMeaning;
  if (is_parameter_name(tensor.name)) return parameter_axes(tensor);
  const std::string_view name = name_after_edits(tensor.name);
  if (name == "picture.pixels") return {Batch, Channel, PixelRow, PixelColumn};
  const AxisMeaning row = row_axis(name), last = last_axis(name);
  switch (tensor.shape.rank()) {
    case 4: return {Batch, Head, row, last == Feature ? HeadFeature : last};
    case 3: return {name.ends_with("position_bias") ? Head : Batch, row, last};
    case 2: return name.ends_with("positions") ? std::vector{Token, Feature} : std::vector{Batch, Token};
    case 1: return {Token};
    default: return {};
  }
}

bool over_experts(std::string_view tensor) {
  tensor = name_after_edits(tensor);
  if (!contains(tensor, ".router.")) return false;
  return !tensor.ends_with("selected") && !tensor.ends_with("balance");
}

AxisMeaning axis_meaning(const Trace& trace, const TraceTensor& tensor, std::size_t axis) {
  const bool last = static_cast<int>(axis) + 1 == tensor.shape.rank();
  if (last && over_experts(tensor.name)) return AxisMeaning::Feature;
  const bool candidates = format_of(trace.config()) == Format::WordContext;
  const AxisMeaning meaning = tensor_axes(tensor)[axis];
  return candidates && last && meaning == AxisMeaning::Vocabulary ? AxisMeaning::Key : meaning;
}

const std::vector<Piece>& axis_pieces(const Trace& trace, std::string_view tensor, AxisMeaning axis) {
  static const std::vector<Piece> kNone;
  tensor = name_after_edits(tensor);
  if (is_pooled(trace, tensor)) return kNone;
  const bool source = tensor.starts_with("encoder") || tensor.starts_with("source") ||
                      tensor.starts_with("picture") || trace.input_pieces.empty() ||
                      tensor == "alignment.key" || (axis == AxisMeaning::Key && looks_at_source(tensor));
  return source ? trace.source_pieces : trace.input_pieces;
}

Index piece_index(const Trace& trace, std::string_view tensor, Index position) {
  tensor = name_after_edits(tensor);
  const bool before =
      tensor == "source.embedding" || tensor == "picture.patches" || tensor == "picture.projection";
  return position + (before && has_class_token(trace.config()) ? 1 : 0);
}

}  // namespace attnlab

// Axis labels: titles, and tokens where there is one for each place.
#include "core/trace/axis_labels.h"

#include "core/trace/name_parts.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {
namespace {

const char* title_of(AxisMeaning meaning) {
  switch (meaning) {
    case AxisMeaning::Batch: return "sequence";
    case AxisMeaning::Head: return "head";
    case AxisMeaning::Query: return "query";
    case AxisMeaning::Key: return "key";
    case AxisMeaning::Token: return "position";
    case AxisMeaning::HeadFeature: return "d";
    case AxisMeaning::Feature: return "feature";
    case AxisMeaning::Vocabulary: return "id";
    case AxisMeaning::Row: return "row";
    case AxisMeaning::Column: return "column";
    case AxisMeaning::Channel: return "channel";
    case AxisMeaning::PixelRow: return "pixel row";
    case AxisMeaning::PixelColumn: return "pixel column";
  }
  return "";
}

std::vector<std::string> entries_of(const Vocabularies& v, std::string_view tensor, Index size) {
  const Tokenizer& tokenizer = v.source && tensor.starts_with("source.") ? *v.source : v.target;
  std::vector<std::string> entries;
  if (tokenizer.size() == size)
    for (TokenId id = 0; id < size; ++id) entries.push_back(tokenizer.entry(id));
  return entries;
}

/// The pieces along an axis, where there is one for each place.
std::vector<std::string> pieces_of(const Trace& trace, std::string_view tensor, AxisMeaning meaning,
                                   Index size) {
  const std::vector<Piece>& pieces = axis_pieces(trace, tensor, meaning);
  const Index first = piece_index(trace, tensor, 0);
  std::vector<std::string> texts;
  if (contains(tensor, ".initial_") || static_cast<Index>(pieces.size()) != first + size) return texts;
  for (Index i = first; i < first + size; ++i) texts.push_back(pieces[static_cast<std::size_t>(i)].text);
  return texts;
}

AxisLabels labels_of(const Trace& trace, const TraceTensor& tensor, std::size_t axis, const Vocabularies& v) {
  const AxisMeaning meaning = axis_meaning(trace, tensor, axis);
  const std::string_view name = name_after_edits(tensor.name);
  const Index size = tensor.shape[static_cast<int>(axis)];
  if (meaning == AxisMeaning::Batch && size == 1) return {};
  if (static_cast<int>(axis) + 1 == tensor.shape.rank()) {
    if (name.ends_with(".router.balance")) return {};
    if (name.ends_with(".router.selected")) return {"choice", {}};
    if (over_experts(name)) return {"expert", {}};
  }
  if (meaning == AxisMeaning::Vocabulary) return {title_of(meaning), entries_of(v, name, size)};
  const bool tokens =
      meaning == AxisMeaning::Token || meaning == AxisMeaning::Query || meaning == AxisMeaning::Key;
  return {title_of(meaning), tokens ? pieces_of(trace, name, meaning, size) : std::vector<std::string>()};
}

}  // namespace

std::vector<AxisLabels> axis_labels(const Trace& trace, const TraceTensor& tensor, const Vocabularies& v) {
  std::vector<AxisLabels> labels;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(tensor.shape.rank()); ++axis)
    labels.push_back(labels_of(trace, tensor, axis, v));
  return labels;
}

}  // namespace attnlab

// Labels, scales and axes of tensors.
#include "app/views/common/tensor_text.h"

#include <algorithm>
#include <map>

#include "app/views/common/stage_frame.h"
#include "app/views/common/tensor_words.h"
#include "app/widgets/tokens/token_text.h"

namespace attnlab {
namespace {

/// The pieces along an axis, cut to the axis's size; empty where they do not fit.
TokenAxis piece_axis(const Trace& trace, const TraceTensor& tensor, std::size_t axis, Index size) {
  const std::span<const Piece> pieces = axis_pieces(trace, tensor, axis);
  const auto first = static_cast<std::size_t>(first_piece(trace, tensor));
  if (first >= pieces.size() || static_cast<Index>(pieces.size() - first) < size) return {};
  return token_axis(pieces.subspan(first, static_cast<std::size_t>(size)));
}

/// The entries of the open model's vocabularies: tens of thousands are not copied at each frame.
struct VocabularyAxes {
  std::shared_ptr<const Vocabularies> of;
  std::map<const Tokenizer*, TokenAxis> axes;
};

TokenAxis entries_of(const Tokenizer& tokenizer) {
  std::vector<std::string> entries;
  for (TokenId id = 0; id < tokenizer.size(); ++id) entries.push_back(tokenizer.entry(id));
  return named_axis(std::move(entries));
}

TokenAxis vocabulary_axis(const ViewModel& model, const TraceTensor& tensor, Index size) {
  VocabularyAxes& known = model.remembered<VocabularyAxes>();
  if (known.of != model.vocabularies) known = {model.vocabularies, {}};
  const Tokenizer& tokenizer = known.of->of(tensor.place.text() == Text::Source);
  TokenAxis& axis = known.axes[&tokenizer];
  if (!axis.owner) axis = entries_of(tokenizer);
  return part_of(axis, 0, size);
}

/// The title of an axis of positions in this model: an alignment's queries are the target's words.
std::string token_axis_title(const ViewModel& model, const TraceTensor& tensor, Axis what) {
  const bool alignment = tensor.place.kind() == PartKind::Alignment;
  if (what == Axis::Query && alignment) return "target";
  if (what == Axis::Key && model.format == Format::WordContext) return "candidates";
  if (what == Axis::Key && alignment) return "source";
  if (what == Axis::Token && has_picture(model.format) && tensor.place.text() == Text::Source)
    return "patches";
  return std::string(words_of(what).many);
}

struct NamedAxis {
  TokenAxis names;
  std::string title;
  Role role = Role::None;
};

NamedAxis named_axis_of(const ViewModel& model, const Trace& trace, const TraceTensor& tensor, int axis) {
  if (axis < 0) return {};
  const Index size = tensor.shape[axis];
  const auto at = static_cast<std::size_t>(axis);
  const Axis what = tensor.site->axes[at];
  const AxisWords words = words_of(what);
  if (what == Axis::Batch || what == Axis::Head || what == Axis::Channel) return {};
  if (what == Axis::Vocabulary) return {vocabulary_axis(model, tensor, size), std::string(words.many)};
  if (!words.of_tokens) return {{}, std::string(words.many), words.role};
  return {piece_axis(trace, tensor, at, size), token_axis_title(model, tensor, what), words.role};
}

}  // namespace

std::string tensor_label(const TraceTensor& tensor) {
  std::string label(tensor.site->brief.empty() ? tensor.site->name : tensor.site->brief);
  std::ranges::replace(label, '_', ' ');
  return tensor.before_edits ? label + ", computed" : label;
}

ColourScale tensor_scale(const TraceTensor& tensor) {
  switch (tensor.site->values) {
    case Values::Shares: return {Scale::Sequential, RangeMode::Fixed, {0, 1}};
    case Values::Positive: return {Scale::Sequential, RangeMode::PerMatrix, {0, 1}};
    case Values::Signed: break;
  }
  return signed_scale();
}

ColourScale tensor_scale(const Trace& trace, std::string_view tensor) {
  const TraceTensor* found = is_gradient(tensor) ? nullptr : trace.find(tensor);
  return found ? tensor_scale(*found) : signed_scale();
}

TensorAxes tensor_labels(const ViewModel& model, const Trace& trace, const TraceTensor& tensor) {
  const int rank = tensor.shape.rank();
  NamedAxis rows = named_axis_of(model, trace, tensor, rank - 2),
            cols = named_axis_of(model, trace, tensor, rank - 1);
  return {std::move(rows.names), std::move(cols.names), rows.title, cols.title, rows.role, cols.role};
}

}  // namespace attnlab

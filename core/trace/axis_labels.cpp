// Axis labels: titles, and tokens where there is one for each place.
#include "core/trace/axis_labels.h"

#include "core/trace/tensor_axes.h"

namespace attnlab {
namespace {

std::vector<std::string> entries_of(const Vocabularies& v, const TraceTensor& tensor, Index size) {
  const Tokenizer& tokenizer = v.of(tensor.place.text() == Text::Source);
  std::vector<std::string> entries;
  if (tokenizer.size() == size)
    for (TokenId id = 0; id < size; ++id) entries.push_back(tokenizer.entry(id));
  return entries;
}

/// The pieces along an axis, where there is one for each place.
std::vector<std::string> texts_along(const Trace& trace, const TraceTensor& tensor, std::size_t axis) {
  const std::vector<Piece>& pieces = axis_pieces(trace, tensor, axis);
  const Index first = first_piece(trace, tensor), size = tensor.shape[static_cast<int>(axis)];
  std::vector<std::string> texts;
  if (count_of(pieces) != first + size) return texts;
  for (Index i = first; i < first + size; ++i) texts.push_back(pieces[i].text);
  return texts;
}

TensorAxisLabels labels_of(const Trace& trace, const TraceTensor& tensor, std::size_t axis,
                           const Vocabularies& v) {
  const Axis what = tensor.site->axes[axis];
  const Index size = tensor.shape[static_cast<int>(axis)];
  if (size == 1 && (what == Axis::Batch || what == Axis::One)) return {};
  const std::string title(words_of(what).one);
  if (what == Axis::Vocabulary) return {title, entries_of(v, tensor, size)};
  return {title, texts_along(trace, tensor, axis)};
}

}  // namespace

std::string place_token(const Trace& trace, const TraceTensor& tensor, std::size_t axis, Index place,
                        const Vocabularies& v) {
  if (tensor.site->axes[axis] == Axis::Vocabulary) {
    const Tokenizer& tokenizer = v.of(tensor.place.text() == Text::Source);
    return place < tokenizer.size() ? tokenizer.entry(static_cast<TokenId>(place)) : "";
  }
  const std::vector<Piece>& pieces = axis_pieces(trace, tensor, axis);
  const Index at = first_piece(trace, tensor) + place;
  return at < count_of(pieces) ? pieces[at].text : "";
}

std::vector<TensorAxisLabels> axis_labels(const Trace& trace, const TraceTensor& tensor,
                                          const Vocabularies& v) {
  std::vector<TensorAxisLabels> labels;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(tensor.shape.rank()); ++axis)
    labels.push_back(labels_of(trace, tensor, axis, v));
  return labels;
}

}  // namespace attnlab

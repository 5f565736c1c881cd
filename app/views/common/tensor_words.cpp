// Titles of the tensors of a trace, from their sites and places.
#include "app/views/common/tensor_words.h"

#include <algorithm>
#include <map>

#include "app/views/common/stage_frame.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"
#include "core/tensor/finite.h"

namespace attnlab {
namespace {

/// The pieces along an axis, cut to the axis's size; empty if they do not fit.
TokenAxis piece_axis(const Trace& trace, const TraceTensor& tensor, std::size_t axis, Index size) {
  const std::span<const Piece> pieces = axis_pieces(trace, tensor, axis);
  const auto first = static_cast<std::size_t>(first_piece(trace, tensor));
  if (first >= pieces.size() || static_cast<Index>(pieces.size() - first) < size) return {};
  return token_axis(pieces.subspan(first, size));
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

/// The title of an axis of positions in this model: the queries of an alignment are target tokens.
std::string token_axis_title(const ViewModel& model, const TraceTensor& tensor, Axis what) {
  const bool alignment = tensor.place.kind() == PartKind::Alignment;
  if (what == Axis::Query && alignment) return tr("target");
  if (what == Axis::Key && model.format == Format::WordContext) return tr("candidates");
  if (what == Axis::Key && alignment) return tr("source");
  if (what == Axis::Token && has_picture(model.format) && tensor.place.text() == Text::Source)
    return tr("patches");
  return std::string(tr(words_of(what).many));
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
  const std::string title(tr(words.many));
  if (what == Axis::Vocabulary) return {vocabulary_axis(model, tensor, size), title};
  if (!words.of_tokens) return {{}, title, words.role};
  return {piece_axis(trace, tensor, at, size), token_axis_title(model, tensor, what), words.role};
}

}  // namespace

std::string tensor_label(const TraceTensor& tensor) {
  std::string label(tensor.site->brief.empty() ? tensor.site->name : tr(tensor.site->brief));
  std::ranges::replace(label, '_', ' ');
  return tensor.before_edits ? tr("{1}, computed", label) : label;
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

namespace {

const TraceTensor* named(const Trace& trace, std::string_view tensor) {
  return trace.find(value_name(tensor));
}

/// "Query, gradient", "Query, as computed".
std::string with_kind(std::string_view tensor, bool before_edits, std::string_view title) {
  if (is_gradient(tensor) && before_edits) return tr("{1}, gradient, as computed", title);
  if (is_gradient(tensor)) return tr("{1}, gradient", title);
  return before_edits ? tr("{1}, as computed", title) : std::string(title);
}

std::string quoted(const std::vector<Piece>& pieces, Index position) {
  if (position < 0 || position >= count_of(pieces)) return std::to_string(position);
  return "“" + display_token(pieces[position].text) + "”";
}

/// The token of an ID, from the vocabulary, else from the texts on screen.
std::string vocabulary_words(const Trace& trace, const TraceTensor& tensor, Index id, const Vocabularies* v) {
  if (v) {
    const Tokenizer& tokenizer = v->of(tensor.place.text() == Text::Source);
    if (id < tokenizer.size()) return display_token(tokenizer.entry(static_cast<TokenId>(id)));
  }
  for (const auto* pieces : {&trace.target_pieces, &trace.input_pieces}) {
    for (const Piece& piece : *pieces) {
      if (piece.id == id && !piece.text.empty()) return display_token(piece.text);
    }
  }
  return "#" + std::to_string(id);
}

/// A row of a weight that makes heads: each head has D rows.
std::string head_row_words(const Trace& trace, Index row) {
  const Index size = trace.config().head_size();
  return tr("head {1} · d {2}", std::to_string(row / size), std::to_string(row % size));
}

std::string token_words(const Trace& trace, const TraceTensor& tensor, std::size_t axis, Index i) {
  return quoted(axis_pieces(trace, tensor, axis), i + first_piece(trace, tensor));
}

/// The index on an axis of tokens, named: several axes of a tensor may have tokens.
std::string named_index(const Trace& trace, Axis axis, const std::string& index) {
  const bool candidates = format_of(trace.config()) == Format::WordContext;
  switch (axis) {
    case Axis::Query: return tr("query {1}", index);
    case Axis::Key: return candidates ? tr("candidate {1}", index) : tr("key {1}", index);
    case Axis::Token: return tr("token {1}", index);
    case Axis::Vocabulary: return tr("for “{1}”", index);
    default: return index;
  }
}

}  // namespace

std::string cell_title(const Trace& trace, std::string_view tensor) {
  const TraceTensor* const found = named(trace, tensor);
  if (!found) return std::string(tensor);
  return with_kind(tensor, found->before_edits, tr(found->site->cell));
}

std::string cell_title(const DerivationPart& cell) {
  const std::string& name = cell.cell.tensor;
  if (!cell.site) return name;
  const std::string_view value = value_name(name);
  return with_kind(name, value != name_after_edits(value), tr(cell.site->cell));
}

Role cell_role(const DerivationPart& cell) {
  if (is_gradient(cell.cell.tensor)) return Role::Gradient;
  return cell.site ? cell.site->role : Role::None;
}

namespace {

/// Whether `tensor` is masked scores that are the scores themselves: the mask hides no key, as in BERT.
bool hides_nothing(const Trace& trace, const TraceTensor& tensor) {
  constexpr std::string_view kMasked = "masked";
  if (tensor.site->name != kMasked || !trace.edits.empty() || tensor.before_edits) return false;
  const std::string attention = tensor.name.substr(0, tensor.name.size() - kMasked.size() - 1);
  return trace.find(attention + ".mask") && !hides_keys(trace, attention);
}

}  // namespace

bool hides_keys(const Trace& trace, const std::string& attention) {
  const TraceTensor* const mask = trace.find(attention + ".mask");
  return mask && !all_finite(mask->value);
}

std::string tensor_title(const Trace& trace, std::string_view tensor) {
  const TraceTensor* const found = named(trace, tensor);
  if (!found) return std::string(tensor);
  const std::string_view title = hides_nothing(trace, *found) ? kUnmaskedTitle : found->site->title;
  return with_kind(tensor, found->before_edits, tr(title));
}

std::string tensor_place(const Trace& trace, std::string_view tensor) {
  const TraceTensor* const found = named(trace, tensor);
  return found ? found->place.title() : "";
}

Role tensor_role(const Trace& trace, std::string_view tensor) {
  if (is_gradient(tensor)) return Role::Gradient;
  const TraceTensor* const found = named(trace, tensor);
  return found ? found->site->role : Role::None;
}

std::string_view tensor_term(const Trace& trace, std::string_view tensor) {
  if (is_gradient(tensor)) return "gradient";
  const TraceTensor* const found = named(trace, tensor);
  return found ? found->site->term : "";
}

std::string axis_words(const Trace& trace, const CellName& cell, std::size_t axis, const Vocabularies* v) {
  const TraceTensor* tensor = named(trace, cell.tensor);
  if (!tensor || axis >= cell.index.size() || axis >= tensor->site->axes.size()) return "";
  const Axis what = tensor->site->axes[axis];
  const AxisWords words = words_of(what);
  const Index i = cell.index[axis];
  const bool single = tensor->shape[static_cast<int>(axis)] == 1;
  switch (what) {
    case Axis::Batch:
    case Axis::One: return "";
    case Axis::HeadRow: return head_row_words(trace, i);
    case Axis::Vocabulary: return vocabulary_words(trace, *tensor, i, v);
    case Axis::Feature:
    case Axis::Channel:
      if (single) return "";
      break;
    default: break;
  }
  if (words.of_tokens) return token_words(trace, *tensor, axis, i);
  return std::string(tr(words.one)) + " " + std::to_string(i);
}

std::string index_words(const Trace& trace, const CellName& cell, const Vocabularies* v) {
  const TraceTensor* tensor = named(trace, cell.tensor);
  if (!tensor) return "";
  std::string out;
  for (std::size_t axis = 0; axis < std::min(tensor->site->axes.size(), cell.index.size()); ++axis) {
    const std::string words = axis_words(trace, cell, axis, v);
    if (words.empty()) continue;
    out += (out.empty() ? "" : " · ") + named_index(trace, tensor->site->axes[axis], words);
  }
  return out;
}

}  // namespace attnlab

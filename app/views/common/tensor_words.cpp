// Words for the tensors that a trace names.
#include "app/views/common/tensor_words.h"

#include <array>
#include <cctype>
#include <charconv>

#include "app/widgets/tokens/token_text.h"
#include "core/trace/name_parts.h"

namespace attnlab {

namespace {

struct Words {
  std::string_view ending;  ///< what the tensor's name ends with
  const char* cell;
  const char* whole;
  Role role;
};

/// The first ending that fits wins, so longer ones come first.
constexpr Words kWords[] = {
    {"query.weight", "Query weight", "Query weights", Role::Query},
    {"key.weight", "Key weight", "Key weights", Role::Key},
    {"value.weight", "Value weight", "Value weights", Role::Value},
    {"query.bias", "Query bias", "Query biases", Role::Query},
    {"key.bias", "Key bias", "Key biases", Role::Key},
    {"value.bias", "Value bias", "Value biases", Role::Value},
    {"attention.output.weight", "Output weight", "Output weights", Role::Output},
    {"attention.output.bias", "Output bias", "Output biases", Role::Output},
    {"attention.query", "Query", "Queries", Role::Query},
    {"attention.key", "Key", "Keys", Role::Key},
    {"attention.value", "Value", "Values", Role::Value},
    {"attention.scores", "Attention score", "Scores", Role::None},
    {"attention.rotated_query", "Turned query", "Turned queries", Role::Query},
    {"attention.rotated_key", "Turned key", "Turned keys", Role::Key},
    {"attention.position_bias", "Distance bias", "Distance biases", Role::None},
    {"attention.biased", "Biased score", "Biased scores", Role::None},
    {"attention.scaled", "Scaled score", "Scaled scores", Role::None},
    {"attention.mask", "Mask", "Mask", Role::Masked},
    {"attention.masked", "Masked score", "Masked scores", Role::None},
    {"attention.weights", "Attention weight", "Attention weights", Role::Output},
    {"attention.context", "Context", "Context", Role::Output},
    {"attention.concat", "Joined heads", "Joined heads", Role::Output},
    {"attention.output", "Attention output", "Attention output", Role::Output},
    {"attention_residual", "Residual sum", "Residual sum", Role::Residual},
    {"feed_forward_residual", "Residual sum", "Residual sum", Role::Residual},
    {"norm.mean", "Mean of a token", "Means", Role::Residual},
    {"norm.variance", "Variance of a token", "Variances", Role::Residual},
    {"norm.normalized", "Normalized value", "Normalized values", Role::Residual},
    {"norm.output", "Norm output", "Norm output", Role::Residual},
    {"norm.gamma", "Norm gain γ", "Norm gains γ", Role::None},
    {"norm.beta", "Norm shift β", "Norm shifts β", Role::None},
    {"feed_forward.expand.weight", "Hidden weight", "Hidden weights", Role::None},
    {"feed_forward.expand.bias", "Hidden bias", "Hidden biases", Role::None},
    {"feed_forward.contract.weight", "Feed-forward weight", "Feed-forward weights", Role::None},
    {"feed_forward.contract.bias", "Feed-forward bias", "Feed-forward biases", Role::None},
    {"feed_forward.hidden", "Hidden value", "Hidden values", Role::None},
    {"feed_forward.activated", "Activated value", "Activated values", Role::None},
    {"feed_forward.output", "Feed-forward output", "Feed-forward output", Role::Residual},
    {"picture.pixels", "Pixel", "Pixels", Role::None},
    {"picture.patches", "Pixel of a patch", "Patches", Role::None},
    {"picture.projection", "Projected patch", "Projected patches", Role::Residual},
    {"with_class", "Input with [CLS]", "Input with [CLS]", Role::Residual},
    {"class_token", "Class vector", "Class vector [CLS]", Role::Residual},
    {"pooled", "Pooled value", "Pooled vector", Role::Residual},
    {"embedding.weight", "Embedding weight", "Embedding table", Role::None},
    {"positions.weight", "Position weight", "Position table", Role::None},
    {"embedding", "Embedding", "Embeddings", Role::Residual},
    {"positions", "Position code", "Position codes", Role::Residual},
    {"input", "Input", "Input", Role::Residual},
    {"output.weight", "Output weight", "Output weights", Role::None},
    {"output.logits", "Logit", "Logits", Role::None},
    {"output.log_probabilities", "Log-probability", "Log-probabilities", Role::None},
    {"output.probabilities", "Probability", "Probabilities", Role::None},
    {"input_gate", "Input gate", "Input gate i", Role::Key},
    {"forget_gate", "Forget gate", "Forget gate f", Role::Query},
    {"output_gate", "Output gate", "Output gate o", Role::Output},
    {"reset_gate", "Reset gate", "Reset gate r", Role::Query},
    {"update_gate", "Update gate", "Update gate z", Role::Key},
    {"candidate", "Candidate", "Candidates", Role::Value},
    {"initial_hidden", "First state", "First hidden state", Role::Residual},
    {"initial_cell", "First cell", "First cell state", Role::Residual},
    {".cell", "Cell state", "Cell state c", Role::None},
    {".hidden", "Hidden state", "Hidden state h", Role::Residual},
    {"alignment.query", "Alignment query", "Alignment queries", Role::Query},
    {"alignment.key", "Alignment key", "Alignment keys", Role::Key},
    {"alignment.scores", "Alignment score", "Alignment scores", Role::None},
    {"alignment.mask", "Mask", "Mask", Role::Masked},
    {"alignment.masked", "Masked score", "Masked scores", Role::None},
    {"alignment.weights", "Alignment weight", "Alignment weights", Role::Output},
    {"alignment.context", "Context", "Context", Role::Output},
    {"alignment.attentional", "Attentional state", "Attentional states", Role::Output},
    {"router.logits", "Router score", "Router scores", Role::None},
    {"router.probabilities", "Router probability", "Router probabilities", Role::None},
    {"router.selected", "Chosen expert", "Chosen experts", Role::None},
    {"router.gates", "Share of an expert", "Shares of the experts", Role::Output},
    {"router.load", "Load of an expert", "Load of the experts", Role::None},
    {"router.importance", "Importance of an expert", "Importance of the experts", Role::None},
    {"router.balance", "Balance", "Balance", Role::None},
    {"source.mean", "Mean of the words", "Mean of the words", Role::Residual},
    {"loss.per_token", "Loss of a token", "Loss per token", Role::None},
    {"loss.mean", "Mean loss", "Mean loss", Role::None},
    {".weight", "Weight", "Weights", Role::None},
    {".bias", "Bias", "Biases", Role::None},
};

const Words* words_for(std::string_view tensor) {
  tensor = name_after_edits(tensor);
  for (const Words& words : kWords) {
    if (tensor.ends_with(words.ending)) return &words;
  }
  return nullptr;
}

/// "decoder layer 1", "encoder", "source", "output".
std::string stack_words(std::string_view tensor) {
  const std::string_view stack = tensor.substr(0, tensor.find('.'));
  constexpr std::string_view kLayers = ".layers.";
  const std::size_t at = tensor.find(kLayers);
  if (at == std::string_view::npos) return std::string(stack);
  const std::string_view rest = tensor.substr(at + kLayers.size());
  return std::string(stack) + " layer " + std::string(rest.substr(0, rest.find('.')));
}

std::string part_words(std::string_view tensor) {
  if (contains(tensor, ".reverse.")) return "backward in time";
  if (contains(tensor, ".router.")) return "router";
  if (const std::size_t at = tensor.find(".experts."); at != std::string_view::npos) {
    const std::string_view rest = tensor.substr(at + 9);
    return "expert " + std::string(rest.substr(0, rest.find('.')));
  }
  if (contains(tensor, "cross_attention_norm")) return "norm after cross-attention";
  if (contains(tensor, "feed_forward_norm")) return "feed-forward norm";
  if (contains(tensor, "attention_norm")) return "attention norm";
  if (contains(tensor, "cross_attention_residual")) return "around cross-attention";
  if (contains(tensor, "attention_residual")) return "around self-attention";
  if (contains(tensor, "feed_forward_residual")) return "around feed-forward";
  if (contains(tensor, "cross_attention")) return "cross-attention";
  if (contains(tensor, "self_attention")) return "self-attention";
  if (contains(tensor, "feed_forward")) return "feed-forward";
  if (contains(tensor, ".norm")) return "final norm";
  return "";
}

std::string quoted(const std::vector<Piece>& pieces, Index position) {
  if (position < 0 || position >= static_cast<Index>(pieces.size())) return std::to_string(position);
  return "“" + display_token(pieces[static_cast<std::size_t>(position)].text) + "”";
}

/// Rows of a projection's weights belong to heads.
bool is_projection(std::string_view tensor) {
  for (const char* name : {"query", "key", "value"}) {
    const std::string part = std::string("attention.") + name + ".";
    if (contains(tensor, part)) return true;
  }
  return false;
}

std::string output_words(const Trace& trace, std::string_view tensor, Index row) {
  const Index size = trace.config().head_size();
  if (!is_projection(tensor)) return "output feature " + std::to_string(row);
  return "head " + std::to_string(row / size) + " · d " + std::to_string(row % size);
}

bool reads_source(std::string_view tensor) {
  return tensor.starts_with("source.") || tensor.starts_with("encoder.");
}

/// The word of an id: of the vocabulary at hand, or as far as the texts on screen tell it.
std::string vocabulary_words(const Trace& trace, std::string_view tensor, Index id, const Vocabularies* v) {
  if (v) {
    const Tokenizer& tokenizer = v->source && reads_source(tensor) ? *v->source : v->target;
    if (id < tokenizer.size()) return display_token(tokenizer.entry(static_cast<TokenId>(id)));
  }
  for (const auto* pieces : {&trace.target_pieces, &trace.input_pieces}) {
    for (const Piece& piece : *pieces) {
      if (piece.id == id && !piece.text.empty()) return display_token(piece.text);
    }
  }
  return "#" + std::to_string(id);
}

/// "Query gradient", "Gradient of loss of a token".
std::string gradient_title(std::string title) {
  if (!contains(title, " of ")) return title + " gradient";
  title[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(title[0])));
  return "Gradient of " + title;
}

/// Words of kWords for a tensor's values, or the last part of its name.
std::string words_or_name(std::string_view name, const char* const Words::*field) {
  const Words* words = words_for(name);
  return words ? words->*field : std::string(last_part(name));
}

const char* before_edits(std::string_view name) {
  return name_after_edits(name) == name ? "" : ", as computed";
}

}  // namespace

std::string cell_title(std::string_view tensor) {
  const std::string_view value = value_name(tensor);
  const std::string title = words_or_name(name_after_edits(value), &Words::cell);
  return (is_gradient(tensor) ? gradient_title(title) : title) + before_edits(value);
}

std::string tensor_title(std::string_view tensor) {
  const std::string_view value = value_name(tensor);
  const std::string title = words_or_name(name_after_edits(value), &Words::whole);
  return (is_gradient(tensor) ? title + ", gradient" : title) + before_edits(value);
}

Role tensor_role(std::string_view tensor) {
  if (is_gradient(tensor)) return Role::Gradient;
  const Words* words = words_for(tensor);
  return words ? words->role : Role::None;
}

std::string tensor_place(std::string_view tensor) {
  tensor = value_name(tensor);
  if (!contains(tensor, ".")) return "";
  const std::string part = part_words(tensor);
  return part.empty() ? stack_words(tensor) : stack_words(tensor) + " · " + part;
}

std::vector<std::string> shorter_places(std::string place) {
  constexpr std::pair<std::string_view, std::string_view> kBrief[] = {
      {"encoder", "enc"},      {"decoder", "dec"},         {"recurrent", "rec"}, {"self-attention", "self"},
      {"feed-forward", "ffn"}, {"attention norm", "norm"}, {"-attention", ""},   {"backward in time", "←"}};
  const auto replace = [&](std::string_view word, std::string_view by) {
    if (const std::size_t at = place.find(word); at != std::string::npos) place.replace(at, word.size(), by);
  };
  std::vector<std::string> places{place};
  replace(" layer ", " ");
  places.push_back(place);
  for (const auto& [word, brief] : kBrief) replace(word, brief);
  places.push_back(place);
  return places;
}

const std::vector<Piece>& pieces_along(const Trace& trace, std::string_view tensor, AxisMeaning axis) {
  static const std::vector<Piece> kNone;
  if (contains(tensor, ".initial_")) return kNone;
  const bool words = format_of(trace.config()) == Format::WordContext;
  const bool one_row = tensor == "source.mean" || (tensor.starts_with("output.") && axis != AxisMeaning::Key);
  if (words && one_row) return kNone;
  return axis_pieces(trace, tensor, axis);
}

std::string axis_words(const Trace& trace, const CellName& named, std::size_t axis, const Vocabularies* v) {
  const CellName cell = value_cell(named);
  const TraceTensor* tensor = trace.find(cell.tensor);
  if (!tensor || axis >= cell.index.size()) return "";
  const AxisMeaning meaning = axis_meaning(trace, *tensor, axis);
  const Index i = cell.index[axis];
  const std::string number = std::to_string(i);
  if (over_experts(cell.tensor) && axis + 1 == cell.index.size()) return "expert " + number;
  switch (meaning) {
    case AxisMeaning::Batch: return "";
    case AxisMeaning::Head: return "head " + number;
    case AxisMeaning::HeadFeature: return "d " + number;
    case AxisMeaning::Feature: return tensor->shape[static_cast<int>(axis)] == 1 ? "" : "feature " + number;
    case AxisMeaning::Row: return output_words(trace, cell.tensor, i);
    case AxisMeaning::Column: return "input feature " + number;
    case AxisMeaning::Vocabulary: return vocabulary_words(trace, cell.tensor, i, v);
    case AxisMeaning::Channel: return tensor->shape[1] == 1 ? "" : "channel " + number;
    case AxisMeaning::PixelRow: return "pixel row " + number;
    case AxisMeaning::PixelColumn: return "pixel column " + number;
    default: break;
  }
  const std::vector<Piece>& pieces = pieces_along(trace, cell.tensor, meaning);
  if (pieces.empty() && tensor->shape[static_cast<int>(axis)] == 1) return "";  // one row for the whole text
  return quoted(pieces, piece_index(trace, cell.tensor, i));
}

std::string index_words(const Trace& trace, const CellName& named, const Vocabularies* v) {
  const CellName cell = value_cell(named);
  const TraceTensor* tensor = trace.find(cell.tensor);
  if (!tensor) return "";
  const auto axes = std::min(static_cast<std::size_t>(tensor->shape.rank()), cell.index.size());
  const bool candidates = format_of(trace.config()) == Format::WordContext;
  std::string out;
  for (std::size_t axis = 0; axis < axes; ++axis) {
    std::string words = axis_words(trace, cell, axis, v);
    if (words.empty()) continue;
    const AxisMeaning meaning = axis_meaning(trace, *tensor, axis);
    if (meaning == AxisMeaning::Query) words = "query " + words;
    if (meaning == AxisMeaning::Key) words = (candidates ? "candidate " : "key ") + words;
    if (meaning == AxisMeaning::Token) words = "token " + words;
    if (meaning == AxisMeaning::Vocabulary) words = "for “" + words + "”";
    out += (out.empty() ? "" : " · ") + words;
  }
  return out;
}

}  // namespace attnlab

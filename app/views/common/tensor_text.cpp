// Sentences, scales and axes of tensors.
#include "app/views/common/tensor_text.h"

#include <algorithm>
#include <array>

#include "app/views/common/stage_frame.h"
#include "app/views/common/tensor_words.h"
#include "app/widgets/tokens/token_text.h"

namespace attnlab {
namespace {

struct Sentence {
  std::string_view ending;
  const char* text;
};

constexpr Sentence kSentences[] = {
    {"input_gate", "How much of the candidate each unit writes into its cell: 0 is nothing, 1 is all."},
    {"forget_gate", "How much of its old cell each unit keeps: at 0 it forgets, at 1 it remembers all."},
    {"output_gate", "How much of its cell each unit shows to the outside: 0 is nothing, 1 is all."},
    {"reset_gate", "How much of the old state may help to make the candidate: at 0 it starts afresh."},
    {"update_gate", "How much of the old state each unit keeps; the rest comes from the candidate."},
    {"candidate", "What each unit would like to write, made of the new token and the state before."},
    {"initial_hidden", "The state with which the decoder begins, made of the encoder's last one."},
    {"initial_cell", "The cell with which the decoder begins, made of the encoder's last one."},
    {".cell", "The long memory: what was kept of the cell before, plus what the input gate let in."},
    {"feed_forward.hidden",
     "Each token by itself is spread over a wider hidden layer: a product with weights, plus a bias."},
    {".hidden", "The state after each token: all that the network knows of the text so far."},
    {"alignment.weights",
     "Before each word the decoder looks back: how its attention is shared out on the source."},
    {"alignment.scores", "How well each source position fits what the decoder is about to say."},
    {"alignment.context",
     "What the decoder takes from the source: the encoder's states in the shares of the weights."},
    {"router.logits", "The router scores every expert for every token."},
    {"router.probabilities", "The scores as shares that sum to one; the largest are chosen."},
    {"router.selected", "The numbers of the experts that each token goes through, the best one first."},
    {"router.gates",
     "How much each chosen expert adds to the token's output; experts that are not chosen have 0."},
    {"router.load", "The share of the tokens that goes to each expert: equal shares use all experts."},
    {"router.importance", "The mean router probability of each expert."},
    {"picture.pixels", "The picture as the model gets it: one number a pixel, 0 black, 1 white."},
    {"picture.patches", "The picture cut into patches, each of them laid out as one row of pixels."},
    {"picture.projection", "Each patch as a vector of the model's width: what words are to a text model."},
    {"embedding", "A learned vector for each token: the numbers that stand for it from here on."},
    {"positions", "A vector for each position, added so that the model can tell places apart."},
    {"pooled", "One vector for the whole text or picture; the class is read from it."},
    {"source.mean", "The mean of the vectors of the words: what the candidates are compared with."},
    {"output.logits", "A score for everything that could be said here; softmax makes probabilities of them."},
    {"output.log_probabilities",
     "The logarithms of the probabilities; the loss is minus that of the right answer."},
    {"output.probabilities",
     "What the model believes: for each position, a share for everything it could say."},
    {"loss.per_token", "How surprised the model is by the right answer at each position."},
    {"feed_forward.activated", "The hidden layer of the feed-forward network after its activation."},
    {"norm.output", "Each token's vector, brought to one scale."},
};

constexpr std::string_view kShares[] = {
    "_gate",       "alignment.weights", "attention.weights", "router.gates", "router.probabilities",
    "router.load", "router.importance"};

constexpr ColourScale kShareScale{Scale::Sequential, RangeMode::Fixed, {0, 1}};

bool ends_with_any(std::string_view name, std::span<const std::string_view> endings) {
  return std::ranges::any_of(endings, [&](std::string_view e) { return name.ends_with(e); });
}

TokenAxis named_axis(std::vector<std::string> names) {
  TokenAxis axis;
  axis.unknown.assign(names.size(), 0);
  axis.names = std::move(names);
  return axis;
}

/// The pieces along an axis, cut to its size; nothing where they do not fit.
TokenAxis piece_axis(const Trace& trace, const TraceTensor& tensor, AxisMeaning meaning, Index size) {
  const std::vector<Piece>& pieces = pieces_along(trace, tensor.name, meaning);
  const auto first = static_cast<std::size_t>(piece_index(trace, tensor.name, 0));
  if (first >= pieces.size() || static_cast<Index>(pieces.size() - first) < size) return {};
  const auto begin = pieces.begin() + static_cast<std::ptrdiff_t>(first);
  return token_axis({begin, begin + static_cast<std::ptrdiff_t>(size)});
}

TokenAxis vocabulary_axis(const Vocabularies& v, std::string_view tensor, Index size) {
  const Tokenizer& tokenizer = v.source && tensor.starts_with("source.") ? *v.source : v.target;
  std::vector<std::string> names;
  for (TokenId id = 0; id < size; ++id) names.push_back(id < tokenizer.size() ? tokenizer.entry(id) : "");
  return named_axis(std::move(names));
}

struct Axis {
  TokenAxis names;
  std::string title;
  Role role = Role::None;
};

const char* feature_title(std::string_view tensor) {
  if (tensor == "picture.patches") return "pixels of the patch";
  return tensor.ends_with("router.selected") ? "choice" : "features";
}

const char* key_title(const ViewModel& model, bool alignment) {
  return model.format == Format::WordContext ? "candidates" : alignment ? "source" : "keys";
}

Axis axis_of(const ViewModel& model, const Trace& trace, const TraceTensor& tensor, int axis) {
  if (axis < 0) return {};
  const Index size = tensor.shape[axis];
  const AxisMeaning meaning = axis_meaning(trace, tensor, static_cast<std::size_t>(axis));
  const bool last = axis + 1 == tensor.shape.rank(), alignment = tensor.name.starts_with("alignment.");
  if (last && over_experts(tensor.name)) return {{}, "experts"};
  const TokenAxis pieces = piece_axis(trace, tensor, meaning, size);
  switch (meaning) {
    case AxisMeaning::Query: return {pieces, alignment ? "target" : "queries", Role::Query};
    case AxisMeaning::Key: return {pieces, key_title(model, alignment), Role::Key};
    case AxisMeaning::Token: return {pieces, model.format == Format::Picture ? "patches" : "tokens"};
    case AxisMeaning::Vocabulary:
      return {vocabulary_axis(*model.vocabularies, tensor.name, size), "vocabulary"};
    case AxisMeaning::HeadFeature: return {{}, "d"};
    case AxisMeaning::PixelRow: return {{}, "pixel rows"};
    case AxisMeaning::PixelColumn: return {{}, "pixel columns"};
    case AxisMeaning::Row: return {{}, "output features"};
    case AxisMeaning::Column: return {{}, "input features"};
    case AxisMeaning::Feature: return {{}, feature_title(tensor.name)};
    default: return {};
  }
}

}  // namespace

std::string tensor_sentence(Format format, std::string_view tensor) {
  if (format == Format::WordContext && tensor == "output.probabilities")
    return "How sure the model is that each candidate stands near the words: each one is judged by itself.";
  if (format == Format::WordContext && tensor == "output.logits")
    return "The dot product of each candidate's vector with the mean of the words' vectors.";
  for (const Sentence& s : kSentences)
    if (tensor.ends_with(s.ending)) return s.text;
  return "";
}

std::string group_title(std::string_view group) {
  const std::string place = tensor_place(std::string(group) + ".x");
  return place.empty() ? std::string(group) : place;
}

std::string tensor_label(std::string_view tensor) {
  if (const std::string_view name = name_after_edits(tensor); name != tensor)
    return tensor_label(name) + ", computed";
  std::string label(tensor.substr(tensor.rfind('.') + 1));
  std::ranges::replace(label, '_', ' ');
  if (label == "log probabilities") return "log p";
  return label == "probabilities" ? "probability" : label;
}

ColourScale tensor_scale(Format format, std::string_view tensor) {
  if (is_gradient(tensor)) return signed_scale();
  tensor = name_after_edits(tensor);
  if (format == Format::WordContext && tensor == "output.probabilities") return kShareScale;
  if (ends_with_any(tensor, kShares)) return kShareScale;
  const bool positive = tensor.ends_with(".probabilities") || tensor == "picture.pixels" ||
                        tensor == "picture.patches" || tensor.starts_with("loss.") ||
                        tensor.ends_with("router.selected");
  if (positive) return {Scale::Sequential, RangeMode::PerMatrix, {0, 1}};
  return signed_scale();
}

TensorAxes tensor_labels(const ViewModel& model, const Trace& trace, const TraceTensor& tensor) {
  const int rank = tensor.shape.rank();
  Axis rows = axis_of(model, trace, tensor, rank - 2), cols = axis_of(model, trace, tensor, rank - 1);
  return {std::move(rows.names), std::move(cols.names), rows.title, cols.title, rows.role, cols.role};
}

}  // namespace attnlab

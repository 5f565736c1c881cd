// Names, shapes and parameters of blocks, from the configuration alone.
#include "app/features/architecture/view_facts.h"

#include <algorithm>

#include "app/base/format.h"
#include "core/config/no_such_kind.h"
#include "core/config/number_text.h"
#include "core/language/messages.h"
#include "core/layers/alignment_kind.h"
#include "core/layers/alignment_sites.h"
#include "core/layers/norm_kind.h"
#include "core/layers/output_layer_sites.h"
#include "core/layers/position_scheme.h"
#include "core/layers/recurrent_sites.h"
#include "core/models/architecture_kind.h"
#include "core/models/model_sites.h"
#include "core/ops/basic/activation.h"
#include "core/ops/recurrent/cell_kind.h"

namespace attnlab {
namespace {

/// The number of positions in the block's rows.
Index length_of(const ModelConfig& c, const MapBlock& block, MapLengths lengths) {
  const Format format = format_of(c);
  const bool one_text = !writes_answer(format) && format != Format::WordContext;
  if (one_text) return format == Format::Stream ? lengths.target : lengths.source;
  return block.place.text() == Text::Source ? lengths.source : lengths.target;
}

Index states_width(const ModelConfig& c) { return c.width * (!is_transformer(c) && c.bidirectional ? 2 : 1); }

std::vector<Index> attention_sizes(const ModelConfig& c, const MapBlock& block, MapLengths lengths) {
  const Index queries = length_of(c, block, lengths);
  return {c.heads, queries, block.attention == AttentionKind::Cross ? lengths.source : queries};
}

bool one_vector(const ModelConfig& c) { return gives_class(format_of(c)); }

/// Whether `p` makes the vector of state and context in an alignment of Luong's kind.
bool is_combination(const Parameter& p) {
  return p.site == &alignment_sites::kCombineWeight || p.site == &alignment_sites::kCombineBias;
}

/// Whether `p` makes the decoder's first states from the encoder's last, or from a picture.
bool is_bridge(const Parameter& p) {
  for (const Site* site :
       {&model_sites::kHiddenBridgeWeight, &model_sites::kHiddenBridgeBias, &model_sites::kCellBridgeWeight,
        &model_sites::kCellBridgeBias, &model_sites::kPictureStateWeight, &model_sites::kPictureStateBias,
        &model_sites::kPictureCellWeight, &model_sites::kPictureCellBias})
    if (p.site == site) return true;
  return false;
}

bool is_of_output_layer(const Parameter& p) {
  return p.site == &model_sites::kDenseWeight || p.site == &model_sites::kDenseBias;
}

/// The term of a feed-forward network: a gated one has its own.
std::string_view feed_forward_term(const ActivationKind& activation) {
  return activation.gated ? activation.term : "feed-forward network";
}

}  // namespace

std::string options_key(ModelConfig config) {
  std::string key;
  for (const Field& field : model_fields(config)) key += field_text(field) + "|";
  return key;
}

BlockName name_of(const MapBlock& block) {
  switch (block.kind) {
    case MapKind::Embedding: return {tr("embedding"), tr("embed")};
    case MapKind::Patches: return {tr("patches → vectors"), tr("patches")};
    case MapKind::PictureVector: return {tr("pixels → one vector"), tr("vector")};
    case MapKind::Positions: return {tr("positions"), tr("pos.")};
    case MapKind::Norm: return {tr("norm"), tr("norm")};
    case MapKind::AddNorm: return {tr("add & norm"), tr("+ norm")};
    case MapKind::FeedForward: return {tr("feed-forward"), tr("feed-fwd")};
    case MapKind::Experts: return {tr("experts"), tr("experts")};
    case MapKind::ClassVector: return {tr("[CLS] vector"), tr("[CLS]")};
    case MapKind::Mean: return {tr("mean over positions"), tr("mean")};
    case MapKind::FirstPosition: return {tr("first position"), tr("first")};
    case MapKind::OutputLayer: return {tr("output layer"), tr("out layer")};
    case MapKind::LastState: return {tr("last state"), tr("last")};
    case MapKind::Cells: return {tr("cells, forward →"), tr("cells →")};
    case MapKind::ReverseCells: return {tr("cells, backward ←"), tr("cells ←")};
    case MapKind::BothWays: return {tr("both directions"), tr("both")};
    case MapKind::FirstState: return {tr("decoder's first state"), tr("first state")};
    case MapKind::Alignment: return {tr("alignment"), tr("align")};
    case MapKind::Attentional: return {tr("state and context"), tr("combine")};
    case MapKind::Words: return {tr("words"), tr("words")};
    case MapKind::Candidates: return {tr("candidates"), tr("cand.")};
    case MapKind::Products: return {tr("dot products"), tr("products")};
    case MapKind::Sigmoid: return {tr("sigmoid → probabilities"), tr("sigmoid")};
    case MapKind::FeatureSum: return {tr("numbers → sum of vectors"), tr("sum")};
    case MapKind::Numbers: return {tr("ReLU → reconstruction"), tr("numbers")};
    case MapKind::Logits: return {tr("linear → logits"), tr("logits")};
    case MapKind::Softmax: return {tr("softmax → probabilities"), tr("softmax")};
    case MapKind::Sum: return {"", ""};
    case MapKind::Attention: break;
  }
  if (block.attention == AttentionKind::Cross) return {tr("cross-attention"), tr("cross-att.")};
  if (!block.causal) return {tr("self-attention"), tr("self-att.")};
  return {tr("masked self-attention"), tr("masked self")};
}

std::string_view term_of(const MapBlock& block, const ModelConfig& config) {
  switch (block.kind) {
    case MapKind::Embedding:
    case MapKind::Patches:
    case MapKind::Words:
    case MapKind::Candidates: return "embedding";
    case MapKind::Positions: return "positional encoding";
    case MapKind::Norm:
    case MapKind::AddNorm: return norm_kind(config.norm_kind).term;
    case MapKind::FeedForward: return feed_forward_term(activation_kind(config.activation));
    case MapKind::Experts: return "mixture of experts";
    case MapKind::Cells:
    case MapKind::ReverseCells: return cell_kind(config.cell).term;
    case MapKind::Alignment: return alignment_kind(config.alignment).term;
    case MapKind::Products:
    case MapKind::Logits: return "logit";
    case MapKind::Sigmoid: return "probability";
    case MapKind::FeatureSum:
    case MapKind::Numbers: return "superposition";
    case MapKind::OutputLayer: return "output layer";
    case MapKind::Softmax: return "softmax";
    case MapKind::Sum: return "residual connection";
    case MapKind::Attention:
      return block.attention == AttentionKind::Cross ? "cross-attention" : "self-attention";
    case MapKind::ClassVector:
    case MapKind::Mean:
    case MapKind::FirstPosition:
    case MapKind::LastState:
    case MapKind::BothWays:
    case MapKind::PictureVector:
    case MapKind::FirstState:
    case MapKind::Attentional: return "";
  }
  no_such_kind("block");
}

std::string_view term_of(const ModelConfig& config) {
  const std::string_view own = architecture_of(config).term;
  return own.empty() ? cell_kind(config.cell).term : own;
}

std::vector<Index> block_sizes(const ModelConfig& c, const MapBlock& block, MapLengths lengths) {
  const Index t = length_of(c, block, lengths);
  const bool word_vectors = format_of(c) == Format::WordContext;
  const Index classes = word_vectors ? lengths.target : c.target_vocabulary;
  switch (block.kind) {
    case MapKind::Attention: return attention_sizes(c, block, lengths);
    case MapKind::Embedding:
    case MapKind::Patches: return {t - (has_class_token(c) ? 1 : 0), c.width};
    case MapKind::FeedForward: return {t, c.feed_forward};
    case MapKind::Experts: return {t, c.experts};
    case MapKind::BothWays: return {t, 2 * c.width};
    case MapKind::PictureVector:
    case MapKind::FeatureSum:
    case MapKind::FirstState: return {1, c.width};
    case MapKind::Numbers: return {1, c.context};
    case MapKind::Alignment: return {lengths.target, lengths.source};
    case MapKind::ClassVector:
    case MapKind::Mean:
    case MapKind::FirstPosition:
    case MapKind::LastState: return {1, word_vectors ? c.width : states_width(c)};
    case MapKind::OutputLayer: return {one_vector(c) ? 1 : t, c.width};
    case MapKind::Products:
    case MapKind::Sigmoid:
    case MapKind::Logits:
    case MapKind::Softmax: return {one_vector(c) || word_vectors ? 1 : t, classes};
    case MapKind::Positions:
    case MapKind::Sum:
    case MapKind::Norm:
    case MapKind::AddNorm:
    case MapKind::Cells:
    case MapKind::ReverseCells:
    case MapKind::Attentional:
    case MapKind::Words:
    case MapKind::Candidates: return {t, c.width};
  }
  no_such_kind("block");
}

std::string sizes_text(const std::vector<Index>& sizes) {
  std::string text;
  for (const Index size : sizes) text += (text.empty() ? "" : "×") + std::to_string(size);
  return text;
}

bool belongs_to(const MapBlock& block, const Parameter& p) {
  const bool same_place = p.place == block.place, embedding = p.site == &input_sites::kEmbeddingWeight;
  switch (block.kind) {
    case MapKind::Sum:
    case MapKind::Products:
    case MapKind::Sigmoid:
    case MapKind::Softmax:
    case MapKind::ClassVector:
    case MapKind::Mean:
    case MapKind::FirstPosition:
    case MapKind::LastState:
    case MapKind::BothWays: return false;
    case MapKind::Embedding:
    case MapKind::Patches:
    case MapKind::FeatureSum:
    case MapKind::PictureVector: return same_place && p.site != &input_sites::kPositionsWeight;
    case MapKind::Positions: return same_place && p.site == &input_sites::kPositionsWeight;
    case MapKind::Words:
    case MapKind::Candidates: return same_place && embedding;
    case MapKind::Attentional: return is_combination(p);
    case MapKind::Alignment: return same_place && !is_combination(p);
    case MapKind::FirstState: return same_place && is_bridge(p);
    case MapKind::Experts: return p.place.begins_with(block.place.outer());
    case MapKind::Cells:
      return p.place.begins_with(block.place) && !p.place.within(recurrent_sites::kReverse) && !is_bridge(p);
    case MapKind::Attention:
    case MapKind::Norm:
    case MapKind::AddNorm:
    case MapKind::FeedForward:
    case MapKind::ReverseCells:
    case MapKind::Numbers: return p.place.begins_with(block.place);
    case MapKind::OutputLayer: return same_place && is_of_output_layer(p);
    case MapKind::Logits: return same_place && !is_of_output_layer(p);
  }
  no_such_kind("block");
}

Index block_parameters(const ParameterLayout& parameters, const MapBlock& block) {
  Index count = 0;
  for (const Parameter& p : parameters.all())
    if (belongs_to(block, p)) count += p.shape.size();
  return count;
}

std::string parameters_text(const ModelConfig& config, const MapBlock& block, Index count) {
  if (count > 0) return tr_plural("{1} parameter", "{1} parameters", count, format_count(count));
  if (block.kind == MapKind::Logits && config.tied_output) return tr("shared with the embedding");
  return tr("no parameters");
}

namespace {

/// Equal for blocks of two models with equal sizes and equal options that shape the block.
std::string block_signature(const ModelConfig& c, const MapBlock& block) {
  std::string text = std::to_string(static_cast<int>(block.kind));
  const auto note = [&text](const auto& option) {
    if constexpr (requires { std::to_string(option); })
      text += " " + std::to_string(option);
    else
      text += " " + option;
  };
  note(c.width);
  switch (block.kind) {
    case MapKind::Attention:
      for (const Index n : {c.heads, c.key_heads(), c.head_size()}) note(n);
      note(block.attention == AttentionKind::Cross ? std::string() : c.mask.of_layer(block.layer).text());
      note(c.scaled_scores);
      note(c.bias);
      note(c.qkv_bias);
      if (block.attention == AttentionKind::Cross || !position_scheme(c.positions).in_attention()) break;
      note(c.positions + " " + shortest_text(c.rotary_base) + " " + shortest_text(c.rotary_share));
      note(c.rotary_scaling + " " + shortest_text(c.rotary_factor) + " " + shortest_text(c.rotary_low) + " " +
           shortest_text(c.rotary_high) + " " + shortest_text(c.rotary_gain));
      for (const Index n : {c.rotary_original, c.relative_buckets, c.relative_distance}) note(n);
      break;
    case MapKind::Experts:
      for (const Index n : {c.experts, c.experts_per_token}) note(n);
      [[fallthrough]];
    case MapKind::FeedForward:
      note(c.feed_forward);
      note(c.parallel);
      note(c.activation);
      note(c.bias);
      break;
    case MapKind::Norm:
    case MapKind::AddNorm:
      note(c.norm_kind);
      note(c.norm_epsilon);
      note(c.bias);
      break;
    case MapKind::Positions: note(c.positions + " " + c.sine_layout); break;
    case MapKind::Cells:
    case MapKind::ReverseCells:
      note(c.cell);
      note(c.bias);
      break;
    case MapKind::Alignment: note(c.alignment); break;
    case MapKind::Embedding:
      note(c.segments);
      note(c.embedding_scale);
      break;
    case MapKind::OutputLayer:
      note(c.output_layer);
      note(c.bias);
      break;
    case MapKind::Logits:
      note(c.tied_output);
      note(c.output_bias);
      note(c.scaled_output);
      note(c.bias);
      break;
    default: break;
  }
  return text;
}

}  // namespace

bool differs(const ModelConfig& open, const ModelMap& open_map, const ModelConfig& draft,
             const MapBlock& block) {
  const auto own = std::ranges::find(open_map.blocks, block.tensor, &MapBlock::tensor);
  return own == open_map.blocks.end() || block_signature(open, *own) != block_signature(draft, block);
}

}  // namespace attnlab

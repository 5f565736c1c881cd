// Folded weights: parameters found by place and site, and norms multiplied into what reads behind them.
#include "core/analysis/circuits/folded.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/layers/attention_sites.h"
#include "core/layers/block_sites.h"
#include "core/layers/norm_kind.h"
#include "core/layers/norm_placement.h"
#include "core/layers/norm_sites.h"
#include "core/models/architecture_kind.h"
#include "core/models/model_sites.h"

namespace attnlab {

namespace {

using CellsOfRows = Eigen::Map<const Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
using CellsOfVector = Eigen::Map<const Eigen::Matrix<Real, Eigen::Dynamic, 1>>;

struct ProjectionSites {
  const Site& weight;
  const Site& bias;
};

ProjectionSites projection_sites(HeadInput input) {
  switch (input) {
    case HeadInput::Query: return {attention_sites::kQueryWeight, attention_sites::kQueryBias};
    case HeadInput::Key: return {attention_sites::kKeyWeight, attention_sites::kKeyBias};
    case HeadInput::Value: break;
  }
  return {attention_sites::kValueWeight, attention_sites::kValueBias};
}

}  // namespace

const Parameter* FoldedWeights::find(const Place& place, const Site& site) const {
  for (const Parameter& each : model_.parameters().all())
    if (each.site == &site && each.place == place) return &each;
  return nullptr;
}

const Parameter& FoldedWeights::parameter(const Place& place, const Site& site) const {
  if (const Parameter* const found = find(place, site)) return *found;
  throw std::logic_error("this model has no parameter " + full_name(place, site));
}

CircuitCells FoldedWeights::rows(const Parameter& parameter, Index first, Index count) const {
  const Index columns = parameter.shape.last();
  return CellsOfRows(cells(parameter) + first * columns, count, columns).cast<double>();
}

Eigen::VectorXd FoldedWeights::vector(const Place& place, const Site& site, Index first, Index count) const {
  const Parameter* const found = find(place, site);
  if (!found) return Eigen::VectorXd::Zero(count);
  return CellsOfVector(cells(*found) + first, count).cast<double>();
}

StreamReader FoldedWeights::reader(const CircuitHead& head, HeadInput input,
                                   const std::optional<StreamPoint>& from) const {
  const ProjectionSites sites = projection_sites(input);
  const Index size = config().head_size();
  const Index first = (input == HeadInput::Query ? head.head : head.key_head) * size;
  StreamReader made{rows(parameter(head.place, sites.weight), first, size),
                    vector(head.place, sites.bias, first, size)};
  fold_way(made, from, read_by(config(), head, input));
  return made;
}

CircuitCells FoldedWeights::writer(const CircuitHead& head) const {
  const Index size = config().head_size();
  return rows(parameter(head.place, attention_sites::kOutputWeight), 0, config().width)
      .middleCols(head.head * size, size);
}

const Parameter& FoldedWeights::embedding_table(bool source) const {
  if (source)
    if (const Parameter* const own =
            find(Place().inside(model_sites::kSource), input_sites::kEmbeddingWeight))
      return *own;
  return parameter(Place().inside(model_sites::kTarget), input_sites::kEmbeddingWeight);
}

const Parameter& FoldedWeights::output_table() const {
  if (const Parameter* const own = find(Place().inside(model_sites::kOutput), model_sites::kOutputWeight))
    return *own;
  return embedding_table(!architecture_of(config()).target_stack);
}

double FoldedWeights::output_factor() const {
  return config().scaled_output ? 1 / std::sqrt(double(config().width)) : 1;
}

double FoldedWeights::embedding_factor() const { return attnlab::embedding_factor(config()); }

CircuitCells FoldedWeights::embeddings(bool source, std::span<const TokenId> words) const {
  const Parameter& table = embedding_table(source);
  CircuitCells chosen(count_of(words), config().width);
  for (std::size_t i = 0; i < words.size(); ++i)
    chosen.row(static_cast<Index>(i)) = rows(table, words[i], 1) * embedding_factor();
  return chosen;
}

StreamReader FoldedWeights::unembedding(std::span<const TokenId> words, const StreamPoint& from) const {
  const Parameter& table = output_table();
  const auto count = count_of(words);
  StreamReader made{CircuitCells(count, config().width), Eigen::VectorXd::Zero(count)};
  for (std::size_t i = 0; i < words.size(); ++i)
    made.weight.row(static_cast<Index>(i)) = rows(table, words[i], 1) * output_factor();
  fold_to_end(made, from);
  return made;
}

void FoldedWeights::fold_to_end(StreamReader& reader, const StreamPoint& from) const {
  fold_way(reader, from, end_of(config(), *from.stack));
}

CircuitCells FoldedWeights::said_by_read(bool source, const std::function<bool()>& goes_on) const {
  constexpr Index kRowsAtOnce = 512;
  const Parameter &read = embedding_table(source), &said = output_table();
  const Index width = config().width, words = std::min(read.shape[0], said.shape[0]);
  CircuitCells sum = CircuitCells::Zero(width, width);
  for (Index first = 0; first < words && goes_on(); first += kRowsAtOnce) {
    const Index count = std::min(kRowsAtOnce, words - first);
    sum.noalias() += rows(said, first, count).transpose() * rows(read, first, count);
  }
  return sum * (embedding_factor() * output_factor());
}

/// W·(γ ⊙ (x − mean x) + β) + b as a reader of x.
void FoldedWeights::fold_norm(StreamReader& reader, const Place& norm) const {
  const NormKind& kind = norm_kind(config().norm_kind);
  const Index width = config().width;
  if (kind.beta) reader.bias += reader.weight * vector(norm, *kind.beta, 0, width);
  reader.weight = reader.weight * vector(norm, kind.gamma, 0, width).asDiagonal();
  if (kind.centres) reader.weight.colwise() -= Eigen::VectorXd(reader.weight.rowwise().mean());
}

Place FoldedWeights::norm_of_sublayer(const StreamPoint& point) const {
  const bool cross =
      architecture_of(config()).has_two_stacks() && architecture_of(config()).target_stack == point.stack;
  const Index a_layer = end_of(config(), *point.stack).sublayer / layers_in(config(), *point.stack);
  const Place layer = Place().inside(*point.stack).inside(kLayers, point.sublayer / a_layer);
  const Index sublayer = point.sublayer % a_layer;
  if (sublayer == 0) return layer.inside(block_sites::kAttentionNorm);
  if (cross && sublayer == 1) return layer.inside(block_sites::kCrossAttentionNorm);
  return layer.inside(block_sites::kFeedForwardNorm);
}

/// What the stack reads.
const Part& FoldedWeights::input_of(const Part& stack) const {
  if (stack.text == Text::Target) return model_sites::kTarget;
  return has_picture(format_of(config())) ? model_sites::kPicture : model_sites::kSource;
}

/// Norms on the way from where something is written (nothing: the embeddings) to where it is read, the
/// nearest to the reader first.
void FoldedWeights::fold_way(StreamReader& reader, const std::optional<StreamPoint>& from,
                             const StreamPoint& to) const {
  const NormPlacement& placement = norm_placement(config().norm);
  const bool at_end = to == end_of(config(), *to.stack);
  if (at_end && placement.ends_stack)
    fold_norm(reader, Place().inside(*to.stack).inside(norm_sites::kFinalNorm));
  if (!at_end && placement.before()) fold_norm(reader, norm_of_sublayer(to));
  if (placement.after())
    for (Index sublayer = to.sublayer; sublayer-- > (from ? from->sublayer : 0);)
      fold_norm(reader, norm_of_sublayer({to.stack, sublayer}));
  if (!from && config().input_norm)
    fold_norm(reader, Place().inside(input_of(*to.stack)).inside(input_sites::kInputNorm));
}

}  // namespace attnlab

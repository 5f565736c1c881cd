// Cost: parameters by their parts, work by where each matrix is used.
#include "core/models/cost.h"

#include <algorithm>
#include <stdexcept>

#include "core/language/messages.h"
#include "core/layers/alignment_kind.h"
#include "core/layers/alignment_sites.h"
#include "core/layers/attention_sites.h"
#include "core/layers/feed_forward_sites.h"
#include "core/layers/relative_bias.h"
#include "core/models/architecture_kind.h"
#include "core/models/model.h"
#include "core/ops/attention/mask.h"
#include "core/ops/recurrent/cell_kind.h"

namespace attnlab {

namespace {

/// How many rows pass through the parts of a model for one sequence.
struct RowCounts {
  double source = 0;  ///< rows that the encoder reads
  double target = 0;  ///< rows that the rest reads
  double output = 0;  ///< predictions
};

RowCounts rows_of(const ModelConfig& config) {
  const Format format = format_of(config);
  if (format == Format::WordContext || format == Format::Numbers) return {1, 1, 1};
  const auto source = double(longest_source(config)), target = double(longest_target(config));
  return {source, target, gives_class(format) ? 1 : target};
}

/// Whether rows are looked up and not multiplied.
bool is_table(const Parameter& p) {
  return p.site == &input_sites::kEmbeddingWeight || p.site == &input_sites::kPositionsWeight ||
         p.site == &input_sites::kClassToken || p.site == &input_sites::kSegmentsWeight ||
         p.site == &relative_bias_sites::kRelativeBiasWeight;
}

std::string_view input_part(const Parameter& p) {
  if (p.site == &input_sites::kPositionsWeight) return tr_mark("positions");
  if (p.site == &model_sites::kFeatureWeight) return tr_mark("embeddings");
  if (p.site == &model_sites::kVectorWeight || p.site == &model_sites::kVectorBias) return tr_mark("picture");
  return is_table(p) ? tr_mark("embeddings") : tr_mark("patches");
}

std::string_view feed_forward_part(const Parameter& p) {
  if (p.place.within(expert_sites::kRouter)) return tr_mark("router");
  return p.place.within(expert_sites::kExperts) ? tr_mark("experts") : tr_mark("feed-forward");
}

/// Whether the matrix projects keys or values.
bool makes_keys(const Parameter& p) {
  return p.site == &attention_sites::kKeyWeight || p.site == &attention_sites::kValueWeight ||
         p.site == &alignment_sites::kKeyWeight;
}

/// How many rows are multiplied by a matrix.
double uses(const Parameter& p, const ModelConfig& config, const RowCounts& rows) {
  if (is_table(p)) return 0;
  if (p.place.kind() == PartKind::Output) return rows.output;
  if (p.place.within(expert_sites::kExperts))
    return rows.target * double(config.experts_per_token) / double(config.experts);
  if (p.site == &alignment_sites::kScoreWeight) return rows.source * rows.target;
  if (p.site == &model_sites::kProjectionWeight) return double(patch_count(config));
  for (const Site* once :
       {&model_sites::kFeatureWeight, &model_sites::kVectorWeight, &model_sites::kHiddenBridgeWeight,
        &model_sites::kCellBridgeWeight, &model_sites::kPictureStateWeight, &model_sites::kPictureCellWeight})
    if (p.site == once) return 1;
  const Text read = makes_keys(p) ? p.place.key_text() : p.place.text();
  return read == Text::Source ? rows.source : rows.target;
}

PartCost& part_named(std::vector<PartCost>& parts, std::string_view name) {
  const auto found = std::ranges::find(parts, name, &PartCost::name);
  if (found != parts.end()) return *found;
  return parts.emplace_back(PartCost{std::string(name)});
}

/// Work of the context, and of the part of the scores that uses no matrix.
double alignment_flops(const ModelConfig& config, const RowCounts& rows) {
  const AlignmentKind& alignment = alignment_kind(config.alignment);
  if (!alignment.looks_back()) return 0;
  const auto width = double(config.width);
  const double scores = width * double(alignment.score_products),
               context = width * (config.bidirectional ? 2 : 1);
  return 2 * (scores + context) * rows.source * rows.target;
}

/// Scores and weighted sums: two products of H·D each for a pair.
double attention_flops(const ModelConfig& config, const RowCounts& rows) {
  const ArchitectureKind& architecture = architecture_of(config);
  if (!architecture.has_blocks()) return alignment_flops(config, rows);
  const auto width = double(config.heads * config.head_size());
  const auto pairs_of = [&](const Part& stack, double positions, bool causal) {
    const Index layers = layers_in(config, stack), windows = layers / config.mask.every;
    const auto with = [&](const MaskRule& rule) {
      const AttentionMask mask{.causal = causal, .rule = rule};
      return double(visible_pairs(mask, 0, static_cast<Index>(positions)));
    };
    return double(windows) * with(config.mask) + double(layers - windows) * with(config.mask.widest());
  };
  double pairs = 0;
  if (architecture.source_stack) pairs += pairs_of(*architecture.source_stack, rows.source, false);
  if (architecture.target_stack) pairs += pairs_of(*architecture.target_stack, rows.target, config.causal);
  if (architecture.has_two_stacks()) pairs += double(config.decoder_depth()) * rows.source * rows.target;
  return 4 * width * pairs;
}

Index cache_values(const ModelConfig& config, const RowCounts& rows) {
  const Format format = format_of(config);
  if (!writes_text(format)) return 0;
  if (!is_transformer(config)) return config.layers * config.width * cell_kind(config.cell).state_count();
  if (!config.causal) return 0;  // earlier positions see the new one, so their keys and values change
  const auto positions = static_cast<Index>(rows.target + (writes_answer(format) ? rows.source : 0));
  return key_value_count(config, positions);
}

Index expert_parameters(const ParameterLayout& parameters) {
  Index count = 0;
  for (const Parameter& p : parameters.all())
    if (p.place.within(expert_sites::kExperts)) count += p.shape.size();
  return count;
}

/// Parameters of experts that a token does not meet.
Index idle_parameters(const ModelConfig& config, Index of_experts) {
  return of_experts / config.experts * (config.experts - config.experts_per_token);
}

/// Those that write.
Index layers_with_cache(const ModelConfig& config) {
  return layers_in(config, architecture_of(config).last_stack());
}

std::string_view between_products(const ModelConfig& config) {
  return is_transformer(config) ? tr_mark("scores and weighted sums")
                                : tr_mark("scores and weighted sums of states");
}

/// Adds work without parameters of its own: a tied output, and attention between positions.
void add_shared_work(std::vector<PartCost>& parts, const ModelConfig& config, const RowCounts& rows,
                     bool tied) {
  const auto width = double(config.width);
  if (format_of(config) == Format::WordContext) {
    parts.push_back({tr_mark("output"), 0, 2 * width, tr_mark("the dot product with one candidate")});
  } else if (format_of(config) == Format::Numbers) {
    part_named(parts, tr_mark("output")).flops += 2 * width * double(config.context);
  } else if (tied) {
    PartCost& output = part_named(parts, tr_mark("output"));
    output.flops += 2 * width * double(config.target_vocabulary) * rows.output;
    if (output.parameters == 0) output.products = tr_mark("the embedding table");
  }
  const double between = attention_flops(config, rows);
  if (between > 0) parts.push_back({tr_mark("between positions"), 0, between, between_products(config)});
}

std::vector<PartCost> count_parts(const ParameterLayout& layout, const ModelConfig& config,
                                  const RowCounts& rows) {
  std::vector<PartCost> parts;
  for (const Parameter& parameter : layout.all()) {
    PartCost& part = part_named(parts, cost_part(parameter));
    const auto cells = double(parameter.shape.size());
    part.parameters += parameter.shape.size();
    if (parameter.shape.rank() == 2) part.flops += 2 * cells * uses(parameter, config, rows);
  }
  add_shared_work(parts, config, rows, !layout.find("output.weight"));
  return parts;
}

}  // namespace

std::string_view cost_part(const Parameter& p) {
  switch (p.place.kind()) {
    case PartKind::Input: return input_part(p);
    case PartKind::Norm: return tr_mark("norms");
    case PartKind::Attention: return tr_mark("attention");
    case PartKind::FeedForward: return feed_forward_part(p);
    case PartKind::Recurrent: return tr_mark("recurrent cells");
    case PartKind::Alignment: return tr_mark("alignment");
    case PartKind::Output: return tr_mark("output");
    default: throw std::logic_error("the cost table does not cover " + p.name);
  }
}

bool has_lengths(const ModelConfig& config) {
  const Format format = format_of(config);
  return format != Format::Picture && format != Format::WordContext && format != Format::Numbers;
}

Index seen_cache_values(const ModelConfig& config, const ModelCost& cost) {
  if (cost.cache_values == 0 || !is_transformer(config)) return cost.cache_values;
  const Index layers = layers_with_cache(config);
  const auto in_a_layer = [&](const MaskRule& rule) {
    const AttentionMask mask{.causal = config.causal, .rule = rule};
    const Index seen = mask.seen(0, cost.positions - 1, cost.positions).count();
    return key_value_count(config, seen + cost.source_positions) / layers;
  };
  const Index windows = layers / config.mask.every;
  return windows * in_a_layer(config.mask) + (layers - windows) * in_a_layer(config.mask.widest());
}

Index key_value_count(const ModelConfig& config, Index positions) {
  return 2 * layers_with_cache(config) * positions * config.key_heads() * config.head_size();
}

Index visible_pairs(const AttentionMask& mask, Index first, Index positions) {
  Index pairs = 0;
  for (Index q = first; q < positions; ++q) pairs += mask.seen(0, q, positions).count();
  return pairs;
}

ModelCost count_cost(const ModelConfig& config) {
  return count_cost(config, make_model(config)->parameters(), config.context);
}

ModelCost count_cost(const ModelConfig& full, const ParameterLayout& parameters, Index positions) {
  ModelConfig config = full;
  if (has_lengths(config)) config.context = positions;
  const RowCounts rows = rows_of(config);
  ModelCost cost;
  cost.parts = count_parts(parameters, config, rows);
  cost.parameters = cost.active_parameters = parameters.size();
  for (const PartCost& part : cost.parts) cost.flops += part.flops;
  if (config.experts > 0) cost.active_parameters -= idle_parameters(config, expert_parameters(parameters));
  cost.positions = static_cast<Index>(rows.target);
  const bool answers = writes_answer(format_of(config)) && architecture_of(config).source_stack;
  cost.source_positions = answers ? static_cast<Index>(rows.source) : 0;
  cost.cache_values = cache_values(config, rows);
  return cost;
}

}  // namespace attnlab

// Cost: parameters by their names, work by where each matrix is used.
#include "core/models/cost.h"

#include <algorithm>

#include "core/models/model.h"
#include "core/models/vision.h"

namespace attnlab {

namespace {

/// How many rows pass through the parts of a model for one sequence.
struct RowCounts {
  double source = 0;  ///< what the encoder reads
  double target = 0;  ///< what the rest reads
  double output = 0;  ///< predictions
};

RowCounts rows_of(const ModelConfig& config) {
  const Format format = format_of(config);
  Index positions = format == Format::Picture ? patch_count(config) : config.context;
  if (format == Format::WordContext) positions = 1;
  if (has_class_token(config)) ++positions;
  const auto t = static_cast<double>(positions);
  return {t, t, format == Format::Class || format == Format::Picture ? 1 : t};
}

bool has(std::string_view name, std::string_view part) { return name.find(part) != name.npos; }

bool is_norm(std::string_view name) { return name.ends_with("norm.gamma") || name.ends_with("norm.beta"); }

/// The rows of a table that are looked up and not multiplied.
bool is_table(std::string_view name) {
  return has(name, "embedding.") || has(name, "positions.") || name.ends_with("class_token");
}

std::string_view part_of(std::string_view name) {
  if (is_norm(name)) return "norms";
  if (has(name, "positions.")) return "positions";
  if (is_table(name)) return "embeddings";
  if (has(name, "feed_forward.router.")) return "router";
  if (has(name, "feed_forward.experts.")) return "experts";
  if (has(name, "feed_forward.")) return "feed-forward";
  if (has(name, "attention.")) return "attention";
  if (name.starts_with("alignment.")) return "alignment";
  if (name.starts_with("output.")) return "output";
  if (name.starts_with("picture.")) return "patches";
  return "recurrent cells";
}

/// How many rows are multiplied by the matrix `name`.
double uses(std::string_view name, const ModelConfig& config, const RowCounts& rows) {
  if (is_table(name)) return 0;
  if (name.starts_with("output.")) return rows.output;
  if (has(name, "feed_forward.experts."))
    return rows.target * static_cast<double>(config.experts_per_token) / static_cast<double>(config.experts);
  if (name == "alignment.score.weight") return rows.source * rows.target;
  if (has(name, ".initial_")) return 1;
  const bool source = name.starts_with("encoder.") || name.starts_with("alignment.key") ||
                      has(name, "cross_attention.key") || has(name, "cross_attention.value");
  return source ? rows.source : rows.target;
}

PartCost& part_named(std::vector<PartCost>& parts, std::string_view name) {
  const auto found = std::ranges::find(parts, name, &PartCost::name);
  if (found != parts.end()) return *found;
  return parts.emplace_back(PartCost{std::string(name), 0, 0});
}

/// Scores and weighted sums: two products of C each for a pair.
double attention_flops(const ModelConfig& config, const RowCounts& rows) {
  const auto width = static_cast<double>(config.width), layers = static_cast<double>(config.layers);
  if (format_of(config) == Format::Pairs && !is_transformer(config)) {
    // Scores of "additive" and "concat" are a matrix of their own; the others are products of two states.
    const double products = config.alignment == "dot" || config.alignment == "general" ? 4 : 2;
    return config.alignment == "none" ? 0 : products * width * rows.source * rows.target;
  }
  if (!is_transformer(config)) return 0;
  const auto pairs_of = [&](double positions, bool causal) {
    return static_cast<double>(visible_pairs(static_cast<Index>(positions), causal, config.window));
  };
  double pairs = 0;
  const bool two = config.architecture == "encoder_decoder";
  if (config.architecture != "gpt") pairs += pairs_of(rows.source, false);
  if (config.architecture == "gpt" || two) pairs += pairs_of(rows.target, config.causal);
  if (two) pairs += rows.source * rows.target;
  return 4 * width * layers * pairs;
}

Index cache_values(const ModelConfig& config, const RowCounts& rows) {
  const Format format = format_of(config);
  if (format != Format::Stream && format != Format::Pairs) return 0;
  if (!is_transformer(config)) return config.layers * config.width * (config.cell == "lstm" ? 2 : 1);
  if (!config.causal) return 0;  // earlier positions see the new one, so their keys and values change
  const auto positions = static_cast<Index>(rows.target + (format == Format::Pairs ? rows.source : 0));
  return key_value_count(config, positions);
}

/// Parameters of experts that a token does not meet.
Index idle_parameters(const ModelConfig& config, Index of_experts) {
  return of_experts / config.experts * (config.experts - config.experts_per_token);
}

/// Work that no parameter of its own stands for: a tied output, and attention between positions.
void add_shared_work(std::vector<PartCost>& parts, const ModelConfig& config, const RowCounts& rows,
                     bool tied) {
  const auto width = static_cast<double>(config.width);
  if (format_of(config) == Format::WordContext) {
    parts.push_back({"output", 0, 2 * width});  // one candidate
  } else if (tied) {
    parts.push_back({"output", 0, 2 * width * static_cast<double>(config.target_vocabulary) * rows.output});
  }
  const double between = attention_flops(config, rows);
  if (between > 0) parts.push_back({"between positions", 0, between});
}

std::vector<PartCost> count_parts(const ParameterLayout& layout, const ModelConfig& config,
                                  const RowCounts& rows) {
  std::vector<PartCost> parts;
  for (const Parameter& parameter : layout.all()) {
    PartCost& part = part_named(parts, part_of(parameter.name));
    const auto cells = static_cast<double>(parameter.shape.size());
    part.parameters += parameter.shape.size();
    if (parameter.shape.rank() == 2) part.flops += 2 * cells * uses(parameter.name, config, rows);
  }
  add_shared_work(parts, config, rows, !layout.find("output.weight"));
  return parts;
}

}  // namespace

Index key_value_count(const ModelConfig& config, Index positions) {
  const Index heads = config.key_value_heads > 0 ? config.key_value_heads : config.heads;
  return 2 * config.layers * positions * heads * config.head_size();
}

Index visible_pairs(Index positions, bool causal, Index window) {
  const Index w = window == 0 ? positions : std::min(positions, window);
  const Index before = w * (w + 1) / 2 + (positions - w) * w;  // each position with its own and those before
  return causal ? before : 2 * before - positions;
}

ModelCost count_cost(const ModelConfig& config) {
  const auto model = make_model(config);
  const RowCounts rows = rows_of(config);
  ModelCost cost;
  cost.parts = count_parts(model->parameters(), config, rows);
  cost.parameters = cost.active_parameters = model->parameters().size();
  for (const PartCost& part : cost.parts) {
    cost.flops += part.flops;
    if (part.name == "experts") cost.active_parameters -= idle_parameters(config, part.parameters);
  }
  cost.positions = static_cast<Index>(rows.target);
  cost.source_positions = format_of(config) == Format::Pairs ? static_cast<Index>(rows.source) : 0;
  cost.cache_values = cache_values(config, rows);
  return cost;
}

}  // namespace attnlab

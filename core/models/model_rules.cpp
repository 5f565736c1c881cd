// ModelConfig: what makes no model, and why.
#include <algorithm>
#include <stdexcept>

#include "core/config/nearest.h"
#include "core/config/number_text.h"
#include "core/layers/alignment_kind.h"
#include "core/layers/norm_placement.h"
#include "core/layers/output_layer_kind.h"
#include "core/layers/position_scheme.h"
#include "core/models/architecture_kind.h"
#include "core/models/pooling_kind.h"
#include "core/models/transformer_parts.h"

namespace attnlab {

namespace {

void require_of_model(bool good, std::string_view field, const std::string& value,
                      const std::string& allowed) {
  if (!good) throw std::invalid_argument(field_error("model", field, value, allowed));
}

bool is_option(const Field& field, auto& option) { return field.value == decltype(field.value)(&option); }

bool is_one_of(const Field& field, auto&... options) { return (is_option(field, options) || ...); }

/// Why an option of positions does nothing in a Transformer; "" of another option, and where it does
/// something.
std::string why_positions_idle(ModelConfig& c, const Field& field) {
  const PositionScheme& scheme = position_scheme(c.positions);
  const bool of_waves = is_one_of(field, c.rotary_original, c.rotary_low, c.rotary_high),
             of_all = is_option(field, c.rotary_factor), of_gain = is_option(field, c.rotary_gain),
             of_scaling = of_waves || of_all || of_gain;
  const bool turns = of_scaling || is_one_of(field, c.rotary_base, c.rotary_share, c.rotary_scaling),
             shares = is_one_of(field, c.relative_buckets, c.relative_distance),
             waves = is_option(field, c.sine_layout), skips = is_option(field, c.padding_token);
  if ((turns && !scheme.rotations) || (shares && !scheme.shares_buckets) || (waves && !scheme.waves) ||
      (skips && !scheme.learned))
    return "model.positions is " + c.positions;
  if (!of_scaling) return "";
  const RotaryScalingKind& kind = rotary_scaling_kind(c.rotary_scaling);
  const bool used = of_all ? kind.scales : of_gain ? kind.has_gain : kind.by_wave;
  return used ? "" : "model.rotary_scaling is " + c.rotary_scaling;
}

/// Why an option does nothing in the model; "" where it does something.
std::string why_idle(ModelConfig& config, const Field& field, bool used) {
  const auto missing = missing_need(config, field);
  if (missing && is_transformer(config)) return "model." + std::string(*missing) + " is 0";
  if (!used) return "architecture " + config.architecture + " does not use it";
  if (is_transformer(config))
    if (const std::string idle = why_positions_idle(config, field); !idle.empty()) return idle;
  const auto is = [&](auto& option) { return is_option(field, option); };
  if (is(config.output_bias) && !can_have_output_bias(config)) return "model.tied_output is false";
  if (is(config.input_norm) && !norm_placement(config.norm).has_norms())
    return "model.norm is " + config.norm;
  if (is(config.parallel) && !has_feed_forward(config)) return "model.feed_forward is 0";
  if (is(config.norm_kind) && !norm_placement(config.norm).has_norms()) return "model.norm is " + config.norm;
  if (is(config.pooling) && !gives_class(format_of(config)))
    return "only a model with one class as output uses pooling";
  return "";
}

/// An option that does nothing must not look as if it did something.
void check_unused(ModelConfig& config) {
  for (const IdleOption& idle : idle_model_options(config)) {
    const std::string value = field_text(idle.field);
    require_of_model(value == idle.usual, idle.field.name, value, left_at_usual(idle));
  }
}

void check_vocabularies(const ModelConfig& config) {
  const bool source = has_source(format_of(config));
  require_of_model(!source || config.source_vocabulary > 0, "source_vocabulary",
                   std::to_string(config.source_vocabulary),
                   "at least 1 for architecture " + config.architecture);
  require_of_model(!config.shared_embeddings || config.source_vocabulary == config.target_vocabulary,
                   "shared_embeddings", "true",
                   "false if the vocabularies differ (" + std::to_string(config.source_vocabulary) + " and " +
                       std::to_string(config.target_vocabulary) + ")");
}

void check_experts(const ModelConfig& config) {
  require_of_model(config.experts == 0 || config.experts_per_token <= config.experts, "experts_per_token",
                   std::to_string(config.experts_per_token),
                   "at most model.experts (" + std::to_string(config.experts) + ")");
}

/// Cells of a head are turned in pairs.
void check_rotary(const ModelConfig& config) {
  const std::string pairs(position_scheme(config.positions).even_head_size);
  if (pairs.empty()) return;
  const std::string size = std::to_string(config.head_size());
  const std::string whose = config.head_width > 0 ? "head_width is " : "width / heads is ";
  require_of_model(config.head_size() % 2 == 0, "positions", config.positions,
                   "another kind, because the head size is odd (" + whose + size + "): " + pairs);
  const Index turned = rotary_turns(config).turned;
  require_of_model(turned >= 2 && turned % 2 == 0, "rotary_share", shortest_text(config.rotary_share),
                   "a share that gives an even number of cells (it gives " + std::to_string(turned) + " of " +
                       size + " cells): " + pairs);
  require_of_model(config.rotary_low < config.rotary_high, "rotary_low", shortest_text(config.rotary_low),
                   "less than model.rotary_high (" + shortest_text(config.rotary_high) + ")");
}

/// Half of the buckets are for each side of a query, and half of a side's for one distance each.
void check_buckets(const ModelConfig& config) {
  require_of_model(config.relative_buckets % 2 == 0, "relative_buckets",
                   std::to_string(config.relative_buckets),
                   "even, because half of the buckets are for later keys");
  require_of_model(
      config.relative_distance > config.relative_buckets / 2, "relative_distance",
      std::to_string(config.relative_distance),
      "more than half of model.relative_buckets (" + std::to_string(config.relative_buckets) + ")");
}

/// Codes that are added to the input are a table of the context.
void check_position_table(const ModelConfig& config) {
  require_of_model(config.padding_token < 0 || config.padding_token < config.source_vocabulary,
                   "padding_token", std::to_string(config.padding_token),
                   "less than model.source_vocabulary (" + std::to_string(config.source_vocabulary) + ")");
  require_of_model(config.padding_token < 0 || !has_class_token(config), "padding_token",
                   std::to_string(config.padding_token), "-1 if model.pooling is " + config.pooling);
  constexpr Index kLongestTable = 65536;
  const bool table = position_scheme(config.positions).where == PositionScheme::Where::Input;
  require_of_model(!table || config.context <= kLongestTable, "context", std::to_string(config.context),
                   "at most " + std::to_string(kLongestTable) + " if model.positions is " + config.positions);
}

void check_parallel(const ModelConfig& config) {
  require_of_model(!config.parallel || !norm_placement(config.norm).after(), "parallel", "true",
                   "false if model.norm is " + config.norm +
                       ", because parallel sublayers cannot have a norm between them");
}

void check_output_layer(const ModelConfig& config) {
  const OutputLayerKind& kind = output_layer_kind(config.output_layer);
  const bool one = gives_class(format_of(config));
  require_of_model(!kind.is_there() || kind.of_class == one, "output_layer", config.output_layer,
                   either_of(output_layers_of(one)) + " if model.output is " + config.output);
}

void check_transformer(const ModelConfig& config) {
  check_experts(config);
  require_of_model(config.head_width > 0 || config.width % config.heads == 0, "heads",
                   std::to_string(config.heads),
                   "a divisor of model.width (" + std::to_string(config.width) + ")");
  require_of_model(config.key_value_heads == 0 || config.heads % config.key_value_heads == 0,
                   "key_value_heads", std::to_string(config.key_value_heads),
                   "0 or a divisor of model.heads (" + std::to_string(config.heads) + ")");
  check_rotary(config);
  check_buckets(config);
  check_position_table(config);
  check_parallel(config);
  check_output_layer(config);
}

/// Why models of blocks, or else of cells, cannot pool this way; "" if they can.
std::string_view why_not(const PoolingKind& kind, bool blocks) {
  return blocks ? kind.not_of_blocks : kind.not_of_cells;
}

/// The poolings that models of blocks, or else of cells, may have, their own first.
std::vector<std::string> poolings_of(bool blocks) {
  std::vector<std::string> names;
  for (const bool own : {true, false})
    for (const PoolingKind& kind : pooling_kinds())
      if (why_not(kind, blocks).empty() && why_not(kind, !blocks).empty() != own)
        names.emplace_back(kind.name);
  return names;
}

void check_pooling(const ModelConfig& config) {
  const bool pools = gives_class(format_of(config));
  const bool blocks = is_transformer(config);
  const std::string reason(why_not(pooling_kind(config.pooling), blocks));
  require_of_model(!pools || reason.empty(), "pooling", config.pooling,
                   either_of(poolings_of(blocks)) + ": " + reason);
}

/// A classifier's output has one row a class, an embedding one row a token.
void check_tied_output(const ModelConfig& config) {
  if (architecture_of(config).outputs.size() == 1 || !config.tied_output) return;
  const Format format = format_of(config);
  require_of_model(
      format == Format::Stream || format == Format::Masked, "tied_output", "true",
      "false if model.output is " + config.output + ", because the embedding has no rows for classes");
  require_of_model(!has_source(format) || config.source_vocabulary == config.target_vocabulary, "tied_output",
                   "true",
                   "false if the vocabularies differ (" + std::to_string(config.source_vocabulary) + " and " +
                       std::to_string(config.target_vocabulary) + ")");
}

/// The other alignments that allow a bidirectional encoder, from the row after `kind` on.
std::vector<std::string> alignments_instead_of(const AlignmentKind& kind) {
  const std::span<const AlignmentKind> kinds = alignment_kinds();
  const auto own = static_cast<std::size_t>(&kind - kinds.data());
  std::vector<std::string> names;
  for (std::size_t i = 1; i < kinds.size(); ++i) {
    const AlignmentKind& other = kinds[(own + i) % kinds.size()];
    if (other.looks_back() && other.equal_widths.empty()) names.emplace_back(other.name);
  }
  return names;
}

void check_recurrent(const ModelConfig& config) {
  require_of_model(
      !config.bidirectional || format_of(config) != Format::Stream, "bidirectional", "true",
      "false if model.output is tokens, because the backward direction would see the tokens to predict");
  const AlignmentKind& alignment = alignment_kind(config.alignment);
  require_of_model(
      !config.bidirectional || alignment.equal_widths.empty(), "alignment", config.alignment,
      either_of(alignments_instead_of(alignment)) +
          " if model.bidirectional is true, because the encoder's states are then twice as wide as "
          "the decoder's, and " +
          std::string(alignment.equal_widths));
}

void check_pictures(const ModelConfig& config) {
  require_of_model(config.picture_channels != 2, "picture_channels", "2", "1 (gray) or 3 (red, green, blue)");
  if (!architecture_of(config).reads_patches()) return;
  require_of_model(config.picture_size % config.patch_size == 0, "patch_size",
                   std::to_string(config.patch_size),
                   "a divisor of model.picture_size (" + std::to_string(config.picture_size) + ")");
}

}  // namespace

std::vector<IdleOption> idle_model_options(ModelConfig& config) {
  ModelConfig defaults;
  const Fields used = used_model_fields(config), fields = model_fields(config),
               usual = model_fields(defaults);
  std::vector<IdleOption> idle;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const bool is_used = std::ranges::find(used, fields[i].name, &Field::name) != used.end();
    const std::string reason = why_idle(config, fields[i], is_used);
    if (!reason.empty()) idle.push_back({fields[i], field_text(usual[i]), reason});
  }
  return idle;
}

void validate(const ModelConfig& config) {
  ModelConfig copy = config;
  check_fields(model_fields(copy), "model");
  check_unused(copy);
  check_vocabularies(config);
  check_pooling(config);
  check_tied_output(config);
  check_recurrent(config);
  if (architecture_of(config).reads_pictures()) check_pictures(config);
  if (is_transformer(config)) check_transformer(config);
}

}  // namespace attnlab

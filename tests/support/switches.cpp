// Switches: the lists, the product and the batches.
#include "tests/support/switches.h"

#include <algorithm>
#include <stdexcept>

#include "core/models/architecture_kind.h"

namespace attnlab::testing {

namespace {

constexpr TokenId kVocabulary = 5;
constexpr std::size_t kOneOf = 29;  ///< of Combinations::Some

/// All values of an option, the default first.
std::vector<std::string> values_of(const std::string& option) {
  ModelConfig config;
  const Fields fields = model_fields(config);
  const Field& field = *std::ranges::find(fields, option, &Field::name);
  std::vector<std::string> values;
  for (const attnlab::Choice& choice : field.choices) values.emplace_back(choice.name);
  const auto usual = std::ranges::find(values, field_text(field));
  std::rotate(values.begin(), usual, usual + 1);
  return values;
}

void fill_pictures(Batch& batch, const ModelConfig& config) {
  batch.resize_pictures(config.picture_channels, config.picture_size, config.picture_size);
  for (std::size_t i = 0; i < batch.pictures.size(); ++i)
    batch.pictures[i] = static_cast<Real>(i * 7 % 11) / Real(11);
}

/// Ids that repeat, and differ between `seed`s.
void fill_ids(std::vector<TokenId>& ids, int seed) {
  for (std::size_t i = 0; i < ids.size(); ++i)
    ids[i] = static_cast<TokenId>((static_cast<int>(i * i) + seed * static_cast<int>(i) + 1) % kVocabulary);
}

}  // namespace

const std::vector<Switch>& transformer_switches() {
  static const std::vector<Switch> switches = {
      {"norm", values_of("norm")},
      {"norm_kind", values_of("norm_kind")},
      {"activation", values_of("activation")},
      {"positions", values_of("positions")},
      {"bias", {"true", "false"}},
      {"key_value_heads", {"0", "1", "2"}},
      {"tied_output", {"true", "false"}},
      {"scaled_scores", {"true", "false"}},
      {"window", {"0", "2"}},
      {"experts", {"0", "3"}},
      {"feed_forward", {"5", "0"}},
  };
  return switches;
}

const std::vector<std::string>& transformer_architectures() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const ArchitectureKind& kind : architecture_kinds())
      if (kind.has_blocks()) all.emplace_back(kind.name);
    return all;
  }();
  return names;
}

ModelConfig switch_base(const std::string& architecture) {
  ModelConfig config;
  const ArchitectureKind& kind = architecture_kind(architecture);
  config.architecture = architecture;
  if (kind.has_layers()) config.layers = 1;
  config.width = 8;
  if (kind.has_blocks()) config.heads = 4;
  if (kind.has_blocks()) config.feed_forward = 5;
  config.target_vocabulary = kVocabulary;
  if (has_source(format_of(config))) config.source_vocabulary = kVocabulary;
  if (kind.has_texts()) config.context = 4;
  if (kind.reads_pictures()) config.picture_size = 4;
  if (kind.reads_patches()) config.patch_size = 2;
  return config;
}

void set_switch(ModelConfig& config, const std::string& name, const std::string& value) {
  set_field(model_fields(config), name, value, "model");
}

void each_combination(const std::string& architecture, Combinations which,
                      const std::function<void(const ModelConfig&, const std::string&)>& visit) {
  std::size_t count = 1;
  for (const Switch& one : transformer_switches()) count *= one.values.size();
  const ModelConfig base = switch_base(architecture);
  for (std::size_t at = 0; at < count; at += which == Combinations::All ? 1 : kOneOf) {
    ModelConfig config = base;
    std::string text;
    std::size_t rest = at, below = count;
    for (const Switch& one : transformer_switches()) {
      below /= one.values.size();
      const std::string& value = one.values[rest / below];
      rest %= below;
      set_switch(config, one.name, value);
      text += one.name + "=" + value + " ";
    }
    visit(config, text);
  }
}

std::string refusal(const ModelConfig& config) {
  try {
    validate(config);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

namespace {

/// A digit for each feature; one number does not count.
Batch numbers_batch(const ModelConfig& config) {
  Batch batch;
  batch.resize(2, config.context, 0, config.context);
  fill_ids(batch.source, 1);
  batch.target = batch.source;
  batch.target.back() = kIgnoredTarget;
  batch.source_lengths = {config.context, config.context};
  return batch;
}

}  // namespace

Batch switch_batch(const ModelConfig& config) {
  const Format format = format_of(config);
  if (format == Format::Numbers) return numbers_batch(config);
  const Index source = has_source(format) ? 3 : 0;
  const bool candidates = format == Format::WordContext, one = gives_class(format);
  const Index input = writes_text(format) || candidates ? 3 : 0;
  Batch batch;
  batch.resize(2, source, input, one ? 1 : 3);
  fill_ids(batch.source, 1);
  fill_ids(batch.input, 2);
  fill_ids(batch.target, 3);
  if (source > 0) batch.source_lengths = {3, 2};
  if (input > 0) batch.input_lengths = {3, 2};
  if (candidates) batch.target = {1, 0, 0, 1, 0, 0};
  if (batch.target.size() == 6) batch.target.back() = kIgnoredTarget;
  if (has_picture(format)) fill_pictures(batch, config);
  return batch;
}

}  // namespace attnlab::testing

// llama2.c: what its models can be, the order of their weights, and the words of a tokenizer.
#include "core/io/llama2c/llama2c_export.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "core/io/families/llama2c.h"
#include "core/io/files/file.h"
#include "core/models/transformer_parts.h"
#include "core/ops/attention/rotary.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLegacyFile = "model.bin", kVersion1File = "model-version1.bin",
                           kWordsFile = "tokenizer.bin";
constexpr std::string_view kLlama2cFiles[] = {kLegacyFile, kVersion1File, kWordsFile};
constexpr std::size_t kHeadBytes = 256;

bool is_llama2c_folder(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / kLegacyFile, ignored) && fs::exists(folder / kVersion1File, ignored);
}

constexpr FolderKind kLlama2cFolder{
    .name = "llama2.c model", .files = kLlama2cFiles, .is_one = is_llama2c_folder};

/// The model that llama2.c would take the numbers of `config` for.
ModelConfig as_llama2c(const ModelConfig& config) {
  ModelConfig read;
  read.architecture = "gpt";
  read.positions = "rotary";
  read.norm = "pre";
  read.norm_kind = "rms";
  read.activation = "swiglu";
  read.bias = false;
  for (Index ModelConfig::*number :
       {&ModelConfig::layers, &ModelConfig::width, &ModelConfig::context, &ModelConfig::target_vocabulary,
        &ModelConfig::heads, &ModelConfig::key_value_heads, &ModelConfig::feed_forward})
    read.*number = config.*number;
  if (config.head_size() * config.heads == config.width) read.head_width = config.head_width;
  if (!has_qkv_bias(config)) read.qkv_bias = config.qkv_bias;
  read.tied_output = config.tied_output;
  read.dropout = config.dropout;
  read.initialization = config.initialization;
  return read;
}

/// Weights of one kind: of the model once, or of each layer.
struct WeightKind {
  std::string_view name;
  bool in_layers = true;
};

constexpr WeightKind kEmbeddings{"target.embedding.weight", false}, kAttentionNorms{"attention_norm.gamma"},
    kQueries{"self_attention.query.weight"}, kKeys{"self_attention.key.weight"},
    kValues{"self_attention.value.weight"}, kOutputs{"self_attention.output.weight"},
    kFeedForwardNorms{"feed_forward_norm.gamma"}, kGates{"feed_forward.gate.weight"},
    kContracts{"feed_forward.contract.weight"}, kUps{"feed_forward.up.weight"},
    kLastNorm{"decoder.norm.gamma", false}, kClassifier{"output.weight", false};

constexpr WeightKind kLegacyOrder[] = {kEmbeddings, kAttentionNorms,   kQueries, kKeys,      kValues,
                                       kOutputs,    kFeedForwardNorms, kGates,   kContracts, kUps,
                                       kLastNorm};
constexpr WeightKind kVersion1Order[] = {
    kAttentionNorms, kFeedForwardNorms, kLastNorm, kEmbeddings, kQueries, kKeys,
    kValues,         kOutputs,          kGates,    kContracts,  kUps};

/// A file under way, little endian.
class BinaryFile {
 public:
  explicit BinaryFile(const fs::path& path) : file_(path) {}

  void word(std::uint32_t number) {
    for (int i = 0; i < 4; ++i) bytes_ += static_cast<char>(number >> (8 * i) & 0xFF);
  }
  void number(Index value) { word(static_cast<std::uint32_t>(static_cast<std::int32_t>(value))); }
  void real(double value) { word(std::bit_cast<std::uint32_t>(float(value))); }
  void text(std::string_view text) { bytes_ += text; }
  void fill_to(std::size_t size) { bytes_.resize(std::max(size, bytes_.size())); }
  void close() {
    file_.write(bytes_);
    file_.close();
  }

 private:
  OutputFile file_;
  std::string bytes_;
};

void put_head(BinaryFile& file, const ModelConfig& c, Index vocabulary) {
  for (const Index number :
       {c.width, c.feed_forward, c.layers, c.heads, c.key_heads(), vocabulary, c.context})
    file.number(number);
}

void put_weights(BinaryFile& file, const Checkpoint& checkpoint, std::span<const WeightKind> order) {
  const ParameterLayout& layout = checkpoint.model->parameters();
  const auto put = [&](const std::string& name) {
    const Parameter& parameter = layout[layout.find(name).value()];
    for (Index i = 0; i < parameter.shape.size(); ++i)
      file.real(double(checkpoint.state->snapshot->weights[parameter.offset + i]));
  };
  for (const WeightKind& kind : order)
    for (Index layer = 0; layer < (kind.in_layers ? checkpoint.preset.model.layers : 1); ++layer)
      put((kind.in_layers ? "decoder.layers." + std::to_string(layer) + "." : "") + std::string(kind.name));
}

void put_classifier(BinaryFile& file, const Checkpoint& checkpoint) {
  constexpr WeightKind kOnly[] = {kClassifier};
  if (!checkpoint.preset.model.tied_output) put_weights(file, checkpoint, kOnly);
}

/// The cosines, then the sines, of all positions and pairs: programs of today compute them themselves.
void put_angles(BinaryFile& file, const ModelConfig& config) {
  const RotaryTurns turns = rotary_turns(config);
  for (double (*of)(double) : {+[](double x) { return std::cos(x); }, +[](double x) { return std::sin(x); }})
    for (Index position = 0; position < config.context; ++position)
      for (Index pair = 0; pair < turns.head_size / 2; ++pair)
        file.real(of(rotary_angle(position, pair, turns)));
}

void write_legacy(const fs::path& path, const Checkpoint& checkpoint) {
  const ModelConfig& config = checkpoint.preset.model;
  BinaryFile file(path);
  put_head(file, config, config.tied_output ? config.target_vocabulary : -config.target_vocabulary);
  put_weights(file, checkpoint, kLegacyOrder);
  put_angles(file, config);
  put_classifier(file, checkpoint);
  file.close();
}

void write_version1(const fs::path& path, const Checkpoint& checkpoint) {
  const ModelConfig& config = checkpoint.preset.model;
  BinaryFile file(path);
  file.word(kLlama2cMagic);
  file.number(1);
  put_head(file, config, config.target_vocabulary);
  file.text(config.tied_output ? std::string_view("\1", 1) : std::string_view("\0", 1));
  file.fill_to(kHeadBytes);
  put_weights(file, checkpoint, kVersion1Order);
  put_classifier(file, checkpoint);
  file.close();
}

/// An entry of tokenizer.bin: of all adjacent pairs, the pair whose merged entry has the highest score is
/// merged first.
struct Word {
  std::string text;
  double score = 0;
};

/// The words of a tokenizer that was read from a tokenizer.bin; none for other tokenizers.
std::vector<Word> stored_words(const Tokenizer& tokenizer) {
  const nlohmann::json file = tokenizer.pipeline()->json();
  const nlohmann::json model = file.value("model", nlohmann::json::object());
  if (!model.contains("scores") || !model.contains("vocab")) return {};
  std::vector<Word> words(tokenizer.size());
  for (const auto& [text, id] : model["vocab"].items()) {
    const auto at = id.get<std::size_t>();
    if (at >= words.size() || at >= model["scores"].size()) return {};
    const nlohmann::json& score = model["scores"][at];
    words[at] = {text, score.is_number() ? score.get<double>() : 0};
  }
  return words;
}

/// Single letters are found by themselves, as the words of a vocabulary of characters.
std::vector<Word> letter_words(const Tokenizer& tokenizer) {
  std::vector<Word> words;
  for (TokenId id = 0; id < tokenizer.size(); ++id) words.push_back({tokenizer.entry(id)});
  return words;
}

std::vector<Word> words_of(const Tokenizer& tokenizer) {
  if (tokenizer.pipeline()) return stored_words(tokenizer);
  if (tokenizer.level() == TokenLevel::Characters) return letter_words(tokenizer);
  return {};
}

void write_words(const fs::path& path, const std::vector<Word>& words) {
  BinaryFile file(path);
  std::size_t longest = 0;
  for (const Word& word : words) longest = std::max(longest, word.text.size());
  file.word(static_cast<std::uint32_t>(longest));
  for (const Word& word : words) {
    file.real(word.score);
    file.word(static_cast<std::uint32_t>(word.text.size()));
    file.text(word.text);
  }
  file.close();
}

std::vector<std::string> remarks_on(const Tokenizer& tokenizer, bool written) {
  if (!written)
    return {"tokenizer.bin was not written: llama2.c does not support this tokenizer of " +
            std::string(token_level(tokenizer.level()).pieces)};
  if (!tokenizer.pipeline() && !tokenizer.has_special_tokens())
    return {
        "llama2.c begins each text with token 1, which is an ordinary token in this model, because "
        "task.special_tokens is false"};
  return {};
}

}  // namespace

void check_llama2c_model(const ModelConfig& config) {
  ModelConfig ours = config, theirs = as_llama2c(config);
  const Fields own = model_fields(ours), read = model_fields(theirs);
  for (std::size_t i = 0; i < own.size(); ++i)
    if (field_text(own[i]) != field_text(read[i]))
      throw std::invalid_argument("llama2.c cannot compute this model: model." + std::string(own[i].name) +
                                  " is " + field_text(own[i]) + ", but must be " + field_text(read[i]));
}

std::vector<std::string> save_llama2c_folder(const fs::path& folder, const Checkpoint& checkpoint) {
  check_llama2c_model(checkpoint.preset.model);
  AtomicFolder files(folder, kLlama2cFolder);
  write_legacy(files.path() / kLegacyFile, checkpoint);
  write_version1(files.path() / kVersion1File, checkpoint);
  const std::vector<Word> words = words_of(checkpoint.vocabularies->target);
  if (!words.empty()) write_words(files.path() / kWordsFile, words);
  files.commit();
  return remarks_on(checkpoint.vocabularies->target, !words.empty());
}

}  // namespace attnlab

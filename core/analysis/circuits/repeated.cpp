// Repeated sequences: drawn by a fixed key, read in one recorded pass.
#include "core/analysis/circuits/repeated.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/language/messages.h"
#include "core/layers/attention_sites.h"
#include "core/models/real_positions.h"
#include "core/tensor/random.h"
#include "core/training/passes.h"

namespace attnlab {

namespace {

constexpr std::uint64_t kRepeatKey = 0x5EED2BEA7;
constexpr Index kRepeatedSequences = 8, kMostRepeated = 32, kLeastRepeated = 3;
constexpr double kNoScore = std::numeric_limits<double>::quiet_NaN();

/// The entries of a vocabulary that are no special tokens.
Index plain_entries(const Tokenizer& tokenizer) { return tokenizer.size() - tokenizer.first_entry(); }

/// Which texts of a format are repeated.
struct RepeatedTexts {
  bool source = false, input = false;
  Index before_input = 0;  ///< <sos>
};

RepeatedTexts repeated_texts(Format format) {
  switch (format) {
    case Format::Stream: return {.input = true};
    case Format::Pairs: return {.source = true, .input = true, .before_input = 1};
    case Format::PictureText: return {.input = true, .before_input = 1};
    case Format::Masked:
    case Format::Labels:
    case Format::Class: return {.source = true};
    case Format::Picture:
    case Format::WordContext:
    case Format::Numbers: break;
  }
  return {};
}

/// Writes `tokens` different entries, and the same ones once more.
void write_repeated(const Tokenizer& tokenizer, Index tokens, RandomStream& random, std::span<TokenId> to) {
  std::vector<TokenId> entries(plain_entries(tokenizer));
  std::iota(entries.begin(), entries.end(), tokenizer.first_entry());
  for (Index i = 0; i < tokens; ++i) {
    std::swap(entries[i], entries[i + random.below(count_of(entries) - i)]);
    to[i] = to[tokens + i] = entries[i];
  }
}

/// A mean of weights.
struct MeanOfWeights {
  double sum = 0;
  Index count = 0;
  void add(Real weight) {
    sum += double(weight);
    ++count;
  }
  double value() const { return count > 0 ? sum / double(count) : kNoScore; }
};

/// The weights of one head in one sequence, [Tq,Tk].
struct RepeatedRow {
  const Real* weights;
  Index keys, before, tokens;

  Real at(Index query, Index key) const { return weights[(before + query) * keys + before + key]; }
};

/// Means of one head over the sequences.
struct RepeatMeans {
  MeanOfWeights induction, previous, duplicate;

  void add(const RepeatedRow& row) {
    for (Index q = 1; q < 2 * row.tokens; ++q) previous.add(row.at(q, q - 1));
    for (Index q = row.tokens; q < 2 * row.tokens; ++q) {
      induction.add(row.at(q, q - row.tokens + 1));
      duplicate.add(row.at(q, q - row.tokens));
    }
  }
};

/// Where the tokens that come twice stand in a sequence.
struct RepeatedPlace {
  Index before_input = 0, tokens = 0;
};

/// Adds the weights that a pass over one sequence recorded; one mean a head, in the order of `heads`.
void add_recorded(const Tape& tape, const ModelConfig& config, const RepeatedPlace& repeated,
                  const std::vector<CircuitHead>& heads, std::vector<RepeatMeans>& means) {
  const RealPositions real(config);
  for (const Named& tensor : tape.recorded().names()) {
    if (tensor.site != &attention_sites::kWeights) continue;
    const bool source = tensor.place.text() == Text::Source;
    if (source && has_picture(format_of(config))) continue;
    const Index before = source ? real.before_text(tensor.place) : repeated.before_input;
    const Shape& shape = tensor.node->shape;  // [1,H,Tq,Tk]
    for (std::size_t i = 0; i < heads.size(); ++i)
      if (heads[i].place == tensor.place && !heads[i].is_cross())
        means[i].add(
            {tensor.node->value + heads[i].head * shape[2] * shape[3], shape[3], before, repeated.tokens});
  }
}

}  // namespace

RepeatedSequences repeated_sequences(const ModelConfig& config, const Vocabularies& vocabularies) {
  const RepeatedTexts texts = repeated_texts(format_of(config));
  if (!is_transformer(config) || (!texts.source && !texts.input)) return {};
  Index tokens = std::min(kMostRepeated, (config.context - texts.before_input) / 2);
  if (texts.source) tokens = std::min(tokens, plain_entries(vocabularies.of(true)));
  if (texts.input) tokens = std::min(tokens, plain_entries(vocabularies.target));
  if (tokens < kLeastRepeated) return {};
  return {kRepeatedSequences, tokens};
}

std::string_view why_no_repeats(const ModelConfig& config, const Vocabularies& vocabularies) {
  if (!is_transformer(config)) return tr("This model does not have attention heads.");
  const RepeatedTexts texts = repeated_texts(format_of(config));
  if (!texts.source && !texts.input)
    return tr("This model reads pictures, which cannot consist of random tokens.");
  if (repeated_sequences(config, vocabularies).tokens == 0)
    return tr("The context or the vocabulary of this model is too small for repeated tokens.");
  return "";
}

Batch repeated_batch(const ModelConfig& config, const Vocabularies& vocabularies) {
  const RepeatedTexts texts = repeated_texts(format_of(config));
  const auto [sequences, tokens] = repeated_sequences(config, vocabularies);
  const Index whole = 2 * tokens, input = texts.input ? texts.before_input + whole : 0;
  Batch batch;
  batch.resize(sequences, texts.source ? whole : 0, input, texts.input ? input : 1);
  if (has_picture(format_of(config)))
    batch.resize_pictures(config.picture_channels, config.picture_size, config.picture_size);
  std::ranges::fill(batch.target, kIgnoredTarget);
  std::ranges::fill(batch.source_lengths, batch.source_length);
  std::ranges::fill(batch.input_lengths, batch.input_length);
  RandomStream random(kRepeatKey);
  for (Index row = 0; row < sequences && tokens > 0; ++row) {
    if (texts.source)
      write_repeated(vocabularies.of(true), tokens, random, std::span(batch.source).subspan(row * whole));
    if (!texts.input) continue;
    const auto to = std::span(batch.input).subspan(row * input);
    if (texts.before_input > 0) to[0] = vocabularies.target.sos();
    write_repeated(vocabularies.target, tokens, random, to.subspan(texts.before_input));
  }
  return batch;
}

std::vector<RepeatScores> repeat_scores(const Model& model, const Vocabularies& vocabularies,
                                        std::span<const Real> weights, AttentionDevice* device,
                                        const std::function<bool()>& goes_on) {
  const ModelConfig& config = model.config();
  if (!why_no_repeats(config, vocabularies).empty()) return {};
  const std::vector<CircuitHead> heads = circuit_heads(model);
  std::vector<RepeatMeans> means(heads.size());
  const Batch batch = repeated_batch(config, vocabularies);
  const RepeatedPlace repeated{repeated_texts(format_of(config)).before_input,
                               repeated_sequences(config, vocabularies).tokens};
  Batch sequence;  // one after another, since a pass keeps all that it computes
  Tape tape(Mode::Record);
  tape.bind(model.parameters(), weights.data(), nullptr);
  tape.use_device(device);
  for (Index row = 0; row < batch.size && goes_on(); ++row) {
    take_rows(batch, row, 1, sequence);
    tape.reset();
    model.logits(tape, sequence);
    add_recorded(tape, config, repeated, heads, means);
  }
  std::vector<RepeatScores> found;
  for (std::size_t i = 0; i < heads.size(); ++i)
    found.push_back(
        {heads[i], means[i].induction.value(), means[i].previous.value(), means[i].duplicate.value()});
  return found;
}

}  // namespace attnlab

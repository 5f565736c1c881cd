// Samples: greedy decoding and most probable tokens, lined up with the right ones.
#include "core/analysis/samples.h"

#include <algorithm>
#include <stdexcept>

#include "core/language/messages.h"
#include "core/models/generation/generation.h"
#include "core/tasks/base/encode.h"

namespace attnlab {
namespace {

using Ids = std::vector<TokenId>;

/// How many tokens past the right answer are decoded, to see that the model's answer goes on.
constexpr std::size_t kMore = 4;

void add(Sample& sample, std::string said, std::string wanted, bool right) {
  sample.tokens.push_back({std::move(said), std::move(wanted), right});
  sample.right += right;
}

/// Compares answers place by place; a missing token is as wrong as one too many.
Sample lined_up(const Tokenizer& tokenizer, const Ids& said, const Ids& wanted) {
  Sample sample;
  for (std::size_t i = 0; i < std::max(said.size(), wanted.size()); ++i) {
    const bool both = i < said.size() && i < wanted.size();
    add(sample, i < said.size() ? tokenizer.entry(said[i]) : "",
        i < wanted.size() ? tokenizer.entry(wanted[i]) : "", both && said[i] == wanted[i]);
  }
  return sample;
}

/// What is said to a source or a picture.
Sample decode_reply(const Model& model, const Vocabularies& v, std::span<const Real> weights,
                    const Example& example, AttentionDevice* device) {
  const Ids wanted = v.target.encode(example.target);
  const std::size_t most = wanted.size() + kMore;
  const Batch batch = encode_example(format_of(model.config()), v, {example.source, "", example.picture});
  const auto said = decode_greedily(model, weights, batch, v.target.sos(), v.target.ends(),
                                    static_cast<Index>(most), {.device = device});
  Sample sample = lined_up(v.target, said[0], wanted);
  sample.breaks_off = said[0].size() == most;
  return sample;
}

Sample decode_answer(const Model& model, const Vocabularies& v, std::span<const Real> weights,
                     const Example& example, AttentionDevice* device) {
  const Ids question = v.target.encode(example.source), wanted = v.target.encode(example.target);
  const StopTokens stop = v.target.ends();
  const bool ends = stop.any();
  const std::size_t most = wanted.size() + (ends ? kMore : 0);
  RandomStream unused(0);
  Ids said = generate(model, weights, question, static_cast<Index>(most), stop, {.temperature = 0}, unused,
                      {}, {.device = device});
  const bool ended = ends && !said.empty() && stop.contains(said.back());
  if (ended) said.pop_back();
  Sample sample = lined_up(v.target, said, wanted);
  sample.breaks_off = ends && !ended;
  return sample;
}

Sample most_probable(const Model& model, const Vocabularies& v, std::span<const Real> weights,
                     const Example& example, AttentionDevice* device) {
  const Batch batch = encode_example(format_of(model.config()), v, example);
  Tape tape(Mode::Infer);
  tape.use_device(device);
  tape.bind(model.parameters(), weights.data(), nullptr);
  const Variable logits = model.logits(tape, batch);
  const Index vocabulary = logits.shape().last();
  const Real* row = logits.data();
  Sample sample;
  for (const TokenId wanted : batch.target) {
    const auto said = static_cast<TokenId>(std::max_element(row, row + vocabulary) - row);
    row += vocabulary;
    if (wanted != kIgnoredTarget) add(sample, v.target.entry(said), v.target.entry(wanted), said == wanted);
  }
  return sample;
}

/// The beginning of a long text.
Example shortened(const Tokenizer& tokenizer, Example example) {
  Ids ids = tokenizer.encode(example.target);
  if (ids.size() <= kMostSampleTokens) return example;
  ids.resize(kMostSampleTokens);
  example.target = tokenizer.decode(ids);
  return example;
}

}  // namespace

bool has_samples(Format format) { return format != Format::WordContext && format != Format::Numbers; }

std::vector<Example> sample_probes(const Task& task, Index count) {
  std::vector<Example> probes = task.validation_examples(count);
  if (task.format() == Format::Stream)
    for (Example& probe : probes)
      if (probe.source.empty()) probe = shortened(task.target_tokenizer(), std::move(probe));
  return probes;
}

Sample decode_sample(const Model& model, const Vocabularies& vocabularies, std::span<const Real> weights,
                     const Example& example, AttentionDevice* device) {
  const Format format = format_of(model.config());
  if (!has_samples(format))
    throw std::invalid_argument(tr("this model does not predict text, so it does not have samples"));
  if (writes_answer(format)) return decode_reply(model, vocabularies, weights, example, device);
  if (format == Format::Stream && !example.source.empty())
    return decode_answer(model, vocabularies, weights, example, device);
  return most_probable(model, vocabularies, weights, example, device);
}

}  // namespace attnlab

// The models, head and words that the options of circuits name.
#include "app/features/circuits/cli_wanted.h"

#include <numeric>
#include <stdexcept>

#include "core/config/nearest.h"
#include "core/training/trainer.h"

namespace attnlab {

namespace {

Checkpoint untrained_heads(const CircuitsOptions& options) {
  Preset preset = find_preset(options.preset);
  set_options(preset, options.set);
  const Experiment made = make_experiment(std::move(preset));
  return capture(made, Trainer(made.model, made.task, made.preset.training, 1));
}

}  // namespace

std::vector<Checkpoint> wanted_heads(const CircuitsOptions& options, const SavedModelOptions& saved) {
  std::vector<Checkpoint> models;
  if (!options.preset.empty()) {
    models.push_back(untrained_heads(options));
  } else {
    models = load_listed_steps(options.steps, saved);
  }
  if (circuit_heads(*models.front().model).empty())
    throw std::invalid_argument("this model has no attention heads");
  return models;
}

CircuitHead named_head(const CircuitsOptions& options, const ModelConfig& config) {
  const std::vector<CircuitHead> heads = circuit_heads(config);
  if (options.head.empty()) return heads.back();
  std::vector<std::string> names;
  for (const CircuitHead& head : heads) {
    if (head.name() == options.head) return head;
    names.push_back(head.name());
  }
  throw std::invalid_argument("there is no head " + options.head + did_you_mean(options.head, names));
}

std::vector<TokenId> wanted_words(const CircuitsOptions& options, const Tokenizer& tokenizer) {
  constexpr Index kMostWords = 256;
  std::vector<TokenId> ids;
  for (const Piece& piece : tokenizer.pieces(options.words)) {
    if (piece.text == " ") continue;
    if (!piece.known) throw std::invalid_argument("the vocabulary has no " + piece.text);
    ids.push_back(piece.id);
  }
  if (!ids.empty()) return ids;
  if (tokenizer.size() > kMostWords)
    throw std::invalid_argument("the vocabulary has " + std::to_string(tokenizer.size()) +
                                " entries: choose some with --words");
  ids.resize(static_cast<std::size_t>(tokenizer.size()));
  std::iota(ids.begin(), ids.end(), TokenId(0));
  return ids;
}

}  // namespace attnlab

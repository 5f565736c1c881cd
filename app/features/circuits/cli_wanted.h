// The options of circuits, and the models, head and words that they name.
#pragma once

#include <string>
#include <vector>

#include "app/cli/groups/model_options.h"
#include "core/analysis/circuits/heads.h"

namespace attnlab {

struct CircuitsOptions {
  std::string preset, steps, head, words, csv, figure, score = "induction";
  std::vector<std::string> set;
  Index distance = 0, top = 10;
  double over = 0.5;
  bool looks = false, says = false, composition = false, eigenvalues = false, json = false;

  bool of_words() const { return looks || says; }
  /// What the figure shows.
  const char* part() const {
    return looks         ? "looks"
           : says        ? "says"
           : composition ? "composition"
           : eigenvalues ? "eigenvalues"
                         : "heads";
  }
};

/// The models at the steps that are asked for, in rising order, or the preset before its first step. Throws
/// std::invalid_argument where the model has no attention heads.
std::vector<Checkpoint> wanted_heads(const CircuitsOptions& options, const SavedModelOptions& saved);

/// The head of --head: its whole name, as the table has it. Throws std::invalid_argument with near names.
CircuitHead named_head(const CircuitsOptions& options, const ModelConfig& config);

/// The ids of --words; without it all, of a small vocabulary. Throws std::invalid_argument for others.
std::vector<TokenId> wanted_words(const CircuitsOptions& options, const Tokenizer& tokenizer);

}  // namespace attnlab

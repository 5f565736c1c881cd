// Text levels: a model's own tokenizer beside those of the other levels, learnt from the same texts.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/analysis/task_texts.h"
#include "core/config/stop.h"
#include "core/text/vocabularies.h"
#include "core/text/vocabulary.h"

namespace attnlab {

/// One way to cut the model's texts.
struct TextLevel {
  TokenLevel level;
  std::shared_ptr<const Tokenizer> tokenizer;
  TokenCounts counts;  ///< in the texts; unknown where there are none
  bool own = false;    ///< it is the model's
};

struct TextLevels {
  std::vector<TextLevel> levels;  ///< those there are, in the order of kTokenLevels
  /// The texts from which the other levels are learned and in which tokens are counted; "": none.
  std::string texts;
  std::string texts_in_files;  ///< in English
  std::string why_not;         ///< why texts or levels are missing, one line; "": none is missing

  /// Null where the level could not be learnt.
  const TextLevel* find(TokenLevel level) const;
  /// The model's own.
  const TextLevel& own() const;
};

/// The tokenizer of one side of a model, without a copy.
std::shared_ptr<const Tokenizer> side_tokenizer(const std::shared_ptr<const Vocabularies>& vocabularies,
                                                Text side);

/// The model's own level, and bytes, at once: nothing is learnt.
TextLevels levels_at_once(const std::shared_ptr<const Vocabularies>& vocabularies, Text side);

/// All levels. The other ones have the special tokens of the model's, at most config.max_words words and
/// config.merges merges. `task` and `side` as for task_texts(); without texts there are no other levels but
/// bytes. Where `stop` is asked for, levels that are not learnt yet are left out.
TextLevels learn_levels(const Task* task, const TaskConfig& config,
                        const std::shared_ptr<const Vocabularies>& vocabularies, Text side,
                        const StopToken& stop = {});

}  // namespace attnlab

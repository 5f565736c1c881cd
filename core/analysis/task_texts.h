// Task texts: what a task learns from, as texts that other tokenizers can learn from too.
#pragma once

#include <string>
#include <vector>

#include "core/autograd/place.h"
#include "core/data/batch.h"
#include "core/tasks/base/task.h"

namespace attnlab {

/// Most bytes of a corpus, and examples of other tasks, that are read.
inline constexpr std::size_t kMostTextBytes = std::size_t{4} << 20;
inline constexpr Index kTextExamples = 2000;

struct TaskTexts {
  std::vector<std::string> texts;
  std::string words;  ///< what they are: "the text village", "2,000 examples that the task trains on"
  std::string words_in_files;  ///< in English
};

/// Of a task with a corpus, the corpus or its first kMostTextBytes; of any other, the texts of kTextExamples
/// examples drawn from those that it trains on, as the side's tokenizer writes them. `task` may be null where
/// there is a corpus. `side`: the source or the target, where a task has both. Throws std::runtime_error with
/// one line where the corpus cannot be read, or there is neither.
TaskTexts task_texts(const Task* task, const TaskConfig& config, Text side);

/// The texts that a model of this format reads and a tokenizer cuts, first the one that its answer is about.
/// None for pictures.
std::vector<Text> texts_read(Format format);

}  // namespace attnlab

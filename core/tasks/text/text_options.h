// Options that several tasks of texts share.
#pragma once

#include "core/tasks/base/task_kind.h"

namespace attnlab {

inline constexpr TaskOption kCorpusOption = {"corpus", &TaskConfig::corpus,
                                             "a text file, or a built-in text by name"};

constexpr Choice level_choice(TokenLevel level) { return {token_level(level).name, token_level(level).name}; }
inline constexpr Choice kTextLevels[] = {level_choice(TokenLevel::Characters),
                                         level_choice(TokenLevel::Words),
                                         level_choice(TokenLevel::BytePairs)};
inline constexpr TaskOption kLevelOption = {"level", &TaskConfig::level, "how text is cut into tokens", 0,
                                            0,       kTextLevels};

inline constexpr TaskOption kMaxWordsOption = {"max_words", &TaskConfig::max_words,
                                               "by words: the most frequent ones that the vocabulary holds",
                                               16, 100000};
inline constexpr TaskOption kMergesOption = {
    "merges", &TaskConfig::merges, "by bpe: pairs that are merged, beside the 256 bytes", 0, 100000};

}  // namespace attnlab

// Options that several tasks of texts share.
#pragma once

#include <array>
#include <utility>

#include "core/tasks/base/task_kind.h"

namespace attnlab {

inline constexpr TaskOption kCorpusOption = {.name = "corpus",
                                             .member = &TaskConfig::corpus,
                                             .help = "a text file, or a built-in text by name",
                                             .reads = OwnData::Text};

inline constexpr auto kTextLevels = []<std::size_t... I>(std::index_sequence<I...>) {
  return std::array{Choice(token_level(kLevelsOfTexts[I]).name, token_level(kLevelsOfTexts[I]).name)...};
}
(std::make_index_sequence<kLevelsOfTexts.size()>());
inline constexpr TaskOption kLevelOption = {"level", &TaskConfig::level, "how text is cut into tokens", 0,
                                            0,       kTextLevels};

inline constexpr TaskOption kMaxWordsOption = {"max_words", &TaskConfig::max_words,
                                               "by words: the most frequent ones that the vocabulary holds",
                                               16, 100000};
inline constexpr TaskOption kMergesOption = {
    "merges", &TaskConfig::merges, "by bpe: pairs that are merged, beside the 256 bytes", 0, 100000};

inline constexpr TaskOption kExcerptOption = {
    "excerpt", &TaskConfig::excerpt, "tokens of each excerpt of the text; 0: as many as the model reads", 0,
    1000000};

}  // namespace attnlab

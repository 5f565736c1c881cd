// Options that several tasks of texts share.
#pragma once

#include <array>
#include <utility>

#include "core/language/messages.h"
#include "core/tasks/base/task_kind.h"

namespace attnlab {

inline constexpr TaskOption kCorpusOption = {.name = "corpus",
                                             .member = &TaskConfig::corpus,
                                             .help = tr_mark("a text file or the name of a built-in text"),
                                             .reads = OwnData::Text};

inline constexpr auto kTextLevels = []<std::size_t... I>(std::index_sequence<I...>) {
  return std::array{Choice(token_level(kLevelsOfTexts[I]).name, token_level(kLevelsOfTexts[I]).name)...};
}
(std::make_index_sequence<kLevelsOfTexts.size()>());
inline constexpr TaskOption kLevelOption = {
    "level", &TaskConfig::level, tr_mark("how to split text into tokens"), 0, 0, kTextLevels};

inline constexpr TaskOption kMaxWordsOption = {
    "max_words", &TaskConfig::max_words,
    tr_mark("at level words: size of the vocabulary, which keeps the most frequent words"), 16, 100000};
inline constexpr TaskOption kMergesOption = {
    "merges", &TaskConfig::merges, tr_mark("at level bpe: number of merges in addition to the 256 bytes"), 0,
    100000};

inline constexpr TaskOption kExcerptOption = {
    "excerpt", &TaskConfig::excerpt, tr_mark("tokens in each excerpt of the text; 0: the model's context"), 0,
    1000000};

}  // namespace attnlab

// Text levels: learning and counting.
#include "core/analysis/text_levels.h"

#include <algorithm>
#include <stdexcept>

namespace attnlab {
namespace {

/// All texts as one: lines, or for characters, which would count line ends, one after another.
std::string joined(const std::vector<std::string>& texts, TokenLevel level) {
  std::string all;
  for (const std::string& text : texts) {
    if (level != TokenLevel::Characters && !all.empty()) all += '\n';
    all += text;
  }
  return all;
}

std::shared_ptr<const Tokenizer> learnt(const std::vector<std::string>& texts, TokenLevel level,
                                        const TaskConfig& config, SpecialTokens special) {
  const Index limit = level == TokenLevel::BytePairs ? config.merges : config.max_words;
  return std::make_shared<const Tokenizer>(
      Tokenizer::from_corpus(joined(texts, level), level, special, static_cast<std::size_t>(limit)));
}

/// The level, learnt where it is not there yet; null for names, which are not learnt.
TextLevel* level_to_count(TextLevels& levels, const TokenLevelKind& kind,
                          const std::vector<std::string>& texts, const TaskConfig& config) {
  const auto there = std::ranges::find(levels.levels, kind.level, &TextLevel::level);
  if (there != levels.levels.end()) return &*there;
  if (!kind.of_texts) return nullptr;
  const auto later =
      std::ranges::find_if(levels.levels, [&](const TextLevel& l) { return l.level > kind.level; });
  const SpecialTokens special = levels.own().tokenizer->special();
  return &*levels.levels.insert(later, {kind.level, learnt(texts, kind.level, config, special), {}});
}

}  // namespace

const TextLevel* TextLevels::find(TokenLevel level) const {
  const auto found = std::ranges::find(levels, level, &TextLevel::level);
  return found == levels.end() ? nullptr : &*found;
}

const TextLevel& TextLevels::own() const {
  return *std::ranges::find_if(levels, [](const TextLevel& level) { return level.own; });
}

std::shared_ptr<const Tokenizer> side_tokenizer(const std::shared_ptr<const Vocabularies>& vocabularies,
                                                Text side) {
  return {vocabularies, &vocabularies->of(side == Text::Source)};
}

TextLevels levels_at_once(const std::shared_ptr<const Vocabularies>& vocabularies, Text side) {
  const auto own = side_tokenizer(vocabularies, side);
  TextLevels levels;
  for (const TokenLevelKind& kind : kTokenLevels) {
    if (kind.level == own->level())
      levels.levels.push_back({kind.level, own, {}, true});
    else if (kind.level == TokenLevel::Bytes)
      levels.levels.push_back(
          {kind.level, std::make_shared<const Tokenizer>(Tokenizer::of_bytes(own->special())), {}});
  }
  return levels;
}

TextLevels learn_levels(const Task* task, const TaskConfig& config,
                        const std::shared_ptr<const Vocabularies>& vocabularies, Text side,
                        const StopToken& stop) {
  TextLevels levels = levels_at_once(vocabularies, side);
  TaskTexts texts;
  try {
    texts = task_texts(task, config, side);
  } catch (const std::runtime_error& error) {
    levels.why_not = error.what();
    return levels;
  }
  levels.texts = texts.words;
  levels.texts_in_files = texts.words_in_files;
  for (const TokenLevelKind& kind : kTokenLevels) {
    if (stop.stop_requested()) break;
    try {
      TextLevel* const made = level_to_count(levels, kind, texts.texts, config);
      for (const std::string& text : texts.texts)
        if (made) count_tokens(*made->tokenizer, text, made->counts);
    } catch (const std::invalid_argument& error) {  // no entries, as of texts without words
      levels.why_not = error.what();
    }
  }
  return levels;
}

}  // namespace attnlab

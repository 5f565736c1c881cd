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
  for (const TokenLevel level : kLevelsOfTexts) {
    if (level == own->level())
      levels.levels.push_back({level, own, {}, true});
    else if (level == TokenLevel::Bytes)
      levels.levels.push_back(
          {level, std::make_shared<const Tokenizer>(Tokenizer::of_bytes(own->special())), {}});
  }
  return levels;
}

TextLevels learn_levels(const Task* task, const TaskConfig& config,
                        const std::shared_ptr<const Vocabularies>& vocabularies, Text side,
                        const std::stop_token& stop) {
  TextLevels levels = levels_at_once(vocabularies, side);
  TaskTexts texts;
  try {
    texts = task_texts(task, config, side);
  } catch (const std::runtime_error& error) {
    levels.why_not = error.what();
    return levels;
  }
  levels.texts = texts.words;
  const SpecialTokens special = levels.own().tokenizer->special();
  for (std::size_t i = 0; i < kLevelsOfTexts.size() && !stop.stop_requested(); ++i) {
    const TokenLevel level = kLevelsOfTexts[i];
    if (!levels.find(level)) {
      const auto later =
          std::ranges::find_if(levels.levels, [=](const TextLevel& l) { return l.level > level; });
      levels.levels.insert(later, {level, learnt(texts.texts, level, config, special), {}});
    }
    TextLevel& made = *std::ranges::find(levels.levels, level, &TextLevel::level);
    for (const std::string& text : texts.texts) count_tokens(*made.tokenizer, text, made.counts);
  }
  return levels;
}

}  // namespace attnlab

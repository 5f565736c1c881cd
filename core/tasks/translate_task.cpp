// TranslateTask: splitting the sentences, and their tokens made ready once.
#include "core/tasks/translate_task.h"

#include <algorithm>
#include <cmath>

namespace attnlab {
namespace {

constexpr std::uint64_t kSplitKey = 0x5EED0F7EA7;

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = kSplitKey;
  for (const char letter : text) hash = join_keys(hash, static_cast<unsigned char>(letter));
  return hash;
}

Tokenizer words_of(const std::vector<Phrase>& phrases, std::string Phrase::*language) {
  std::string corpus;
  for (const Phrase& phrase : phrases) (corpus += phrase.*language) += '\n';
  return Tokenizer::from_corpus(corpus, TokenLevel::Words, true);
}

/// The sentence to show at first: order, agreement and negation all at work. Always held out.
Phrase shown_phrase() {
  Clause clause;
  clause.subject = {Determiner::The, &find_noun("cat"), &find_adjective("black"), Number::Singular};
  clause.manner = Manner::Not;
  clause.verb = &find_verb("eat");
  clause.object = NounPhrase{Determiner::The, &find_noun("apple"), &find_adjective("red"), Number::Plural};
  return {english(clause), french(clause)};
}

}  // namespace

TranslateTask::TranslateTask(const TaskConfig& config) {
  const std::vector<Phrase> all = generate_phrases(kPhrases);
  english_ = words_of(all, &Phrase::english);
  french_ = words_of(all, &Phrase::french);
  const auto threshold = static_cast<std::uint64_t>(std::ldexp(config.validation_share, 63)) * 2;
  const Phrase shown = shown_phrase();
  phrases_[1].push_back(shown);
  for (const Phrase& phrase : all)
    if (phrase.english != shown.english)
      phrases_[hash_of(phrase.english) < threshold ? 1 : 0].push_back(phrase);
  tokenise(Split::Train);
  tokenise(Split::Validation);
}

void TranslateTask::tokenise(Split split) {
  Pairs& pairs = pairs_[static_cast<std::size_t>(split)];
  const auto add = [&pairs](const std::vector<TokenId>& ids, Index& longest) {
    pairs.tokens.insert(pairs.tokens.end(), ids.begin(), ids.end());
    pairs.ends.push_back(pairs.tokens.size());
    longest = std::max(longest, static_cast<Index>(ids.size()) + 1);
  };
  for (const Phrase& phrase : phrases(split)) {
    add(english_.encode(phrase.english), max_source_length_);
    add(french_.encode(phrase.french), max_target_length_);
  }
}

std::span<const TokenId> TranslateTask::text(const Pairs& pairs, std::size_t index) const {
  const std::size_t begin = index == 0 ? 0 : pairs.ends[index - 1];
  return std::span(pairs.tokens).subspan(begin, pairs.ends[index] - begin);
}

TokenPair TranslateTask::draw(Split split, RandomStream& random, Room&) const {
  const Pairs& pairs = pairs_[static_cast<std::size_t>(split)];
  const auto index = static_cast<std::size_t>(random.below(static_cast<Index>(pairs.ends.size() / 2)));
  return {text(pairs, 2 * index), text(pairs, 2 * index + 1)};
}

std::vector<Example> TranslateTask::validation_examples(Index count) const {
  const std::vector<Phrase>& held_out = phrases(Split::Validation);
  const Index wanted = std::clamp<Index>(count, 0, static_cast<Index>(held_out.size()));
  std::vector<Example> examples;
  for (Index i = 0; i < wanted; ++i)
    examples.push_back(
        {held_out[static_cast<std::size_t>(i)].english, held_out[static_cast<std::size_t>(i)].french});
  return examples;
}

Example TranslateTask::sample_example() const { return validation_examples(1).front(); }

}  // namespace attnlab

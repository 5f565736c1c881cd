// ListTask: splitting, and tokens made ready once.
#include "core/tasks/base/list_task.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <unordered_set>

#include "core/tasks/base/rows.h"
#include "core/tasks/base/split.h"

namespace attnlab {
namespace {

std::string joined(const SplitExamples& examples, std::string Example::*side) {
  std::string text;
  for (const std::vector<Example>& split : examples)
    for (const Example& example : split) (text += example.*side) += '\n';
  return text;
}

}  // namespace

SplitExamples split_by(std::vector<Example> examples, double share,
                       const std::function<std::string(const Example&)>& key) {
  const HeldOut held_out(share);
  SplitExamples splits;
  std::unordered_set<std::string> seen;
  for (Example& example : examples) {
    if (!seen.insert(example.source).second) continue;
    splits[static_cast<std::size_t>(held_out.split_of(key(example)))].push_back(std::move(example));
  }
  for (const std::vector<Example>& split : splits)
    if (split.empty()) refuse_empty_split();
  return splits;
}

ListTask::ListTask(Format format, Tokenizer source, Tokenizer target, SplitExamples&& examples)
    : TextTask(format),
      source_(std::move(source)),
      target_(std::move(target)),
      examples_(std::move(examples)) {
  tokenise(Split::Train);
  tokenise(Split::Validation);
}

void ListTask::tokenise(Split split) {
  Tokens& tokens = tokens_[static_cast<std::size_t>(split)];
  const auto add = [&tokens](const std::vector<TokenId>& ids) {
    tokens.ids.insert(tokens.ids.end(), ids.begin(), ids.end());
    tokens.ends.push_back(tokens.ids.size());
  };
  for (const Example& example : examples(split)) {
    const std::vector<TokenId> source = source_.encode(example.source),
                               target = target_.encode(example.target);
    const RowSize size = row_size(format(), {source, target});
    max_source_length_ = std::max(max_source_length_, size.source);
    max_target_length_ = std::max({max_target_length_, size.input, size.target});
    add(source);
    add(target);
  }
}

std::span<const TokenId> ListTask::text(const Tokens& tokens, std::size_t index) {
  const std::size_t begin = index == 0 ? 0 : tokens.ends[index - 1];
  return std::span(tokens.ids).subspan(begin, tokens.ends[index] - begin);
}

TokenExample ListTask::draw(Split split, RandomStream& random, Room&) const {
  const Tokens& tokens = tokens_[static_cast<std::size_t>(split)];
  const auto index = static_cast<std::size_t>(random.below(static_cast<Index>(tokens.ends.size() / 2)));
  return {text(tokens, 2 * index), text(tokens, 2 * index + 1)};
}

std::vector<Example> ListTask::validation_examples(Index count) const {
  const std::vector<Example>& all = examples(Split::Validation);
  return {all.begin(), all.begin() + as_offset(std::clamp<Index>(count, 0, count_of(all)))};
}

Tokenizer words_of_sources(const SplitExamples& examples, SpecialTokens special) {
  return Tokenizer::from_corpus(joined(examples, &Example::source), TokenLevel::Words, special);
}

Tokenizer words_of_targets(const SplitExamples& examples, SpecialTokens special) {
  return Tokenizer::from_corpus(joined(examples, &Example::target), TokenLevel::Words, special);
}

Tokenizer labels_of_targets(const SplitExamples& examples, std::string_view none) {
  const Tokenizer all =
      Tokenizer::from_corpus(joined(examples, &Example::target), TokenLevel::Labels, kNoSpecialTokens);
  std::set<std::string> names;
  for (TokenId id = 0; id < all.size(); ++id)
    if (all.entry(id) != none) names.insert(all.entry(id));
  return Tokenizer::from_vocabulary({names.begin(), names.end()}, TokenLevel::Labels, kNoSpecialTokens);
}

}  // namespace attnlab

// Finding the end of a question, and the tokens whose labels are asked for.
#include "core/tasks/base/question.h"

#include <algorithm>
#include <iterator>

#include "core/tasks/base/encode.h"

namespace attnlab {
namespace {

/// Whether `mark` ends the question and stands nowhere else behind its first character.
bool ended_by(const Example& e, char mark) { return e.source.find(mark, 1) == e.source.size() - 1; }

bool all_ended_by(std::span<const Example> known, char mark) {
  return std::ranges::all_of(known, [&](const Example& e) { return ended_by(e, mark); });
}

bool all_return_to_first(std::span<const Example> known) {
  return std::ranges::all_of(known, [](const Example& e) { return ended_by(e, e.source.front()); });
}

/// Whether `text` is the question and its answer, with spaces between or without.
bool is_answered(std::string_view text, const Example& e) {
  if (!text.starts_with(e.source)) return false;
  text.remove_prefix(e.source.size());
  return text.substr(std::min(text.find_first_not_of(' '), text.size())) == e.target;
}

}  // namespace

std::string whole_text(const Tokenizer& tokenizer, const Example& example) {
  std::vector<TokenId> ids = tokenizer.encode(example.source);
  std::ranges::copy(tokenizer.encode(example.target), std::back_inserter(ids));
  return tokenizer.decode(ids);
}

std::vector<Example> questions_of(const Task& task, Index count) {
  const Example first = task.sample_example();
  if (task.format() != Format::Stream || first.source.empty()) return {};
  std::vector<Example> known = task.validation_examples(count);
  known.push_back(first);
  return known;
}

std::string question_in(std::string_view text, std::span<const Example> known) {
  const bool asks = std::ranges::all_of(known, [](const Example& e) { return e.source.size() > 1; });
  if (known.empty() || !asks || text.empty()) return "";
  for (const Example& e : known)
    if (is_answered(text, e)) return e.source;
  const char last = known.front().source.back();
  std::size_t end = std::string_view::npos;
  if (all_return_to_first(known)) {
    end = text.find(text.front(), 1);
  } else if (all_ended_by(known, last)) {
    end = text.find(last, 1);
  }
  return end == std::string_view::npos ? "" : std::string(text.substr(0, end + 1));
}

std::vector<TokenId> labelled_tokens(Format format, const Vocabularies& v, std::span<const Example> known) {
  std::vector<TokenId> labelled;
  if (format != Format::Labels) return labelled;
  bool all = true;
  for (const Example& example : known) {
    const Batch batch = encode_example(format, v, example);
    for (std::size_t i = 0; i < batch.source.size(); ++i) {
      const bool counts = batch.target[i] != kIgnoredTarget;
      all = all && counts;
      if (counts && std::ranges::find(labelled, batch.source[i]) == labelled.end())
        labelled.push_back(batch.source[i]);
    }
  }
  return all ? std::vector<TokenId>() : labelled;
}

}  // namespace attnlab

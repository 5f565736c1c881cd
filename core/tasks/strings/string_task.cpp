// StringTask: reversing, sorting and copying random strings of letters.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "core/language/messages.h"
#include "core/tasks/base/text_task.h"
#include "core/tasks/strings/string_options.h"

namespace attnlab {
namespace {

/// Turns the letters of a string into the answer, in place.
using LetterRule = void (*)(std::span<TokenId> letters);
void reverse_letters(std::span<TokenId> letters);
void sort_letters(std::span<TokenId> letters);
void copy_letters(std::span<TokenId> letters);

/// Random strings over the first `symbols` letters, each length from min_length to max_length equally likely.
/// A string is held out or not by a hash of its letters, so no held-out string is ever trained on.
class StringTask final : public TextTask {
 public:
  /// `config` must be valid. Where there are few different strings, at least one is held out and one trained
  /// on.
  StringTask(const TaskConfig& config, LetterRule rule);

  const Tokenizer& source_tokenizer() const override { return tokenizer_; }
  const Tokenizer& target_tokenizer() const override { return tokenizer_; }
  Index max_source_length() const override { return config_.max_length + 1; }
  Index max_target_length() const override { return config_.max_length + 1; }
  std::vector<Example> validation_examples(Index count) const override;
  Example sample_example() const override;
  std::optional<std::string> answer_to(const std::string& source) const override { return answer(source); }

 protected:
  TokenExample draw(Split split, RandomStream& random, Room& room) const override;

 private:
  std::span<const TokenId> draw_source(RandomStream& random, Room& room) const;
  std::string answer(const std::string& source) const;
  Split split_of(std::span<const TokenId> letters) const;
  void choose_threshold();

  TaskConfig config_;
  LetterRule transform_;
  Tokenizer tokenizer_;
  std::uint64_t threshold_ = 0;        ///< strings with a hash below it are held out
  std::vector<std::string> held_out_;  ///< all of them where there are few strings, else empty
};

constexpr std::uint64_t kStringSplitKey = 0x5EED0F5B117;      // what the split's hash begins with
constexpr std::uint64_t kStringExamplesKey = 0x5EED0FE8A312;  // the stream of the validation examples
constexpr std::size_t kFewStrings = 5000;
constexpr TaskOption kStringOptions[] = {kMinLengthOption, kMaxLengthOption, kSymbolsOption};

template <LetterRule rule>
std::unique_ptr<Task> make_strings(const TaskConfig& config, const TaskShape&) {
  return std::make_unique<StringTask>(config, rule);
}

Tokenizer letters_tokenizer(Index symbols) {
  return Tokenizer::from_vocabulary(letters(symbols), TokenLevel::Characters, kFramingTokens);
}

std::uint64_t hash_of_letters(std::span<const TokenId> letters) {
  std::uint64_t hash = kStringSplitKey;
  for (const TokenId letter : letters) hash = join_keys(hash, static_cast<std::uint64_t>(letter));
  return hash;
}

/// How many different strings `config` allows, or kFewStrings + 1 where there are more than a few.
std::size_t count_strings(const TaskConfig& config) {
  double count = 0;
  for (Index length = config.min_length; length <= config.max_length; ++length)
    count += std::pow(double(config.symbols), double(length));
  return static_cast<std::size_t>(std::min(count, kFewStrings + 1.0));
}

/// Moves `text` on to the next string in the order a, b, …, aa, ab, …
void advance(std::string& text, Index symbols) {
  for (auto letter = text.rbegin(); letter != text.rend(); ++letter) {
    const std::size_t next = kLetters.find(*letter) + 1;
    if (next < static_cast<std::size_t>(symbols)) {
      *letter = kLetters[next];
      return;
    }
    *letter = kLetters.front();
  }
  text += kLetters.front();
}

void reverse_letters(std::span<TokenId> letters) { std::ranges::reverse(letters); }
void sort_letters(std::span<TokenId> letters) { std::ranges::sort(letters); }
void copy_letters(std::span<TokenId>) {}

StringTask::StringTask(const TaskConfig& config, LetterRule rule)
    : TextTask(Format::Pairs),
      config_(config),
      transform_(rule),
      tokenizer_(letters_tokenizer(config.symbols)) {
  choose_threshold();
}

void StringTask::choose_threshold() {
  const std::size_t count = count_strings(config_);
  threshold_ = static_cast<std::uint64_t>(std::ldexp(config_.validation_share, 63)) * 2;
  if (count > kFewStrings) return;
  std::vector<std::pair<std::uint64_t, std::string>> strings;
  for (std::string text(config_.min_length, kLetters.front()); strings.size() < count;
       advance(text, config_.symbols))
    strings.emplace_back(hash_of_letters(tokenizer_.encode(text)), text);
  std::ranges::sort(strings);
  const double share = std::round(config_.validation_share * double(count));
  const std::size_t held_out = std::clamp<std::size_t>(static_cast<std::size_t>(share), 1, count - 1);
  threshold_ = strings[held_out].first;
  for (std::size_t i = 0; i < held_out; ++i) held_out_.push_back(strings[i].second);
}

Split StringTask::split_of(std::span<const TokenId> letters) const {
  return hash_of_letters(letters) < threshold_ ? Split::Validation : Split::Train;
}

std::span<const TokenId> StringTask::draw_source(RandomStream& random, Room& room) const {
  const Index length = config_.min_length + random.below(config_.max_length - config_.min_length + 1);
  const auto letters = std::span(room.source).first(length);
  const TokenId first = tokenizer_.unknown() + 1;
  for (TokenId& letter : letters) letter = first + static_cast<TokenId>(random.below(config_.symbols));
  return letters;
}

TokenExample StringTask::draw(Split split, RandomStream& random, Room& room) const {
  std::span<const TokenId> source = draw_source(random, room);
  while (split_of(source) != split) source = draw_source(random, room);
  const auto target = std::span(room.target).first(source.size());
  std::ranges::copy(source, target.begin());
  transform_(target);
  return {source, target};
}

std::string StringTask::answer(const std::string& source) const {
  std::vector<TokenId> letters = tokenizer_.encode(source);
  transform_(letters);
  return tokenizer_.decode(letters);
}

std::vector<Example> StringTask::validation_examples(Index count) const {
  const std::size_t few = held_out_.empty() ? static_cast<std::size_t>(-1) : held_out_.size();
  const std::size_t wanted = std::min(static_cast<std::size_t>(std::max<Index>(count, 0)), few);
  RandomStream random(kStringExamplesKey);
  Room room;
  std::vector<Example> examples;
  std::unordered_set<std::string> seen;
  while (examples.size() < wanted) {
    std::string source = held_out_.empty() ? tokenizer_.decode(draw(Split::Validation, random, room).source)
                                           : held_out_[examples.size()];
    if (seen.insert(source).second) examples.push_back({source, answer(source)});
  }
  return examples;
}

Example StringTask::sample_example() const {
  for (const char* word :
       {"attention", "sequence", "transformer", "weights", "softmax", "gradient", "encoder", "position",
        "decoder", "residual", "learning", "matrix", "vector", "query", "value"}) {
    const std::string text = word;
    const auto length = count_of(text);
    const bool fits = config_.symbols >= 26 && length >= config_.min_length && length <= config_.max_length;
    if (fits && split_of(tokenizer_.encode(text)) == Split::Validation) return {text, answer(text)};
  }
  return validation_examples(1).front();
}

}  // namespace

extern const TaskKind kReverseTask = {.name = "reverse",
                                      .title = tr_mark("reverse"),
                                      .options = kStringOptions,
                                      .check = check_string_lengths,
                                      .make = make_strings<reverse_letters>};

extern const TaskKind kSortTask = {.name = "sort",
                                   .title = tr_mark("sort"),
                                   .options = kStringOptions,
                                   .check = check_string_lengths,
                                   .make = make_strings<sort_letters>};

extern const TaskKind kCopyTask = {.name = "copy",
                                   .title = tr_mark("copy"),
                                   .options = kStringOptions,
                                   .check = check_string_lengths,
                                   .make = make_strings<copy_letters>};

}  // namespace attnlab

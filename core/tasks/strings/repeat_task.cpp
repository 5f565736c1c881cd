// RepeatTask: random letters, repeated once.
#include <algorithm>
#include <numeric>

#include "core/language/messages.h"
#include "core/tasks/base/generated_task.h"
#include "core/tasks/strings/string_options.h"

namespace attnlab {
namespace {

/// "qkvaqkva": the first half cannot be predicted, but all of the second can once it has begun. So the
/// example is the question "qkvaq" and the answer "kva". No letter comes twice in a half: what followed it
/// before follows it again, which is what induction heads find (Olsson et al. 2022). With config.test_length
/// held-out strings are longer than all that are trained on.
class RepeatTask final : public GeneratedTask {
 public:
  explicit RepeatTask(const TaskConfig& config);

  Index max_source_length() const override { return 0; }
  Index max_target_length() const override { return 2 * std::max(max_length_, test_length_); }
  /// All that follows the last letter where it stood before.
  std::optional<std::string> answer_to(const std::string& source) const override;

 protected:
  TokenExample draw_any(RandomStream& random, Room& room) const override;
  TokenExample draw(Split split, RandomStream& random, Room& room) const override;

 private:
  struct Lengths {
    Index least, most;
  };
  TokenExample draw_long(Lengths lengths, RandomStream& random, Room& room) const;

  Index min_length_, max_length_, test_length_, symbols_;
};

constexpr TaskOption kRepeatOptions[] = {kMinLengthOption, kMaxLengthOption, kTestLengthOption,
                                         kSymbolsOption};

void check_repeat(const TaskConfig& config) {
  check_string_lengths(config);
  check_test_length(config);
  require_of_task(config.test_length <= config.symbols, "test_length", std::to_string(config.test_length),
                  "at most task.symbols (" + std::to_string(config.symbols) + ")");
  require_of_task(config.max_length <= config.symbols && config.max_length >= 2, "max_length",
                  std::to_string(config.max_length),
                  "from 2 to task.symbols (" + std::to_string(config.symbols) +
                      "), because no letter occurs twice in the repeated part");
}

Tokenizer letter_tokenizer(Index symbols) {
  return Tokenizer::from_vocabulary(letters(symbols), TokenLevel::Characters, kNoSpecialTokens);
}

RepeatTask::RepeatTask(const TaskConfig& config)
    : GeneratedTask(Format::Stream, config.validation_share, letter_tokenizer(config.symbols),
                    letter_tokenizer(config.symbols)),
      min_length_(std::max<Index>(config.min_length, 2)),
      max_length_(config.max_length),
      test_length_(config.test_length),
      symbols_(config.symbols) {
  check_splits();
}

TokenExample RepeatTask::draw(Split split, RandomStream& random, Room& room) const {
  if (test_length_ == 0) return GeneratedTask::draw(split, random, room);
  return split == Split::Train ? draw_any(random, room)
                               : draw_long({max_length_ + 1, test_length_}, random, room);
}

TokenExample RepeatTask::draw_any(RandomStream& random, Room& room) const {
  return draw_long({min_length_, max_length_}, random, room);
}

TokenExample RepeatTask::draw_long(Lengths lengths, RandomStream& random, Room& room) const {
  const Index length = lengths.least + random.below(lengths.most - lengths.least + 1);
  const auto letters = std::span(room.source).first(symbols_);
  std::iota(letters.begin(), letters.end(), 0);
  for (Index i = 0; i < length; ++i) std::swap(letters[i], letters[i + random.below(symbols_ - i)]);
  const Index repeated = min_length_ + random.below(length - min_length_ + 1);
  const auto run = letters.subspan(random.below(length - repeated + 1), repeated);
  std::ranges::copy(run.subspan(1), room.target.begin());
  const auto asked = static_cast<std::size_t>(length);
  room.source[asked] = run.front();
  return {std::span(room.source).first(asked + 1), std::span(room.target).first(run.size() - 1)};
}

std::optional<std::string> RepeatTask::answer_to(const std::string& source) const {
  const std::size_t before = source.empty() ? std::string::npos : source.find(source.back());
  if (before == std::string::npos || before + 2 > source.size() - 1) return {};
  return source.substr(before + 1, source.size() - before - 2);
}

}  // namespace

extern const TaskKind kRepeatTask = {.name = "repeat",
                                     .title = tr_mark("repeat"),
                                     .options = kRepeatOptions,
                                     .check = check_repeat,
                                     .make = make_as<RepeatTask>};

}  // namespace attnlab

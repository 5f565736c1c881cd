// AdditionTask: "012+345=0357", the sum of two numbers in columns.
#include <algorithm>

#include "core/language/messages.h"
#include "core/tasks/base/generated_task.h"
#include "core/tasks/base/task_kind.h"

namespace attnlab {
namespace {

/// Both numbers have `digits` digits with zeros in front, the sum has one more, so that columns stand at
/// fixed places. With `reversed_answer` the sum begins with its ones, which makes each carry known when it is
/// needed.
class AdditionTask final : public GeneratedTask {
 public:
  explicit AdditionTask(const TaskConfig& config);

  Index max_source_length() const override { return 0; }
  Index max_target_length() const override { return 3 * digits_ + 3; }
  Example sample_example() const override;

 protected:
  TokenExample draw_any(RandomStream& random, Room& room) const override;

 private:
  void write(std::uint64_t number, std::span<TokenId> to) const;
  void write_answer(std::uint64_t sum, std::span<TokenId> to) const;

  Index digits_;
  bool reversed_;
  std::uint64_t numbers_;  ///< 10^digits
  TokenId zero_;
};

constexpr TaskOption kAdditionOptions[] = {
    {"digits", &TaskConfig::digits, tr_mark("digits of each number"), 1, 9},
    {"reversed_answer", &TaskConfig::reversed_answer,
     tr_mark("write the digits of the answer in reverse order, ones first")}};

constexpr TokenId kPlus = 10, kEquals = 11;  // behind the digits

Tokenizer digits_tokenizer() {
  std::vector<std::string> entries;
  for (const char symbol : std::string_view("0123456789+=")) entries.emplace_back(1, symbol);
  return Tokenizer::from_vocabulary(std::move(entries), TokenLevel::Characters, kFramingTokens);
}

std::uint64_t power_of_ten(Index digits) {
  std::uint64_t power = 1;
  while (digits-- > 0) power *= 10;
  return power;
}

AdditionTask::AdditionTask(const TaskConfig& config)
    : GeneratedTask(Format::Stream, config.validation_share, digits_tokenizer(), digits_tokenizer()),
      digits_(config.digits),
      reversed_(config.reversed_answer),
      numbers_(power_of_ten(config.digits)),
      zero_(source_tokenizer().first_entry()) {
  check_splits();
}

void AdditionTask::write(std::uint64_t number, std::span<TokenId> to) const {
  for (auto digit = to.rbegin(); digit != to.rend(); ++digit, number /= 10)
    *digit = zero_ + static_cast<TokenId>(number % 10);
}

void AdditionTask::write_answer(std::uint64_t sum, std::span<TokenId> to) const {
  write(sum, to);
  if (reversed_) std::ranges::reverse(to);
}

TokenExample AdditionTask::draw_any(RandomStream& random, Room& room) const {
  const auto a = static_cast<std::uint64_t>(random.below(static_cast<Index>(numbers_)));
  const auto b = static_cast<std::uint64_t>(random.below(static_cast<Index>(numbers_)));
  const auto digits = static_cast<std::size_t>(digits_);
  const auto question = std::span(room.source).first(2 * digits + 2);
  const auto sum = std::span(room.target).first(digits + 1);
  write(a, question.first(digits));
  question[digits] = zero_ + kPlus;
  write(b, question.subspan(digits + 1, digits));
  question.back() = zero_ + kEquals;
  write_answer(a + b, sum);
  return {question, sum};
}

Example AdditionTask::sample_example() const {
  const auto carries = [](const Example& e) { return std::ranges::count(e.target, '0') == 0; };
  const std::vector<Example> examples = validation_examples(30);
  const auto found = std::ranges::find_if(examples, carries);
  return found == examples.end() ? examples.front() : *found;
}

}  // namespace

extern const TaskKind kAdditionTask = {.name = "addition",
                                       .title = tr_mark("addition"),
                                       .options = kAdditionOptions,
                                       .make = make_as<AdditionTask>};

}  // namespace attnlab

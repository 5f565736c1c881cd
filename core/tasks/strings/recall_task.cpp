// RecallTask: a letter, many digits, and the question which letter it was.
#include "core/language/messages.h"
#include "core/tasks/base/generated_task.h"
#include "core/tasks/strings/string_options.h"

namespace attnlab {
namespace {

/// "c3172…9?" is answered by "c": the answer stands `distance` tokens before the question. As Class, or as
/// Stream where the answer is the next token. A model that forgets is right in one of `symbols` cases.
class RecallTask final : public GeneratedTask {
 public:
  explicit RecallTask(const TaskConfig& config);

  Index max_source_length() const override { return format() == Format::Class ? distance_ + 2 : 0; }
  Index max_target_length() const override { return format() == Format::Class ? 1 : distance_ + 3; }

 protected:
  TokenExample draw_any(RandomStream& random, Room& room) const override;

 private:
  Index symbols_, distance_;
  TokenId first_letter_, first_digit_, question_;
};

constexpr TaskOption kRecallOptions[] = {
    kSymbolsOption,
    {"distance", &TaskConfig::distance, tr_mark("digits between the letter and the question"), 1, 500},
    kFormOption};

void check_recall(const TaskConfig& config) {
  require_of_task(answer_format(config) != Format::Labels, "form", config.form,
                  "class or stream for task recall");
}

constexpr Index kDigitCount = 10;

Tokenizer text_tokenizer(const TaskConfig& config) {
  std::vector<std::string> entries = letters(config.symbols);
  for (char digit = '0'; digit <= '9'; ++digit) entries.emplace_back(1, digit);
  entries.emplace_back("?");
  return Tokenizer::from_vocabulary(std::move(entries), TokenLevel::Characters,
                                    {.framing = answer_format(config) == Format::Class});
}

Tokenizer answer_tokenizer(const TaskConfig& config) {
  if (answer_format(config) == Format::Stream) return text_tokenizer(config);
  return Tokenizer::from_vocabulary(letters(config.symbols), TokenLevel::Labels, kNoSpecialTokens);
}

RecallTask::RecallTask(const TaskConfig& config)
    : GeneratedTask(answer_format(config), config.validation_share, text_tokenizer(config),
                    answer_tokenizer(config)),
      symbols_(config.symbols),
      distance_(config.distance),
      first_letter_(source_tokenizer().first_entry()),
      first_digit_(first_letter_ + static_cast<TokenId>(config.symbols)),
      question_(first_digit_ + static_cast<TokenId>(kDigitCount)) {
  check_splits();
}

TokenExample RecallTask::draw_any(RandomStream& random, Room& room) const {
  const auto letter = static_cast<TokenId>(random.below(symbols_));
  const auto text = std::span(room.source).first(distance_ + 2);
  for (TokenId& token : text) token = first_digit_ + static_cast<TokenId>(random.below(kDigitCount));
  text.front() = first_letter_ + letter;
  text.back() = question_;
  room.target[0] = target_tokenizer().first_entry() + letter;
  return {text, std::span(room.target).first(1)};
}

}  // namespace

extern const TaskKind kRecallTask = {.name = "recall",
                                     .title = tr_mark("recall"),
                                     .options = kRecallOptions,
                                     .check = check_recall,
                                     .make = make_as<RecallTask>};

}  // namespace attnlab

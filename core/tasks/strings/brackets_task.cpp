// BracketsTask: which brackets belong together, and how deep each stands.
#include <algorithm>

#include "core/language/messages.h"
#include "core/tasks/base/generated_task.h"
#include "core/tasks/strings/string_options.h"

namespace attnlab {
namespace {

/// Strings of `kinds` kinds of brackets. As Class: "balanced", or "broken" by one changed or two exchanged
/// brackets, half of each. As Labels: balanced strings, each bracket labeled with its depth, 1 for the
/// outermost.
class BracketsTask final : public GeneratedTask {
 public:
  explicit BracketsTask(const TaskConfig& config);

  Index max_source_length() const override { return 2 * most_pairs_; }
  Index max_target_length() const override { return format() == Format::Class ? 1 : 2 * most_pairs_; }

 protected:
  TokenExample draw_any(RandomStream& random, Room& room) const override;

 private:
  /// Whether each bracket of `text` is closed by its own kind in order.
  bool is_balanced(std::span<const TokenId> text) const;
  bool opens(TokenId id) const { return (id - first_) % 2 == 0; }
  void draw_balanced(RandomStream& random, std::span<TokenId> text, std::span<TokenId> depths) const;
  void break_one(RandomStream& random, std::span<TokenId> text) const;
  void change_once(RandomStream& random, std::span<TokenId> text) const;

  Index least_pairs_, most_pairs_, kinds_;
  TokenId first_;  ///< id of "(", then ")", "[", …
};

constexpr TaskOption kBracketsOptions[] = {
    kMinLengthOption,
    kMaxLengthOption,
    {"kinds", &TaskConfig::kinds, tr_mark("how many of (), [], {} and <>"), 1, 4},
    kFormOption};

void check_brackets(const TaskConfig& config) {
  check_string_lengths(config);
  require_of_task((config.min_length + 1) / 2 <= config.max_length / 2, "max_length",
                  std::to_string(config.max_length),
                  "large enough for an even length from task.min_length (" +
                      std::to_string(config.min_length) + ") on, because brackets come in pairs");
  require_of_task(answer_format(config) != Format::Stream, "form", config.form,
                  "class or labels for task brackets");
}

constexpr std::string_view kBrackets = "()[]{}<>";
constexpr TokenId kBalanced = 0, kBroken = 1;

Tokenizer brackets(Index kinds) {
  std::vector<std::string> entries;
  for (const char bracket : kBrackets.substr(0, 2 * kinds)) entries.emplace_back(1, bracket);
  return Tokenizer::from_vocabulary(std::move(entries), TokenLevel::Characters, kFramingTokens);
}

Tokenizer answers(const TaskConfig& config) {
  std::vector<std::string> names = {"balanced", "broken"};
  if (answer_format(config) == Format::Labels) {
    names.clear();
    for (Index depth = 1; depth <= config.max_length / 2; ++depth) names.push_back(std::to_string(depth));
  }
  return Tokenizer::from_vocabulary(std::move(names), TokenLevel::Labels, kNoSpecialTokens);
}

BracketsTask::BracketsTask(const TaskConfig& config)
    : GeneratedTask(answer_format(config), config.validation_share, brackets(config.kinds), answers(config)),
      least_pairs_(std::max<Index>((config.min_length + 1) / 2, 1)),
      most_pairs_(config.max_length / 2),
      kinds_(config.kinds),
      first_(source_tokenizer().first_entry()) {
  check_splits();
}

void BracketsTask::draw_balanced(RandomStream& random, std::span<TokenId> text,
                                 std::span<TokenId> depths) const {
  std::array<TokenId, kMaxStringLength> open{};
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool must_close = depth == text.size() - i;
    const bool opening = depth == 0 || (!must_close && random.below(2) == 0);
    if (opening) open[depth++] = first_ + 2 * static_cast<TokenId>(random.below(kinds_));
    depths[i] = static_cast<TokenId>(depth) - 1;
    text[i] = opening ? open[depth - 1] : open[--depth] + 1;
  }
}

bool BracketsTask::is_balanced(std::span<const TokenId> text) const {
  std::array<TokenId, kMaxStringLength> open{};
  std::size_t depth = 0;
  for (const TokenId id : text) {
    if (opens(id))
      open[depth++] = id;
    else if (depth == 0 || open[--depth] + 1 != id)
      return false;
  }
  return depth == 0;
}

void BracketsTask::change_once(RandomStream& random, std::span<TokenId> text) const {
  const auto place = [&] { return static_cast<std::size_t>(random.below(count_of(text))); };
  const std::size_t one = place(), other = place();
  if (random.below(2) == 0)
    text[one] = first_ + static_cast<TokenId>(random.below(2 * kinds_));
  else
    std::swap(text[one], text[other]);
}

void BracketsTask::break_one(RandomStream& random, std::span<TokenId> text) const {
  std::array<TokenId, kMaxStringLength> whole{};
  std::ranges::copy(text, whole.begin());
  while (is_balanced(text)) {
    std::copy_n(whole.begin(), text.size(), text.begin());
    change_once(random, text);
  }
}

TokenExample BracketsTask::draw_any(RandomStream& random, Room& room) const {
  const Index pairs = least_pairs_ + random.below(most_pairs_ - least_pairs_ + 1);
  const auto text = std::span(room.source).first(2 * pairs);
  const auto depths = std::span(room.target).first(text.size());
  draw_balanced(random, text, depths);
  if (format() == Format::Labels) return {text, depths};
  const bool broken = random.below(2) == 0;
  if (broken) break_one(random, text);
  room.target[0] = broken ? kBroken : kBalanced;
  return {text, std::span(room.target).first(1)};
}

}  // namespace

extern const TaskKind kBracketsTask = {.name = "brackets",
                                       .title = tr_mark("brackets"),
                                       .options = kBracketsOptions,
                                       .check = check_brackets,
                                       .make = make_as<BracketsTask>};

}  // namespace attnlab

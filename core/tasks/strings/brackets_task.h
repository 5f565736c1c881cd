// BracketsTask: which brackets belong together, and how deep each stands.
#pragma once

#include "core/tasks/base/generated_task.h"

namespace attnlab {

/// Strings of `kinds` kinds of brackets. As Class: "balanced", or "broken" by one changed or two exchanged
/// brackets, half of each. As Labels: balanced strings, each bracket labeled with its depth, 1 for the
/// outermost.
class BracketsTask final : public GeneratedTask {
 public:
  explicit BracketsTask(const TaskConfig& config);

  Index max_source_length() const override { return 2 * most_pairs_; }
  Index max_target_length() const override { return format() == Format::Class ? 1 : 2 * most_pairs_; }

  /// Whether each bracket of `text`, ids of the source tokenizer, is closed by its own kind in order.
  bool is_balanced(std::span<const TokenId> text) const;

 protected:
  TokenExample draw_any(RandomStream& random, Room& room) const override;

 private:
  bool opens(TokenId id) const { return (id - first_) % 2 == 0; }
  void draw_balanced(RandomStream& random, std::span<TokenId> text, std::span<TokenId> depths) const;
  void break_one(RandomStream& random, std::span<TokenId> text) const;
  void change_once(RandomStream& random, std::span<TokenId> text) const;

  Index least_pairs_, most_pairs_, kinds_;
  TokenId first_;  ///< id of "(", then ")", "[", …
};

}  // namespace attnlab

// FeaturesTask: texts of digits, one for each feature, most of them 0; the model must reproduce the text.
#include <algorithm>

#include "core/data/digits.h"
#include "core/language/messages.h"
#include "core/tasks/base/generated_task.h"
#include "core/tasks/base/task_kind.h"

namespace attnlab {
namespace {

constexpr std::string_view kSparsity = "sparsity";

constexpr TaskOption kFeaturesOptions[] = {{kSparsity, &TaskConfig::sparsity,
                                            "probability that a feature is absent (0 in the text)", 0,
                                            kMostSparsity}};

Tokenizer digit_tokenizer() {
  std::vector<std::string> digits;
  for (Index digit = 0; digit < kNumberDigits; ++digit) digits.push_back(std::to_string(digit));
  return Tokenizer::from_vocabulary(std::move(digits), TokenLevel::Characters, kNoSpecialTokens);
}

/// What the toy models of Elhage et al. 2022 learn: each feature is absent with the probability `sparsity`,
/// else as strong as 1 to 9, each equally likely. There are as many features as the model's context has
/// positions. Texts are not held out but drawn anew: a few come so often that a loss without them says
/// nothing.
class FeaturesTask final : public GeneratedTask {
 public:
  FeaturesTask(const TaskConfig& config, const TaskShape& shape)
      : GeneratedTask(Format::Numbers, config.validation_share, digit_tokenizer(), digit_tokenizer()),
        sparsity_(config.sparsity),
        features_(std::min(shape.window, kMaxDrawnTokens)) {}

  /// What counts is how near the numbers are; nearly all texts are one of a few.
  bool has_answers() const override { return false; }

  std::optional<double> live_value(std::string_view option) const override {
    return option == kSparsity ? std::optional(sparsity_) : std::nullopt;
  }
  std::shared_ptr<const Task> with_live_value(std::string_view option, double value) const override {
    if (option != kSparsity) return {};
    auto other = std::make_shared<FeaturesTask>(*this);
    other->sparsity_ = value;
    return other;
  }

  Index max_source_length() const override { return features_; }
  Index max_target_length() const override { return features_; }
  std::optional<std::string> answer_to(const std::string& source) const override { return source; }

  /// The first feature alone, as strong as can be: the feature that counts most shows best what its vector
  /// does to the others.
  Example sample_example() const override {
    std::string text(features_, '0');
    text.front() = static_cast<char>('0' + kNumberDigits - 1);
    return {text, text};
  }

 protected:
  TokenExample draw(Split, RandomStream& random, Room& room) const override { return draw_any(random, room); }
  TokenExample draw_any(RandomStream& random, Room& room) const override {
    const auto text = std::span(room.source).first(features_);
    for (TokenId& digit : text)
      digit = random.uniform() < sparsity_ ? 0 : static_cast<TokenId>(1 + random.below(kNumberDigits - 1));
    return {text, text};
  }

 private:
  double sparsity_;
  Index features_;
};

}  // namespace

extern const TaskKind kFeaturesTask = {.name = "features",
                                       .title = tr_mark("sparse features"),
                                       .options = kFeaturesOptions,
                                       .make = make_as<FeaturesTask>};

}  // namespace attnlab

// MarkovTask: texts of two letters, each by a Markov chain of its own.
#include <cmath>
#include <numbers>
#include <unordered_set>
#include <vector>

#include "core/language/messages.h"
#include "core/tasks/base/split.h"
#include "core/tasks/base/text_task.h"
#include "core/tasks/strings/string_options.h"

namespace attnlab {
namespace {

/// "abbabaab…": of each text the chances that b follows a and that a follows b are drawn anew, each even from
/// 0 to 1, and must be found in the text itself (Edelman et al. 2024). The first letter is even. Every letter
/// but the first is to be predicted; none has one right answer.
class MarkovTask final : public TextTask {
 public:
  explicit MarkovTask(const TaskConfig& config);

  bool has_answers() const override { return false; }
  const Tokenizer& source_tokenizer() const override { return tokenizer_; }
  const Tokenizer& target_tokenizer() const override { return tokenizer_; }
  Index max_source_length() const override { return 0; }
  Index max_target_length() const override { return length_; }
  std::vector<Example> validation_examples(Index count) const override;
  Example sample_example() const override { return validation_examples(1).front(); }
  std::vector<TaskBaseline> baselines() const override { return baselines_; }

 protected:
  TokenExample draw(Split split, RandomStream& random, Room& room) const override;

 private:
  Tokenizer tokenizer_;
  Index length_;
  HeldOut held_out_;
  std::vector<TaskBaseline> baselines_;
};

/// Mean losses, in nats a letter over all texts of `length` letters, of three ways to predict the next letter
/// of such a chain; exact, by summing over all counts.
struct MarkovLosses {
  double uniform = 0;  ///< both letters alike: ln 2
  double unigram = 0;  ///< by how often each letter stood in the text so far, plus 1
  double bigram = 0;   ///< by how often each letter followed this one so far, plus 1: the best that there is
};
MarkovLosses markov_losses(Index length);

constexpr std::uint64_t kMarkovExamplesKey = 0x5EED0FC4A1;  // the stream of the validation examples
constexpr Index kShortestChain = 8;
constexpr TaskOption kMarkovOptions[] = {kMaxLengthOption};

void check_chain_length(const TaskConfig& config) {
  require_of_task(config.max_length >= kShortestChain, "max_length", std::to_string(config.max_length),
                  "at least " + std::to_string(kShortestChain) + " for task markov");
}

/// −Σ p ln q of two chances of a letter and of the other.
double cross_entropy_of(double p, double q) { return -(p * std::log(q) + (1 - p) * std::log(1 - q)); }

/// Where a text that began with a is after some letters: how often a followed a and b followed b. The other
/// counts follow: the text changes its letter in all other steps, there and back.
struct ChainCounts {
  Index steps, stays_a, stays_b;

  Index changes() const { return steps - stays_a - stays_b; }
  bool at_b() const { return changes() % 2 == 1; }
  Index left_a() const { return (changes() + 1) / 2; }  ///< how often b followed a
  Index left_b() const { return changes() / 2; }
  /// Chance that the letter stays, by the counts of this letter plus 1: of a chain that is even from 0 to 1.
  double stays() const {
    const Index stayed = at_b() ? stays_b : stays_a, left = at_b() ? left_b() : left_a();
    return double(stayed + 1) / double(stayed + left + 2);
  }
  /// Chance of the present letter, by how often it stood in the text, plus 1.
  double stood() const {
    const Index a = 1 + stays_a + left_b(), b = stays_b + left_a();
    return double((at_b() ? b : a) + 1) / double(a + b + 2);
  }
};

MarkovLosses markov_losses(Index length) {
  const auto side = static_cast<std::size_t>(length);
  std::vector<double> now(side * side, 0), next;  // chances of (stays_a, stays_b)
  now[0] = 1;
  MarkovLosses sum;
  for (Index steps = 0; steps + 1 < length; ++steps) {
    next.assign(side * side, 0);
    for (Index stays_a = 0; stays_a <= steps; ++stays_a)
      for (Index stays_b = 0; stays_a + stays_b <= steps; ++stays_b) {
        const ChainCounts at{steps, stays_a, stays_b};
        const std::size_t cell = static_cast<std::size_t>(stays_a) * side + static_cast<std::size_t>(stays_b);
        const double chance = now[cell], stays = at.stays();
        sum.bigram += chance * cross_entropy_of(stays, stays);
        sum.unigram += chance * cross_entropy_of(stays, at.stood());
        next[cell] += chance * (1 - stays);
        next[cell + (at.at_b() ? 1 : side)] += chance * stays;
      }
    now.swap(next);
  }
  const auto predicted = double(length - 1);
  return {std::numbers::ln2, sum.unigram / predicted, sum.bigram / predicted};
}

MarkovTask::MarkovTask(const TaskConfig& config)
    : TextTask(Format::Stream),
      tokenizer_(Tokenizer::from_vocabulary({"a", "b"}, TokenLevel::Characters, kNoSpecialTokens)),
      length_(config.max_length),
      held_out_(config.validation_share) {
  const MarkovLosses losses = markov_losses(length_);
  baselines_ = {
      {"uniform", tr_mark("both letters equally likely"), losses.uniform},
      {"unigram", tr_mark("frequencies of the letters so far"), losses.unigram},
      {"bigram", tr_mark("frequencies of the letters that followed this letter so far"), losses.bigram}};
}

TokenExample MarkovTask::draw(Split split, RandomStream& random, Room& room) const {
  const auto text = std::span(room.target).first(length_);
  do {
    const double changes[] = {random.uniform(), random.uniform()};  // of a, of b
    TokenId letter = static_cast<TokenId>(random.below(2));
    for (TokenId& each : text) {
      each = letter;
      if (random.uniform() < changes[letter]) letter = 1 - letter;
    }
  } while (held_out_.split_of(std::span<const TokenId>(text)) != split);
  return {{}, text};
}

std::vector<Example> MarkovTask::validation_examples(Index count) const {
  constexpr Index kTrialsEach = 50;
  RandomStream random(kMarkovExamplesKey);
  Room room;
  std::vector<Example> examples;
  std::unordered_set<std::string> seen;
  for (Index i = 0; i < kTrialsEach * count && count_of(examples) < count; ++i) {
    std::string text = tokenizer_.decode(draw(Split::Validation, random, room).target);
    if (seen.insert(text).second) examples.push_back({"", std::move(text), {}});
  }
  return examples;
}

}  // namespace

extern const TaskKind kMarkovTask = {.name = "markov",
                                     .title = tr_mark("Markov chains"),
                                     .options = kMarkovOptions,
                                     .check = check_chain_length,
                                     .make = make_as<MarkovTask>};

}  // namespace attnlab

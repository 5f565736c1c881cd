// Proposals: neighbours among examples, and texts with one token replaced.
#include "core/analysis/patching/proposals.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "core/analysis/patching/batch_rows.h"
#include "core/tasks/base/question.h"

namespace attnlab {

namespace {

constexpr Index kComparedExamples = 384, kReplacedExamples = 8;
/// Tokens of a text that are replaced, and texts that are tried: each is a pass or more.
constexpr std::size_t kReplacedTokens = 12, kTriedTexts = 48;

/// Held-out examples with right answers; of streams, with questions.
std::vector<Example> answered_examples(const Task& task, Index count) {
  if (task.format() == Format::Stream) return questions_of(task, count);
  return task.has_answers() ? task.validation_examples(count) : std::vector<Example>();
}

/// An example beside its tokens.
struct ReadExample {
  const Example* example;
  std::vector<TokenId> tokens;
};

/// Two examples of one length.
struct Neighbours {
  std::size_t a, b;
  std::size_t differences, length;
  /// Few differences, then long texts.
  auto rank() const { return std::tuple(differences, ~length, a, b); }
};

std::size_t count_differences(const std::vector<TokenId>& a, const std::vector<TokenId>& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += a[i] != b[i];
  return count;
}

std::vector<Neighbours> neighbours_among(const std::vector<ReadExample>& all) {
  std::vector<Neighbours> found;
  for (std::size_t a = 0; a < all.size(); ++a)
    for (std::size_t b = a + 1; b < all.size(); ++b) {
      const std::size_t length = all[a].tokens.size();
      if (length < 2 || all[b].tokens.size() != length || all[a].example->target == all[b].example->target)
        continue;
      const std::size_t differences = count_differences(all[a].tokens, all[b].tokens);
      if (differences > 0 && differences <= (length + 1) / 2) found.push_back({a, b, differences, length});
    }
  std::ranges::sort(found, {}, &Neighbours::rank);
  return found;
}

/// A text with one token replaced, by how much the model's answer moves.
struct TriedPair {
  bool last;  ///< the replaced token is the last one, which says little
  double change;
  PatchPair pair;
  auto rank() const { return std::tuple(last, -change); }
};

/// Reads pairs, and keeps those that can be patched.
class Proposals {
 public:
  Proposals(const Model& model, const Vocabularies& v, std::span<const Real> weights, std::size_t most)
      : model_(model),
        v_(v),
        weights_(weights),
        most_(most),
        reads_(v.of(format_of(model.config()) != Format::Stream)) {}

  bool full() const { return pairs_.size() >= most_; }
  std::vector<PatchPair> take() { return std::move(pairs_); }

  /// Each example is in one pair at most.
  void add_neighbours(const std::vector<Example>& examples) {
    std::vector<ReadExample> read;
    for (const Example& example : examples) read.push_back({&example, reads_.encode(example.source)});
    std::vector<bool> used(read.size());
    for (const Neighbours& n : neighbours_among(read)) {
      if (full()) return;
      if (used[n.a] || used[n.b]) continue;
      used[n.a] = used[n.b] = add({text_of(*read[n.a].example), text_of(*read[n.b].example)});
    }
  }

  /// The middle token of examples becomes another.
  void add_replaced(const Task& task, const std::vector<Example>& examples) {
    for (const Example& example : examples) {
      const std::vector<TokenId> tokens = reads_.encode(example.source);
      if (full()) return;
      if (tokens.size() >= 3) add_answered(task, example, tokens);
    }
  }

  /// Tokens of `text` become others of its tokens; the model answers.
  void add_tried(const std::string& text) {
    std::vector<TokenId> tokens = reads_.encode(text);
    tokens.resize(std::min(tokens.size(), kReplacedTokens));
    const std::string clean = reads_.decode(tokens);
    std::vector<TriedPair> tried;
    std::size_t tries = 0;
    for (std::size_t step = 0; step + 1 < tokens.size(); ++step)
      for (std::size_t i = 0; i < tokens.size() && tries < kTriedTexts; ++i) {
        const TokenId other = tokens[(i + step + 1) % tokens.size()];
        if (other == tokens[i]) continue;
        std::vector<TokenId> replaced = tokens;
        replaced[i] = other;
        const PatchPair pair{{clean, ""}, {reads_.decode(replaced), ""}};
        ++tries;
        if (const std::optional<double> change = change_of_answer(pair))
          tried.push_back({i + 1 == tokens.size(), *change, pair});
      }
    std::ranges::stable_sort(tried, {}, &TriedPair::rank);
    for (const TriedPair& found : tried)
      if (!full()) pairs_.push_back(found.pair);
  }

 private:
  static PatchText text_of(const Example& example) { return {example.source, example.target}; }

  bool add(const PatchPair& pair) {
    try {
      encode_pair(model_, v_, weights_, pair);
    } catch (const std::invalid_argument&) {
      return false;
    }
    pairs_.push_back(pair);
    return true;
  }

  void add_answered(const Task& task, const Example& example, std::vector<TokenId> tokens) {
    TokenId& middle = tokens[tokens.size() / 2];
    const TokenId first = reads_.first_entry();
    for (TokenId tried = first; tried < reads_.size(); ++tried) {
      middle = first + (middle - first + 1) % (static_cast<TokenId>(reads_.size()) - first);
      if (std::ranges::count(tokens, middle) > 1) continue;
      const std::string text = reads_.decode(tokens);
      const std::optional<std::string> answer = task.answer_to(text);
      if (!answer) return;
      if (*answer != example.target && add({text_of(example), {text, *answer}})) return;
    }
  }

  /// By how much the logits of the two answers move; nothing where the answers are one.
  std::optional<double> change_of_answer(const PatchPair& pair) const {
    try {
      const EncodedPair encoded = encode_pair(model_, v_, weights_, pair);
      const std::vector<Real> logits = recorded_logits(model_, weights_, encoded.batch, nullptr);
      const Index vocabulary = model_.config().target_vocabulary, places = encoded.batch.target_length;
      const auto difference = [&](Index row) {
        const Real* const at = logits.data() + (row * places + encoded.place) * vocabulary;
        return double(at[encoded.clean_answer]) - double(at[encoded.changed_answer]);
      };
      return difference(0) - difference(1);
    } catch (const std::invalid_argument&) {
      return {};
    }
  }

  const Model& model_;
  const Vocabularies& v_;
  std::span<const Real> weights_;
  std::size_t most_;
  const Tokenizer& reads_;
  std::vector<PatchPair> pairs_;
};

}  // namespace

std::vector<PatchPair> proposed_pairs(const Model& model, const Vocabularies& vocabularies,
                                      std::span<const Real> weights, const Task* task,
                                      const std::string& text, std::size_t most) {
  Proposals proposals(model, vocabularies, weights, most);
  if (task) {
    const std::vector<Example> examples = answered_examples(*task, kComparedExamples);
    const bool replaces = !examples.empty() && task->answer_to(examples[0].source);
    if (replaces) {
      proposals.add_replaced(*task, answered_examples(*task, kReplacedExamples));
    } else {
      proposals.add_neighbours(examples);
    }
  }
  std::vector<PatchPair> pairs = proposals.take();
  if (!pairs.empty()) return pairs;
  Proposals tried(model, vocabularies, weights, most);
  tried.add_tried(text);
  return tried.take();
}

}  // namespace attnlab

// Circuit analyses: scores of heads, their QK and OV circuits, and composition, for the view Circuits.
#include <algorithm>

#include "app/features/circuits/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/analyses/course.h"
#include "core/ops/attention/attention_device_choice.h"

namespace attnlab {
namespace {

class CircuitAnalyses final : public Analysis {
 public:
  explicit CircuitAnalyses(const AnalysisTools& tools)
      : device_(tools.device),
        scores_(tools.wake),
        words_(tools.wake),
        pair_(tools.wake),
        composition_(tools.wake) {}

  /// Once a frame: takes finished values, and goes on with the part on the stage.
  void update(const AnalysisInput& input) override;
  void clear() override;

  void publish(Results& results) const override { results.set(results_); }
  bool busy() const override {
    return scores_.busy() || words_.busy() || pair_.busy() || composition_.busy();
  }

 private:
  /// Everything that a QK or OV circuit depends on.
  struct WordsKey {
    SnapshotPtr snapshot;
    std::string part;
    CircuitHead head;
    Index distance = 0;
    std::vector<TokenId> rows, columns;
    bool some = false;
    friend bool operator==(const WordsKey&, const WordsKey&) = default;
  };
  /// Everything that one of its entries depends on.
  struct PairKey {
    SnapshotPtr snapshot;
    std::string part;
    CircuitHead head;
    Index distance = 0, row = -1, column = -1;
    friend bool operator==(const PairKey&, const PairKey&) = default;
  };
  void update_scores(const AnalysisInput& input);
  void update_words(const AnalysisInput& input);
  void update_pair(const AnalysisInput& input, const WordsKey& words);
  void update_composition(const AnalysisInput& input);
  void make_results(const AnalysisInput& input);

  AttentionDeviceChoice device_;
  LookedAt looked_at_;
  Course<std::shared_ptr<const Model>, HeadScores> scores_;
  LatestJob<WordsKey, ShownWordCircuit> words_;
  LatestJob<PairKey, ShownWordPair> pair_;
  std::string why_no_words_;
  LatestJob<SnapshotPtr, AtStep<Compositions>> composition_;
  std::shared_ptr<const CircuitResults> results_;
};

/// Past steps whose scores are measured.
constexpr std::size_t kMostScoredSteps = 64;

}  // namespace

void CircuitAnalyses::update(const AnalysisInput& input) {
  words_.take();
  pair_.take();
  composition_.take();
  const bool shown =
      on_stage(input.state, circuits::kFeature) && circuits::kFeature.offered(input.trace->config());
  const CircuitsChoice::Needs needs = input.state.choices.of<CircuitsChoice>().needs();
  if (shown && needs == CircuitsChoice::Needs::Scores) {
    update_scores(input);
  } else {
    scores_.rest();
  }
  if (shown && needs == CircuitsChoice::Needs::Words) update_words(input);
  if (shown && needs == CircuitsChoice::Needs::Composition) update_composition(input);
  if (shown) make_results(input);
}

/// Of the step on screen, and of past steps for the history over training.
void CircuitAnalyses::update_scores(const AnalysisInput& input) {
  const Experiment& open = input.model.experiment;
  scores_.update(input, open.model, {.kept = kMostScoredSteps},
                 [model = open.model, vocabularies = open.vocabularies, choice = device_](
                     const SnapshotPtr& snapshot, const StopToken& stop) {
                   const std::shared_ptr<AttentionDevice> device = choice.get();
                   return head_scores(*model, *vocabularies, snapshot->weights, device.get(),
                                      [&stop](const HeadScorePart&) { return !stop.stop_requested(); });
                 });
}

void CircuitAnalyses::update_words(const AnalysisInput& input) {
  const CircuitsChoice& choice = input.state.choices.of<CircuitsChoice>();
  const ModelConfig& config = input.trace->config();
  const auto vocabularies = input.model.experiment.vocabularies;
  const CircuitHead head = selected_circuit_head(input.state, config);
  const bool looks = choice.part == "looks";
  why_no_words_ = looks ? why_no_looks(config, head) : why_no_says(config, head);
  if (!why_no_words_.empty()) return;
  const bool source_rows = reads_source_words(head, looks ? HeadInput::Query : HeadInput::Value);
  const bool source_columns = looks && reads_source_words(head, HeadInput::Key);
  const WordsKey key{looked_at_.at(input),
                     choice.part,
                     head,
                     looks ? choice.distance : 0,
                     circuit_words(choice, *input.trace, *vocabularies, source_rows),
                     circuit_words(choice, *input.trace, *vocabularies, source_columns),
                     shows_some_words(choice, *vocabularies, source_rows) ||
                         shows_some_words(choice, *vocabularies, source_columns)};
  update_pair(input, key);
  words_.ask(key, [key, looks, model = input.model.experiment.model, vocabularies, source_rows,
                   source_columns](StopToken) {
    const std::span<const Real> weights = key.snapshot->weights;
    return ShownWordCircuit{key.part,
                            key.head,
                            key.snapshot->step,
                            key.distance,
                            key.some,
                            looks ? looks_of(*model, weights, key.head, key.rows, key.columns, key.distance)
                                  : says_of(*model, weights, key.head, key.rows, key.columns),
                            word_texts(vocabularies->of(source_rows), key.rows),
                            word_texts(vocabularies->of(source_columns), key.columns)};
  });
}

/// The open entry, if the circuit has it.
void CircuitAnalyses::update_pair(const AnalysisInput& input, const WordsKey& words) {
  const CircuitsChoice& choice = input.state.choices.of<CircuitsChoice>();
  const auto has = [](const std::vector<TokenId>& ids, Index id) {
    return std::ranges::find(ids, static_cast<TokenId>(id)) != ids.end();
  };
  if (!choice.opens_pair() || !has(words.rows, choice.row) || !has(words.columns, choice.column)) return;
  const PairKey key{words.snapshot, words.part, words.head, words.distance, choice.row, choice.column};
  pair_.ask(key, [key, model = input.model.experiment.model](StopToken) {
    const std::span<const Real> weights = key.snapshot->weights;
    const auto row = static_cast<TokenId>(key.row), column = static_cast<TokenId>(key.column);
    return ShownWordPair{key.part,
                         key.head,
                         key.distance,
                         key.row,
                         key.column,
                         key.part == "looks"
                             ? looks_pair(*model, weights, key.head, row, column, key.distance)
                             : says_pair(*model, weights, key.head, row, column)};
  });
}

void CircuitAnalyses::update_composition(const AnalysisInput& input) {
  const SnapshotPtr& now = looked_at_.at(input);
  composition_.ask(now, [now, model = input.model.experiment.model](const StopToken& stop) {
    return AtStep<Compositions>{
        now->step, std::make_shared<const Compositions>(
                       compositions(*model, now->weights, [&] { return !stop.stop_requested(); }))};
  });
}

void CircuitAnalyses::make_results(const AnalysisInput& input) {
  CircuitResults next{
      .scores = scores_.now(),
      .course = known_steps(scores_.kept()),
      .words = words_.result(),
      .pair = pair_.result(),
      .why_no_words = {},
      .composition = {},
      .error = first_error({scores_.error(), words_.error(), pair_.error(), composition_.error()})};
  if (input.state.choices.of<CircuitsChoice>().needs() == CircuitsChoice::Needs::Words)
    next.why_no_words = why_no_words_;
  if (composition_.result()) next.composition = *composition_.result();
  publish_changed(results_, std::move(next));
}

void CircuitAnalyses::clear() {
  scores_.clear();
  words_.clear();
  pair_.clear();
  composition_.clear();
  looked_at_.clear();
  why_no_words_.clear();
  results_ = nullptr;
}

std::unique_ptr<Analysis> make_circuit_analyses(const AnalysisTools& tools) {
  return std::make_unique<CircuitAnalyses>(tools);
}

}  // namespace attnlab

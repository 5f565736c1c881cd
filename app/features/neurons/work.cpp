// Neuron analyses: contributions of units in the pass, and their activations over held-out texts, for the
// view Neurons.
#include <algorithm>
#include <chrono>
#include <mutex>

#include "app/features/neurons/choice.h"
#include "app/features/neurons/chosen.h"
#include "app/features/neurons/results.h"
#include "app/state/analyses/analysis.h"
#include "app/state/analyses/looked_at.h"
#include "app/state/latest_job.h"
#include "core/analysis/held_out_experts.h"
#include "core/ops/attention/attention_device.h"
#include "core/ops/attention/attention_device_choice.h"

namespace attnlab {
namespace {

class NeuronAnalyses final : public Analysis {
 public:
  explicit NeuronAnalyses(const AnalysisTools& tools)
      : device_(tools.device),
        text_(tools.wake),
        words_(tools.wake),
        held_out_(tools.wake),
        wake_(tools.wake) {}

  /// Once a frame: takes finished values, and begins those that the stage needs and that are out of date.
  void update(const AnalysisInput& input) override;
  void clear() override;

  void publish(Results& results) const override { results.set(results_); }
  bool busy() const override { return text_.busy() || words_.busy() || held_out_.busy(); }

 private:
  /// The held-out examples, drawn when they are first asked for, on the thread that asks.
  class Examples;
  using Clock = std::chrono::steady_clock;

  struct TextKey {
    TracePtr trace;
    Place place;
    bool right_answer = false;
    friend bool operator==(const TextKey&, const TextKey&) = default;
  };
  struct WordsKey {
    TracePtr trace;
    Place place;
    Index unit = 0;
    friend bool operator==(const WordsKey&, const WordsKey&) = default;
  };
  struct HeldOutKey {
    SnapshotPtr snapshot;
    Place place;
    friend bool operator==(const HeldOutKey&, const HeldOutKey&) = default;
  };
  struct Described {
    AtStep<DescribedUnits> units;
    Clock::duration time{};
  };

  void update_text(const AnalysisInput& input, const Place& place);
  void update_held_out(const AnalysisInput& input, const Place& place);
  bool rests(const AnalysisInput& input, const Place& place);
  void make_results();

  AttentionDeviceChoice device_;
  LookedAt looked_at_;
  std::shared_ptr<Examples> examples_;
  LatestJob<TextKey, TextUnits> text_;
  LatestJob<WordsKey, UnitWords> words_;
  LatestJob<HeldOutKey, Described> held_out_;
  Place asked_;  ///< whose units are read, or were read last
  std::shared_ptr<const Described> taken_;
  Clock::time_point rest_until_{};
  std::shared_ptr<LatestValue<double>> progress_;
  std::function<void()> wake_;
  std::shared_ptr<const NeuronResults> results_;
};

}  // namespace

class NeuronAnalyses::Examples {
 public:
  explicit Examples(Experiment experiment) : experiment_(std::move(experiment)) {}

  const Model& model() const { return *experiment_.model; }
  const Vocabularies& vocabularies() const { return *experiment_.vocabularies; }
  /// May be called from several threads.
  const std::vector<Batch>& batches() {
    std::call_once(drawn_, [&] { batches_ = held_out_batches(model(), *experiment_.task, kReadByUnits); });
    return batches_;
  }

 private:
  Experiment experiment_;
  std::once_flag drawn_;
  std::vector<Batch> batches_;
};

namespace {

TextUnits text_units(const TracePtr& trace, const Place& place, bool right_answer) {
  TextUnits text{trace, place, right_answer, {}, {}};
  const std::vector<UnitLayer> layers = unit_layers(*trace);
  const auto layer = std::ranges::find(layers, place, &UnitLayer::place);
  if (layer == layers.end()) return text;
  text.no_way = no_straight_way(*trace, *layer);
  if (text.no_way.empty())
    text.contributions =
        unit_contributions(*trace, *layer, right_answer ? UnitAnswer::Right : UnitAnswer::Predicted);
  return text;
}

UnitWords words_of_unit(const Trace& trace, const Place& place, Index wanted) {
  UnitWords words{place, wanted, {}, {}};
  const std::vector<UnitLayer> layers = unit_layers(trace);
  const auto layer = std::ranges::find(layers, place, &UnitLayer::place);
  if (layer == layers.end()) return words;
  words.unit = std::min(wanted, layer->units() - 1);
  words.no_way = no_straight_way(trace, *layer);
  if (words.no_way.empty()) words.said = said_words(unit_words(trace, *layer, words.unit), kMostSaidWords);
  return words;
}

}  // namespace

void NeuronAnalyses::update(const AnalysisInput& input) {
  text_.take();
  words_.take();
  held_out_.take();
  if (!on_stage(input.state, neurons::kFeature) || !has_feed_forward(input.trace->config())) return;
  const Place place = neurons_on_stage(input.state, *input.trace);
  if (!examples_ && input.model.experiment.task)
    examples_ = std::make_shared<Examples>(input.model.experiment);
  update_text(input, place);
  if (examples_) update_held_out(input, place);
  make_results();
}

void NeuronAnalyses::update_text(const AnalysisInput& input, const Place& place) {
  const TextKey key{input.trace, place, input.state.choices.of<NeuronsChoice>().right_answer()};
  text_.ask(key, [key](StopToken) { return text_units(key.trace, key.place, key.right_answer); });
  const WordsKey words{input.trace, place, input.state.choices.of<NeuronsChoice>().unit};
  words_.ask(words, [words](StopToken) { return words_of_unit(*words.trace, words.place, words.unit); });
}

/// While a run learns, most of the processor's time is left to it.
bool NeuronAnalyses::rests(const AnalysisInput& input, const Place& place) {
  constexpr int kRestTimes = 9;
  if (held_out_.result() != taken_) {
    taken_ = held_out_.result();
    rest_until_ = Clock::now() + (taken_ ? kRestTimes * taken_->time : Clock::duration{});
  }
  return input.changes() && place == asked_ && Clock::now() < rest_until_;
}

void NeuronAnalyses::update_held_out(const AnalysisInput& input, const Place& place) {
  if (rests(input, place)) return;
  const HeldOutKey key{looked_at_.at(input), place};
  const auto progress = std::make_shared<LatestValue<double>>();
  const auto work = [key, progress, examples = examples_, choice = device_,
                     wake = wake_](const StopToken& stop) {
    const Clock::time_point begin = Clock::now();
    const std::shared_ptr<AttentionDevice> device = choice.get();
    HeldOutUnits read = held_out_units(examples->model(), examples->vocabularies(), key.snapshot->weights,
                                       examples->batches(), key.place, device.get(), [&](double done) {
                                         progress->set(done);
                                         wake();
                                         return !stop.stop_requested();
                                       });
    Described described;
    described.units = {key.snapshot->step,
                       std::make_shared<const DescribedUnits>(describe_units(std::move(read)))};
    described.time = Clock::now() - begin;
    return described;
  };
  if (!held_out_.ask(key, work, place == asked_ ? WhenBusy::Wait : WhenBusy::Restart)) return;
  asked_ = place;
  progress_ = progress;
}

void NeuronAnalyses::make_results() {
  NeuronResults next;
  next.text = text_.result();
  next.words = words_.result();
  if (held_out_.result()) next.held_out = held_out_.result()->units;
  next.has_held_out = examples_ != nullptr;
  const auto progress = progress_ && held_out_.busy() ? progress_->get() : nullptr;
  if (progress) next.progress = *progress;
  next.error = text_.error().empty() ? held_out_.error() : text_.error();
  const NeuronResults* const now = results_.get();
  if (now && now->text == next.text && now->words == next.words &&
      now->held_out.value == next.held_out.value && now->has_held_out == next.has_held_out &&
      now->progress == next.progress && now->error == next.error)
    return;
  results_ = std::make_shared<const NeuronResults>(std::move(next));
}

void NeuronAnalyses::clear() {
  text_.clear();
  words_.clear();
  held_out_.clear();
  looked_at_.clear();
  examples_ = nullptr;
  asked_ = {};
  taken_ = nullptr;
  progress_ = nullptr;
  results_ = nullptr;
}

std::unique_ptr<Analysis> make_neuron_analyses(const AnalysisTools& tools) {
  return std::make_unique<NeuronAnalyses>(tools);
}

}  // namespace attnlab

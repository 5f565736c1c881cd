// Neuron analyses: contributions of units in the pass, and their activations over held-out texts, for the
// view Neurons.
#include <algorithm>

#include "app/features/neurons/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/analyses/course.h"
#include "app/state/analyses/held_out_examples.h"
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

  void update_text(const AnalysisInput& input, const Place& place);
  void update_held_out(const AnalysisInput& input, const Place& place);
  void make_results();

  AttentionDeviceChoice device_;
  std::shared_ptr<HeldOutExamples> examples_;
  LatestJob<TextKey, TextUnits> text_;
  LatestJob<WordsKey, UnitWords> words_;
  Course<Place, DescribedUnits> held_out_;
  std::shared_ptr<LatestValue<double>> progress_ = std::make_shared<LatestValue<double>>();
  std::function<void()> wake_;
  std::shared_ptr<const NeuronResults> results_;
};

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
  if (!on_stage(input.state, neurons::kFeature) || !has_feed_forward(input.trace->config()))
    return held_out_.rest();
  const Place place = neurons_on_stage(input.state, *input.trace);
  if (!examples_ && input.model.experiment.task)
    examples_ = std::make_shared<HeldOutExamples>(input.model.experiment, kReadByUnits);
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

void NeuronAnalyses::update_held_out(const AnalysisInput& input, const Place& place) {
  held_out_.update(
      input, place, {},
      [place, progress = progress_, examples = examples_, choice = device_, wake = wake_](
          const SnapshotPtr& snapshot, const StopToken& stop) {
        progress->set(0);
        const std::shared_ptr<AttentionDevice> device = choice.get();
        return describe_units(held_out_units(examples->model(), examples->vocabularies(), snapshot->weights,
                                             examples->batches(), place, device.get(), [&](double done) {
                                               progress->set(done);
                                               wake();
                                               return !stop.stop_requested();
                                             }));
      });
}

void NeuronAnalyses::make_results() {
  NeuronResults next;
  next.text = text_.result();
  next.words = words_.result();
  next.held_out = held_out_.now();
  next.has_held_out = examples_ != nullptr;
  if (const auto progress = progress_->get(); progress && held_out_.busy()) next.progress = *progress;
  next.error = first_error({text_.error(), held_out_.error()});
  publish_changed(results_, std::move(next));
}

void NeuronAnalyses::clear() {
  text_.clear();
  words_.clear();
  held_out_.clear();
  examples_ = nullptr;
  results_ = nullptr;
}

std::unique_ptr<Analysis> make_neuron_analyses(const AnalysisTools& tools) {
  return std::make_unique<NeuronAnalyses>(tools);
}

}  // namespace attnlab

// The figure of neurons: the view Neurons, drawn without a display.
#include <chrono>
#include <stdexcept>
#include <thread>

#include "app/feature/features.h"
#include "app/features/neurons/choice.h"
#include "app/features/neurons/cli_options.h"
#include "app/figure/save.h"
#include "app/state/lab/lab.h"
#include "core/autograd/place.h"

namespace attnlab {

namespace {

/// The program without its window, with a model open.
class NeuronStudio {
 public:
  explicit NeuronStudio(OpenRequest request)
      : lab_({[] {}, [](const std::string&) {}, [](const FigureRequest&) {}}) {
    lab_.open(std::move(request));
    wait();
  }

  void apply(const Command& command) {
    lab_.apply_or_throw(command);
    wait();
  }

  ViewModel view() const { return lab_.view(); }

 private:
  void wait() {
    lab_.update();
    while (!lab_.idle()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      lab_.update();
    }
    const ViewModel now = lab_.view();
    if (now.notice_is_error) throw std::runtime_error(now.notice);
    if (!now.trace_error.empty()) throw std::invalid_argument(now.trace_error);
  }

  Lab lab_;
};

void apply_neuron_text(NeuronStudio& studio, const ExampleOptions& example) {
  if (example.image) throw std::invalid_argument("--figure reads a picture of the task: give --picture N");
  const bool source = has_source(studio.view().format);
  if (example.picture) studio.apply({"select.picture", {std::to_string(*example.picture)}});
  if (example.source) studio.apply({"text.source", {*example.source}});
  if (example.text) studio.apply({source ? "text.source" : "text.target", {*example.text}});
  if (example.target) studio.apply({"text.target", {*example.target}});
  for (const std::string& edit : example.edits.texts()) studio.apply({"edit", {edit}});
}

void apply_neuron_choices(NeuronStudio& studio, const NeuronOptions& options, const Place& network) {
  const bool source = network.text() == Text::Source;
  const auto choose = [&](const char* option, const std::string& value) {
    studio.apply({"choose", {std::string("neurons.") + option, value}});
  };
  studio.apply({"view", {std::string(neurons::kFeature.name)}});
  studio.apply({"select.attention",
                {source ? "encoder_self" : "decoder_self", std::to_string(layer_number(network))}});
  if (options.expert >= 0) studio.apply({"choose", {"experts.expert", std::to_string(options.expert)}});
  choose("by", options.order());
  choose("answer", options.right ? "right" : "predicted");
  if (!options.follow.empty()) choose("feature", options.follow);
  if (options.unit >= 0) choose("unit", std::to_string(options.unit));
}

}  // namespace

void draw_neuron_figure(const NeuronOptions& options, const ExampleOptions& example,
                        const std::string& folder, const Place& network, const std::vector<Index>& steps,
                        bool by_step) {
  const bool stored = options.preset.empty();
  NeuronStudio studio({.kind = stored ? OpenRequest::Kind::Model : OpenRequest::Kind::Preset,
                       .name = stored ? folder : options.preset,
                       .play = false});
  apply_neuron_text(studio, example);
  apply_neuron_choices(studio, options, network);
  for (const Index step : steps) {
    if (stored) studio.apply({"timeline.to", {std::to_string(step)}});
    const std::vector<std::string> words{by_step ? path_of_step(options.figure, step) : options.figure};
    const FigureRequest request = parse_figure_request(words);
    validate(request);
    save_figure(studio.view(), request);
  }
}

}  // namespace attnlab

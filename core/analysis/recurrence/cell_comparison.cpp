// Cell comparison: a trainer for each cell, and a pass of each.
#include "core/analysis/recurrence/cell_comparison.h"

#include <memory>
#include <stdexcept>

#include "core/language/messages.h"
#include "core/models/architecture_kind.h"
#include "core/models/model.h"
#include "core/training/run/train_loop.h"
#include "core/training/sweep/variants.h"
#include "core/training/trainer.h"

namespace attnlab {

namespace {

/// How many times the passes are made while the networks learn.
constexpr Index kPassesWhileLearning = 10;

/// One of the networks while it learns.
class ComparedNetwork {
 public:
  ComparedNetwork(const Preset& preset, const Experiment& open, const TraceRequest& request,
                  ComparedCell& cell)
      : cell_(cell),
        request_(request),
        trainer_(make_model(preset.model), open.task, preset.training, 1),
        tracer_(make_model(preset.model), open.vocabularies) {
    cell_.kind = &cell_kind(preset.model.cell);
    cell_.parameters = parameter_count(preset.model);
  }

  void learn() {
    if (!cell_.failure.empty()) return;
    const StepMetrics metrics = trainer_.step();
    if (trainer_.steps_done() < metrics.step) cell_.failure = not_finite_message(metrics.step);
  }

  void measure() {
    const TracePtr trace = tracer_.trace(trainer_.snapshot(), request_);
    cell_.step = trace->step();
    cell_.loss = trace->loss();
    cell_.gradients = time_gradients(*trace);
  }

 private:
  ComparedCell& cell_;
  const TraceRequest& request_;
  Trainer trainer_;
  Tracer tracer_;
};

}  // namespace

bool has_cells_to_compare(const ModelConfig& model) {
  return architecture_of(model).has_cells() && variant_kind("cells").fits(model);
}

std::vector<Preset> compared_networks(const Preset& preset) {
  std::vector<Preset> networks;
  for (Variant& variant : variants_of("cells", preset))
    if (architecture_of(variant.preset.model).has_cells()) networks.push_back(std::move(variant.preset));
  return networks;
}

CellComparison compare_cells(const Experiment& open, const TraceRequest& request,
                             const CellComparisonSettings& settings, const StopToken& stop,
                             const std::function<void(const CellComparison&)>& progress) {
  if (!has_cells_to_compare(open.preset.model))
    throw std::invalid_argument(tr("this model does not have recurrent cells to compare"));
  if (settings.steps > 0 && !open.task)
    throw std::invalid_argument(tr("this model came without its task, so there is nothing to train on"));
  TraceRequest traced = request;
  traced.gradients = true;
  traced.only_target = settings.target;
  CellComparison result{settings, {}, false};
  const std::vector<Preset> presets = compared_networks(open.preset);
  result.cells.resize(presets.size());
  std::vector<std::unique_ptr<ComparedNetwork>> networks;
  for (std::size_t i = 0; i < presets.size(); ++i)
    networks.push_back(std::make_unique<ComparedNetwork>(presets[i], open, traced, result.cells[i]));
  const Index every = std::max<Index>(1, settings.steps / kPassesWhileLearning);
  for (Index step = 0; step <= settings.steps && !stop.stop_requested(); ++step) {
    for (const auto& network : networks) {
      if (step > 0) network->learn();
      if (step % every == 0 || step == settings.steps) network->measure();
    }
    result.finished = step == settings.steps;
    if (progress && (step % every == 0 || result.finished)) progress(result);
  }
  return result;
}

}  // namespace attnlab

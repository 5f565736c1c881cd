// Norm experiment: the same small model trained with each placement of its norms.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/config/stop.h"
#include "core/layers/norm_placement.h"
#include "core/ops/attention/attention_device_choice.h"
#include "core/training/preset.h"

namespace attnlab {

/// The small, deep model that learns the open model's task.
struct NormExperimentSettings {
  Index layers = 6;
  Index steps = 200;
  friend bool operator==(const NormExperimentSettings&, const NormExperimentSettings&) = default;
};

/// One of the runs.
struct NormRun {
  const NormPlacement* placement = nullptr;
  std::vector<double> loss;  ///< of each step's batch, before its update
  std::vector<Index> at;     ///< steps after which gradients were measured; 0: before the first step
  /// [at][layers]: ‖∂loss/∂w‖₂ over all parameters of a block, before clipping.
  std::vector<std::vector<double>> gradients;
  std::string failure;  ///< why the run ended early; "" where it did not
};

struct NormExperiment {
  NormExperimentSettings settings;
  Preset preset;      ///< of all runs, but for model.norm
  std::string stack;  ///< "decoder" or "encoder": whose blocks were measured, the ones next to the loss
  std::vector<NormRun> runs;  ///< one each, in the order of norm_placements()
  bool finished = false;      ///< all steps were made
};

/// Whether the experiment "norm" of variant_kinds() fits the model: it gives those that are trained.
bool has_norms_to_place(const ModelConfig& model);

/// The preset of all runs: width 32, Glorot's weights as in Xiong et al. 2020, no dropout, one constant
/// learning rate from the first step on, and the seed, batch and task of `preset`.
Preset norm_experiment_preset(Preset preset, const NormExperimentSettings& settings);

/// Trains the models side by side on one thread, with the same batches. Deterministic. `progress` is called
/// after every few steps with what there is so far; ends early where `stop` asks. Throws as
/// make_experiment(), and std::invalid_argument for a model that is no Transformer.
NormExperiment norm_experiment(const Experiment& open, const NormExperimentSettings& settings,
                               const StopToken& stop = {},
                               const std::function<void(const NormExperiment&)>& progress = {},
                               const AttentionDeviceChoice& device = AttentionDeviceChoice());

}  // namespace attnlab

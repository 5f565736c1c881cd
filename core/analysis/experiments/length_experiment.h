// Length experiment: a recurrent encoder–decoder with a fixed vector and one with attention, of the same size
// and on the same task, and how many held-out examples of each length they get right while they learn.
#pragma once

#include "core/analysis/experiments/length_accuracy.h"
#include "core/config/stop.h"
#include "core/layers/alignment_kind.h"
#include "core/ops/attention/attention_device_choice.h"
#include "core/training/preset.h"

namespace attnlab {

/// A task that both models learn.
struct LengthTask {
  std::string_view name;      ///< "copy": in options
  std::string_view title;     ///< on screen
  std::string_view sentence;  ///< for a student
  /// The task of this name is learnt, with strings of so many letters; "": the open model's own task.
  std::string_view task{};
};
std::span<const LengthTask> length_tasks();
/// Throws std::invalid_argument with near names.
const LengthTask& length_task(std::string_view name);

struct LengthSettings {
  std::string alignment = "additive";  ///< of the model with attention: one that looks back
  std::string task = "copy";           ///< of length_tasks()
  Index longest = 20;                  ///< letters of the longest string
  Index width = 64;                    ///< units of encoder and decoder
  Index steps = 2000;
  friend bool operator==(const LengthSettings&, const LengthSettings&) = default;
};

/// Held-out examples that are read for a measurement, and bands into which they are sorted.
inline constexpr Index kLengthExamples = 1000, kLengthBands = 5;

/// One of the two models.
struct LengthRun {
  const AlignmentKind* alignment = nullptr;
  Index parameters = 0;
  std::vector<double> loss;                 ///< of each step's batch, before its update
  std::vector<Index> at;                    ///< steps after which it was measured
  std::vector<std::vector<Counts>> counts;  ///< [at][bands]
  std::string failure;                      ///< why the run ended early; "" where it did not
};

struct LengthExperiment {
  LengthSettings settings;
  Preset preset;                  ///< of both, but for model.alignment
  std::vector<LengthBand> bands;  ///< of the held-out examples
  std::vector<LengthRun> runs;    ///< the fixed vector, then attention
  bool finished = false;          ///< all steps were made
};

/// Whether both kinds can be trained in the place of the open model: the experiment "alignment" of
/// variant_kinds() fits it.
bool has_lengths_to_compare(const ModelConfig& model);

/// The preset of both models: task and sizes as `settings` say; cell, layers, directions (one, where the
/// alignment needs equal widths), training and seed of `preset`; no dropout.
Preset length_preset(Preset preset, const LengthSettings& settings);

/// Trains both models side by side on one thread, with the same batches. Deterministic. `progress` is called
/// after every measurement with what there is so far; ends early where `stop` asks. Throws as
/// make_experiment(), and std::invalid_argument for a model that is no recurrent encoder–decoder and for an
/// alignment that does not look back.
LengthExperiment length_experiment(const Experiment& open, const LengthSettings& settings,
                                   const StopToken& stop = {},
                                   const std::function<void(const LengthExperiment&)>& progress = {},
                                   const AttentionDeviceChoice& device = AttentionDeviceChoice());

}  // namespace attnlab

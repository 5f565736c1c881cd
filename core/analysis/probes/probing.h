// Probing: linear probes of one label by layer, judged on held-out examples, beside a control and a baseline.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/analysis/probes/linear_probe.h"
#include "core/analysis/probes/probe_label.h"
#include "core/analysis/probes/stream_points.h"
#include "core/models/model.h"
#include "core/training/preset.h"

namespace attnlab {

class AttentionDevice;

/// Which examples a probe reads, and how it is fitted.
struct ProbeSettings {
  Index training = 2048;  ///< labelled tokens of training examples that it is fitted to, at least
  Index held_out = 1024;  ///< labelled tokens of held-out examples that it is judged on, at least
  Index classes = 16;     ///< at most; the most frequent ones, and kOtherClasses for the rest
  ProbeFit fit{};
};

/// In the place of a class beyond the most frequent ones.
inline constexpr std::string_view kOtherClasses = "others";

/// What the probe of one point of the stream found.
struct ProbedLayer {
  ProbedPoint point{};
  double accuracy = 0;           ///< share of the held-out tokens whose label it finds
  double training_accuracy = 0;  ///< share of the tokens that it was fitted to
  double control = 0;            ///< accuracy() of a probe that learnt shuffled labels
  double control_training =
      0;  ///< what that one finds of the tokens that it was fitted to: what it memorises
  std::vector<Index> confusion{};  ///< [K,K] held-out tokens, by their label and by what the probe says
  LinearProbe probe{};

  /// How much more than the control it finds (Hewitt and Liang 2019).
  double selectivity() const { return accuracy - control; }
};

/// Probes of one label in all layers of one stack.
struct ProbeReport {
  const ProbeLabel* label = nullptr;
  Text text = Text::Target;
  std::vector<std::string> classes{};  ///< [K] numbers by size, others by how frequent they are
  Index training_tokens = 0, training_examples = 0;
  Index held_out_tokens = 0, held_out_examples = 0;
  std::vector<Index> held_out{};  ///< [K] how often each class is right there
  Index majority_class = 0;       ///< the most frequent class of the training tokens
  double majority = 0;            ///< share of the held-out tokens that are of this class: the baseline
  std::vector<ProbedLayer> layers{};

  /// Standard error of a share of the held-out tokens: √(p(1 − p)/N). Tokens of one text are not independent
  /// of each other, so that it is rather too small.
  double error(double share) const;
  /// The class of a label; −1 for a label that no token had.
  Index class_of(std::string_view label_text) const;
};

/// The stack that reads `text` in the model of `experiment`, with the task that this model learns.
ProbedStack probed_stack(const Experiment& experiment, Text text);

/// Linear probes (Alain and Bengio 2016) of one label, at each point of the residual stream of a stack, with
/// the control of Hewitt and Liang (2019). Fits each probe to training examples and measures it on held-out
/// examples. The control learns shuffled labels, and is measured on shuffled held-out labels. Every call
/// draws the same examples and the same orders. `weights` are in the order of model.parameters(); one
/// recorded forward pass a batch, with attention on `device`; null: on the processor. When
/// settings.fit.goes_on returns false, the report is unfinished. Throws std::invalid_argument with one line
/// when the examples have fewer than two labels.
ProbeReport probe_layers(const Model& model, const Vocabularies& vocabularies, const Task& task,
                         std::span<const Real> weights, const ProbedStack& stack, const ProbeLabel& label,
                         const ProbeSettings& settings = {}, AttentionDevice* device = nullptr);
/// The same for the label of this name (see probe_labels()), in the first stack whose tokens have it. Throws
/// std::invalid_argument for an unknown name, and for a label that the experiment's task does not know.
ProbeReport probe_layers(const Experiment& experiment, std::span<const Real> weights, std::string_view label,
                         const ProbeSettings& settings = {}, AttentionDevice* device = nullptr);

/// One token of a text, its label and what the probes of all layers say.
struct ProbedToken {
  std::string text;
  std::string right;                ///< its label; "" where it has none
  std::vector<Index> said;          ///< [layers] the most probable class
  std::vector<double> probability;  ///< [layers] of this class
  std::vector<double> of_right;     ///< [layers] of the label; NaN where there is none
};

/// The text of a pass under the probes of a report, position by position; the class vector is left out. Edits
/// count. Empty where the pass is of another model.
std::vector<ProbedToken> probe_text(const Trace& trace, const Vocabularies& vocabularies,
                                    const ProbedStack& stack, const ProbeReport& report);

}  // namespace attnlab

// Traces of presets at their full size, and the kinds of operation in the library; shared by tests.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "core/models/model.h"
#include "core/tensor/random.h"
#include "core/trace/tracer.h"
#include "core/training/preset.h"

namespace attnlab::testing {

inline std::vector<std::string> trainable_presets() {
  std::vector<std::string> names;
  for (const Preset& preset : builtin_presets())
    if (is_trainable(preset)) names.push_back(preset.name);
  return names;
}

/// One preset of each architecture. Test suites named Every repeat their tests for other_presets(), with
/// --all.
inline std::vector<std::string> chosen_presets() {
  return {"translate",         "modern",       "digits",   "masked-words", "lstm",
          "seq2seq-attention", "word-vectors", "describe", "describe-rnn", "superposition"};
}

inline std::vector<std::string> other_presets() {
  std::vector<std::string> names = trainable_presets();
  for (const std::string& chosen : chosen_presets()) std::erase(names, chosen);
  return names;
}

inline std::string test_name(std::string preset) {
  std::ranges::replace(preset, '-', '_');
  return preset;
}

/// A preset with some of its options set otherwise.
inline Preset preset_with(const std::string& name, const std::vector<std::string>& options) {
  Preset preset = find_preset(name);
  for (const std::string& option : options) set_option(preset, option);
  return preset;
}

/// The task's first example through a model of initial weights with added noise of this deviation, so that no
/// bias is 0 and no norm's γ is 1.
inline TracePtr first_trace(const Preset& preset, double noise = 0,
                            const std::vector<Intervention>& interventions = {}) {
  const Experiment e = make_experiment(preset);
  auto snapshot = std::make_shared<WeightsSnapshot>();
  snapshot->weights.resize(static_cast<std::size_t>(e.model->parameters().size()));
  e.model->parameters().initialize(snapshot->weights, 3);
  RandomStream random(5);
  for (Real& w : snapshot->weights) w += static_cast<Real>(noise * random.normal());
  const Example example = e.task->sample_example();
  const Tracer tracer(e.model, e.vocabularies);
  return tracer.trace(snapshot,
                      {.source = example.source, .target = example.target, .picture = example.picture},
                      {.interventions = interventions});
}

/// A tensor and one of its cells; every tensor is as likely as every other.
inline std::pair<const TraceTensor*, Index> pick(const std::vector<TraceTensor>& tensors,
                                                 RandomStream& random) {
  const TraceTensor& tensor =
      tensors[static_cast<std::size_t>(random.below(static_cast<Index>(tensors.size())))];
  return {&tensor, random.below(tensor.shape.size())};
}

/// Kinds of operation in core/ops.
inline std::set<std::string> stated_kinds() {
  const std::regex kind(R"rx(string_view kind\(\) const override \{ return "([a-z_]+)"; \})rx");
  std::set<std::string> kinds;
  for (const auto& file : std::filesystem::recursive_directory_iterator(ATTNLAB_SOURCE_DIR "/core/ops")) {
    if (!file.is_regular_file()) continue;
    std::ifstream in(file.path());
    const std::string text(std::istreambuf_iterator<char>(in), {});
    for (std::sregex_iterator at(text.begin(), text.end(), kind), end; at != end; ++at)
      kinds.insert((*at)[1]);
  }
  return kinds;
}

/// Kinds that no trace has: fused operations, which a trace records in steps; and dropout, which is off in a
/// trace.
inline const std::set<std::string>& fused_kinds() {
  static const std::set<std::string> kinds = {"attention",      "layer_norm",           "rms_norm",
                                              "swiglu",         "geglu_tanh",           "dispatch",
                                              "combine",        "recurrent_sequence",   "take_last_cell",
                                              "cross_entropy",  "binary_cross_entropy", "dropout",
                                              "masked_softmax", "chosen_cells",         "squared_error"};
  return kinds;
}

}  // namespace attnlab::testing

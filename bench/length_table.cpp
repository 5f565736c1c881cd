// Share of held-out strings that are answered exactly, by length, without and with attention, as a Markdown
// table: length_table [STEPS].
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/training/evaluate.h"
#include "core/training/preset.h"
#include "core/training/trainer.h"

namespace {

using namespace attnlab;

constexpr std::size_t kLongest = 20, kBand = 4, kBands = kLongest / kBand;
constexpr Index kExamples = 4000;

/// Copying strings of 1 to 20 letters, by an encoder and a decoder of 64 units.
Preset preset_of(const std::string& alignment, const std::string& steps) {
  Preset preset = find_preset("seq2seq-attention");
  for (const std::string& option :
       {std::string("task.name=copy"), "task.max_length=" + std::to_string(kLongest),
        std::string("model.width=64"), "model.alignment=" + alignment, "training.steps=" + steps})
    set_option(preset, option);
  return preset;
}

/// Share of exact answers for strings of 1–4, 5–8, … letters.
std::array<double, kBands> exact_by_length(const Preset& preset) {
  const Experiment e = make_experiment(preset);
  Trainer trainer(e.model, e.task, e.preset.training);
  while (trainer.steps_done() < e.preset.training.steps) trainer.step();
  std::array<std::vector<Example>, kBands> bands;
  for (const Example& example : e.task->validation_examples(kExamples))
    bands[(example.source.size() - 1) / kBand].push_back(example);
  std::array<double, kBands> exact{};
  for (std::size_t i = 0; i < kBands; ++i)
    exact[i] = accuracy(*e.model, trainer.weights(), *e.vocabularies, bands[i]).sequences;
  return exact;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string steps = argc > 1 ? argv[1] : "4000";
  std::printf("| letters |");
  for (std::size_t i = 0; i < kBands; ++i) std::printf(" %zu–%zu |", i * kBand + 1, (i + 1) * kBand);
  std::printf("\n|---|");
  for (std::size_t i = 0; i < kBands; ++i) std::printf("---|");
  for (const auto& [alignment, name] :
       {std::pair{"none", "fixed context vector"}, {"additive", "additive attention"}}) {
    std::printf("\n| %s |", name);
    std::fflush(stdout);
    for (double exact : exact_by_length(preset_of(alignment, steps))) std::printf(" %.1f %% |", 100 * exact);
  }
  std::printf("\n");
}

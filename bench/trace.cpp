// Time of tracing a toy sentence, forward and backward, with every tensor recorded.
#include <benchmark/benchmark.h>

#include "core/models/model.h"
#include "core/trace/trace_diff.h"
#include "core/trace/tracer.h"
#include "core/training/preset.h"

namespace {

using namespace attnlab;

void trace_preset(benchmark::State& state, const char* preset, const TraceRequest& request) {
  const Experiment e = make_experiment(find_preset(preset));
  const SnapshotPtr snapshot = first_snapshot(*e.model, 1);
  const Tracer tracer(e.model, e.vocabularies);
  std::size_t tensors = 0;
  for (auto _ : state) tensors = tracer.trace(snapshot, request)->tensors().size();
  state.counters["tensors"] = static_cast<double>(tensors);
}

/// The work of the window after an edit: the pass with it, the pass without, and the difference of every
/// tensor.
void edit_preset(benchmark::State& state, const char* preset, TraceRequest request, const char* edit) {
  const Experiment e = make_experiment(find_preset(preset));
  const SnapshotPtr snapshot = first_snapshot(*e.model, 1);
  const Tracer tracer(e.model, e.vocabularies);
  for (auto _ : state) {
    request.edits = {parse_edit(edit)};
    const TracePtr after = tracer.trace(snapshot, request);
    request.edits.clear();
    benchmark::DoNotOptimize(TraceDiff(tracer.trace(snapshot, request), after).tensors().data());
  }
}

const TraceRequest kPair{.source = "the black cat does not eat the red apples",
                         .target = "le chat noir ne mange pas les pommes rouges"};
const TraceRequest kOwnOutput{.source = kPair.source, .generate_target = true};
const TraceRequest kText{.target = "The way home was"};

BENCHMARK_CAPTURE(trace_preset, translate, "translate", kPair)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(trace_preset, translate_own_output, "translate", kOwnOutput)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(trace_preset, characters, "characters", kText)->Unit(benchmark::kMillisecond);

BENCHMARK_CAPTURE(edit_preset, translate_head_out, "translate", kPair,
                  "zero decoder.layers.1.cross_attention#0")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(edit_preset, characters_no_positions, "characters", kText, "no positions")
    ->Unit(benchmark::kMillisecond);

}  // namespace

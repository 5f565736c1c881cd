// Every preset's pass, exported, is recomputed by its NumPy script, which reports a falsified export.
#include "core/io/numpy/numpy_script.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/io/numpy/numpy_functions.h"
#include "core/io/numpy/numpy_pass.h"
#include "core/io/trace_export.h"
#include "core/layers/norm_placement.h"
#include "core/ops/attention/rotary_scaling.h"
#include "core/trace/edit.h"
#include "tests/support/activations.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"
#include "tests/trace/general_attention.h"
#include "tests/trace/preset_traces.h"
#include "tests/trace/recurrent_models.h"

namespace attnlab::testing {
namespace {

constexpr const char* kPython = "/usr/bin/python3";
constexpr double kNoise = 0.1;

bool has_numpy() {
  return std::filesystem::exists(kPython) && run_process({kPython, "-c", "import numpy"}).exit_code == 0;
}

/// Runs many scripts in one process, since loading NumPy takes longer than most of them.
constexpr const char* kRunAll = R"py(
import contextlib, io, runpy, sys
failed = 0
for script in sys.argv[1:]:
    sys.argv = [script]
    output = io.StringIO()
    try:
        with contextlib.redirect_stdout(output):
            runpy.run_path(script, run_name="__main__")
    except (Exception, SystemExit) as error:
        print(f"{script}: {error!r}", file=sys.stderr)
        failed = 1
    print(f"{script}: {output.getvalue().splitlines()[-1:]}")
sys.exit(failed)
)py";

/// Exports and their scripts in a folder.
class Scripts {
 public:
  void add(const Trace& trace, const std::string& name) {
    const std::filesystem::path script = folder_ / (name + ".py"), file = folder_ / (name + ".safetensors");
    write_trace(file, trace);
    write_numpy_script(script, trace, file);
    command_.push_back(script);
  }
  void expect_all_recomputed() const {
    const ProcessResult result = run_process(command_);
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_EQ(result.errors, "");
    if (::testing::Test::HasFailure()) std::cout << result.output;
  }
  std::filesystem::path path(const std::string& name) const { return folder_ / name; }

 private:
  TempFolder folder_;
  std::vector<std::string> command_ = {kPython, "-c", kRunAll};
};

/// A pass over a batch of two sequences of different lengths.
TracePtr batch_trace(const ModelConfig& config, const Batch& batch) {
  const std::shared_ptr<const Model> model = make_model(config);
  auto snapshot = std::make_shared<WeightsSnapshot>();
  snapshot->weights.resize(static_cast<std::size_t>(model->parameters().size()));
  model->parameters().initialize(snapshot->weights, 3);
  RandomStream random(5);
  for (Real& w : snapshot->weights) w += static_cast<Real>(kNoise * random.normal());
  auto tape = std::make_unique<Tape>(Mode::Record);
  tape->bind(model->parameters(), snapshot->weights.data(), nullptr);
  model->losses(*tape, batch, 0.1, batch.counted_targets());
  return std::make_shared<Trace>(model, snapshot, std::move(tape), batch);
}

TEST(NumpyScript, RecomputesEveryPreset) {
  if (!has_numpy()) GTEST_SKIP() << kPython << " has no NumPy: install python3-numpy";
  Scripts scripts;
  for (const std::string& name : trainable_presets())
    scripts.add(*first_trace(find_preset(name), kNoise), name);
  scripts.expect_all_recomputed();
}

TEST(NumpyScript, RecomputesWhatNoPresetUses) {
  if (!has_numpy()) GTEST_SKIP() << kPython << " has no NumPy: install python3-numpy";
  Scripts scripts;
  std::vector<std::vector<std::string>> options = {
      {"tied_output=false"},
      {"positions=alibi", "window=5"},
      {"window=3", "sinks=2"},
      {"positions=relative_bias", "scaled_scores=false"},
      {"positions=relative_bias", "relative_buckets=8", "relative_distance=6"},
      {"positions=sinusoidal"},
      {"positions=sinusoidal", "sine_layout=halves", "embedding_scale=off"},
      {"scaled_output=true", "embedding_scale=on"},
      {"positions=rotary", "bias=false"},
      {"feed_forward=0", "norm=post"},
      {"positions=rotary", "rotary_share=0.5", "rotary_base=100"},
      {"positions=rotary", "rotary_scaling=linear", "rotary_factor=4"},
      {"positions=rotary", "rotary_scaling=llama3", "rotary_factor=4", "rotary_original=32"},
      {"head_width=8", "rotary_share=0.75", "positions=rotary", "rotary_scaling=yarn", "rotary_factor=4",
       "rotary_original=64", "rotary_high=32"},
      {"parallel=true", "head_width=6"},
      {"window=3", "window_every=2", "input_norm=true"}};
  for (const std::string& activation : all_activations()) options.push_back({"activation=" + activation});
  for (const NormPlacement& placement : norm_placements())
    options.push_back({"norm=" + std::string(placement.name)});
  for (const auto& set : options) scripts.add(*first_trace(preset_with("characters", set), kNoise), set[0]);
  scripts.add(*first_trace(preset_with("masked-words", {"padding_token=4"}), kNoise), "padding");
  for (const RecurrentCase& c : kRecurrentCases) {
    const ModelConfig config = recurrent_config(c);
    scripts.add(*batch_trace(config, recurrent_batch(config)), c.name);
  }
  for (const char* architecture : {"gpt", "encoder_decoder"}) {
    ModelConfig config = trace_config(architecture);
    scripts.add(*batch_trace(config, trace_batch(config)), architecture);
    config.experts = 3;
    config.experts_per_token = 2;
    scripts.add(*batch_trace(config, trace_batch(config)), std::string(architecture) + "_experts");
    config.positions = "relative_bias";
    scripts.add(*batch_trace(config, trace_batch(config)), std::string(architecture) + "_relative_bias");
  }
  scripts.expect_all_recomputed();
}

/// A pass with one edit after another.
TracePtr edited_trace(const char* preset, const std::vector<const char*>& edits) {
  const Preset p = find_preset(preset);
  std::vector<Intervention> all;
  for (const char* edit : edits)
    std::ranges::move(interventions_of(parse_edit(edit), p.model), std::back_inserter(all));
  return first_trace(p, kNoise, all);
}

TEST(NumpyScript, SaysWhatWasEdited) {
  if (!has_numpy()) GTEST_SKIP() << kPython << " has no NumPy: install python3-numpy";
  const struct {
    const char* preset;
    std::vector<const char*> edits;
    const char* line;
  } cases[] = {
      {"copy", {"no scaling encoder.layers.0.self_attention"}, "x[n + \"scaled\"] = x[n + \"scores\"]"},
      {"copy", {"no norm encoder.layers.0.attention_norm"}, "x[n + \"output\"] = x[\"encoder.layers.0.atten"},
      {"copy", {"no positions", "no residual decoder.layers.1.attention_residual"}, "by an edit"},
      {"modern", {"no positions"}, "x[n + \"rotated_key\"] = x[n + \"key\"]"},
      {"copy", {"no mask decoder.layers.0.self_attention"}, "x[n + \"mask\"] = export[n + \"mask\"]"},
      {"copy", {"zero encoder.layers.0.self_attention#1"}, "x[n + \"context\"] = export[n + \"context\"]"},
      {"copy",
       {"encoder.layers.0.self_attention.query.weight[0,0]+=1"},
       "# Edited before the pass: encoder."},
      {"lstm", {"recurrent.layers.0.cell[0,1,*]=0.5"}, "x[n + \"cell\"] = export[n + \"cell\"]"},
      {"lstm", {"recurrent.layers.0.cell[0,1,*]=0.5", "recurrent.layers.0.cell[0,2,3]*=2"}, "cell.computed"},
      {"seq2seq-attention", {"alignment.weights[0,1,0]=1"}, "edited: read from the export"},
  };
  Scripts scripts;
  int count = 0;
  for (const auto& c : cases) {
    const TracePtr trace = edited_trace(c.preset, c.edits);
    scripts.add(*trace, "edit" + std::to_string(++count));
    EXPECT_NE(numpy_script(*trace, "x").find(c.line), std::string::npos) << c.line;
  }
  scripts.expect_all_recomputed();
}

/// Adds `change` to cell `cell` of a tensor in a safetensors file.
void falsify(const std::filesystem::path& file, const std::string& tensor, std::size_t cell, float change) {
  std::string bytes = read_bytes(file);
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), 8);
  const auto header = nlohmann::json::parse(bytes.substr(8, length));
  const std::size_t at =
      8 + length + header.at(tensor).at("data_offsets").at(0).get<std::size_t>() + 4 * cell;
  float value = 0;
  std::memcpy(&value, bytes.data() + at, 4);
  value += change;
  std::memcpy(bytes.data() + at, &value, 4);
  write_bytes(file, bytes);
}

TEST(NumpyScript, NamesTheTensorOfAFalsifiedCell) {
  if (!has_numpy()) GTEST_SKIP() << kPython << " has no NumPy: install python3-numpy";
  Scripts scripts;
  scripts.add(*first_trace(find_preset("copy"), kNoise), "t");
  const std::filesystem::path script = scripts.path("t.py"), file = scripts.path("t.safetensors");
  const std::string right = read_bytes(file);
  for (const std::string tensor :
       {"encoder.layers.1.self_attention.scores", "decoder.layers.0.feed_forward.activated", "loss.mean"}) {
    write_bytes(file, right);
    falsify(file, tensor, 0, 0.01F);
    const ProcessResult result = run_process({kPython, script});
    EXPECT_EQ(result.exit_code, 1) << tensor;
    EXPECT_TRUE(result.errors.starts_with(tensor + ": cell [")) << result.errors;
  }
  write_bytes(file, right);
  falsify(file, "decoder.layers.0.self_attention.mask", 1, 1.0F);  // −∞ + 1 is −∞
  EXPECT_EQ(run_process({kPython, script}).exit_code, 0);
}

TEST(NumpyScript, EveryKindOfOperationHasItsFunction) {
  for (const std::string& kind : stated_kinds())
    EXPECT_NE(has_numpy_function(kind), fused_kinds().contains(kind))
        << kind << " needs a function in assets/numpy";
  for (const char* score : {"cosine", "additive"}) {
    const RecordedAttention pass(score);
    for (const Operation* o = pass.tape.last_operation(); o; o = o->previous())
      EXPECT_TRUE(has_numpy_function(o->kind())) << o->kind();
  }
  for (const RotaryScalingKind& kind : rotary_scaling_kinds())
    EXPECT_TRUE(!kind.by_wave || has_numpy_function(kind.name)) << kind.name;
}

}  // namespace
}  // namespace attnlab::testing

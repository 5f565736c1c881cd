// Every preset's model, exported to PyTorch, gives the logits and the tokens that it has here.
#include <gtest/gtest.h>

#include "core/io/pytorch/pytorch_folder.h"
#include "core/layers/norm_placement.h"
#include "core/training/live_options.h"
#include "tests/support/activations.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"
#include "tests/support/pytorch.h"
#include "tests/support/temp_folder.h"
#include "tests/trace/models.h"
#include "tests/trace/preset_traces.h"
#include "tests/trace/recurrent_models.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;

constexpr double kWeightNoise = 0.1;
constexpr const char* kNoPytorch = "/usr/bin/python3 has no PyTorch: install python3-torch";

/// Runs check.py of many folders in one process, since loading PyTorch takes longer than most of them.
constexpr const char* kCheckAll = R"py(
import contextlib, io, runpy, sys
failed = 0
for folder in sys.argv[1:]:
    sys.path.insert(0, folder)
    output = io.StringIO()
    try:
        with contextlib.redirect_stdout(output):
            runpy.run_path(folder + "/check.py", run_name="__main__")
    except (Exception, SystemExit) as error:
        print(f"{folder}: {error!r}", file=sys.stderr)
        failed = 1
    print(f"{folder}: {output.getvalue().splitlines()}")
    sys.path.pop(0)
    for name in ("model", "tokenizer"):
        sys.modules.pop(name, None)
sys.exit(failed)
)py";

/// The starting weights with noise, so that no bias is 0 and no norm's γ is 1.
StatePtr noisy_state(const Model& model, const Preset& preset) {
  auto snapshot = std::make_shared<WeightsSnapshot>();
  snapshot->weights.resize(static_cast<std::size_t>(model.parameters().size()));
  model.parameters().initialize(snapshot->weights, 3);
  RandomStream random(5);
  for (Real& w : snapshot->weights) w += static_cast<Real>(kWeightNoise * random.normal());
  auto moments = std::make_shared<OptimizerState>();
  moments->mean.assign(snapshot->weights.size(), Real(0));
  moments->square.assign(snapshot->weights.size(), Real(0));
  return std::make_shared<const TrainingState>(TrainingState{snapshot, moments, first_settings(preset)});
}

/// Exports in a folder.
class PytorchFolders {
 public:
  std::vector<std::string> add(const Preset& preset, const std::string& name) {
    const Experiment e = make_experiment(preset);
    const Checkpoint checkpoint{e.preset, e.vocabularies, e.model, noisy_state(*e.model, e.preset)};
    command_.push_back(folder_ / name);
    return save_pytorch_folder(folder_ / name, checkpoint, {.batches = 1});
  }
  /// A model without a task, whose tokens are characters.
  void add(const ModelConfig& config, const std::string& name) {
    Preset preset;
    preset.name = name;
    preset.task.name = "none";
    preset.model = config;
    const auto letters = [](Index count) {
      std::vector<std::string> entries;
      for (Index i = 0; i < count; ++i) entries.emplace_back(1, static_cast<char>('a' + i));
      return Tokenizer::from_vocabulary(entries, TokenLevel::Characters, kNoSpecialTokens);
    };
    auto vocabularies = std::make_shared<Vocabularies>();
    vocabularies->target = letters(config.target_vocabulary);
    if (has_source(format_of(config))) vocabularies->source = letters(config.source_vocabulary);
    const std::shared_ptr<const Model> model = make_model(config);
    command_.push_back(folder_ / name);
    const auto remarks =
        save_pytorch_folder(folder_ / name, {preset, vocabularies, model, noisy_state(*model, preset)});
    EXPECT_EQ(remarks, std::vector<std::string>{"train.py was not written: the model does not have a task"})
        << name;
  }
  /// A model of another program.
  void add_stored(const fs::path& stored, const std::string& name) {
    command_.push_back(folder_ / name);
    const auto remarks = save_pytorch_folder(folder_ / name, load_checkpoint(stored));
    ASSERT_FALSE(remarks.empty()) << name;
    EXPECT_EQ(remarks.back(), "train.py was not written: the run does not contain optimizer.safetensors")
        << name;
  }
  void expect_all_agree() const {
    const std::string output = python_output(command_);
    if (::testing::Test::HasFailure()) std::cout << output;
  }
  fs::path path(const std::string& name) const { return folder_ / name; }

 private:
  TempFolder folder_;
  std::vector<std::string> command_ = {"-c", kCheckAll};
};

class PresetInPytorch : public ::testing::TestWithParam<std::string> {};

TEST_P(PresetInPytorch, HasTheSameLogitsAndTokens) {
  if (!has_pytorch()) GTEST_SKIP() << kNoPytorch;
  PytorchFolders folders;
  EXPECT_EQ(folders.add(find_preset(GetParam()), "m"), std::vector<std::string>());
  EXPECT_TRUE(fs::exists(folders.path("m") / "train.py"));
  folders.expect_all_agree();
}

INSTANTIATE_TEST_SUITE_P(Every, PresetInPytorch, ::testing::ValuesIn(other_presets()),
                         [](const auto& test) { return test_name(test.param); });

TEST(PytorchExport, ChosenPresetsHaveTheSameLogitsAndTokens) {
  if (!has_pytorch()) GTEST_SKIP() << kNoPytorch;
  PytorchFolders folders;
  for (const std::string& name : chosen_presets()) folders.add(find_preset(name), name);
  folders.expect_all_agree();
}

TEST(PytorchExport, SwitchesThatNoPresetUses) {
  if (!has_pytorch()) GTEST_SKIP() << kNoPytorch;
  PytorchFolders folders;
  std::vector<std::vector<std::string>> options = {
      {"tied_output=false"},
      {"output_bias=true"},
      {"positions=alibi", "window=5"},
      {"positions=alibi", "heads=6"},
      {"window=3", "sinks=2"},
      {"positions=relative_bias", "scaled_scores=false"},
      {"positions=relative_bias", "relative_buckets=8", "relative_distance=6"},
      {"positions=sinusoidal", "key_value_heads=2"},
      {"positions=rotary", "bias=false", "qkv_bias=on"},
      {"feed_forward=0", "norm=post"},
      {"positions=rotary", "rotary_share=0.5", "rotary_base=100"},
      {"parallel=true", "head_width=6", "qkv_bias=off"},
      {"parallel=true", "norm=none"},
      {"causal=false", "positions=none"},
      {"positions=sinusoidal", "sine_layout=halves", "embedding_scale=off"},
      {"embedding_scale=on", "scaled_output=true"},
      {"positions=rotary", "rotary_scaling=linear", "rotary_factor=4"},
      {"positions=rotary", "rotary_scaling=llama3", "rotary_factor=8", "rotary_original=32", "rotary_high=8"},
      {"positions=rotary", "head_width=8", "rotary_share=0.75", "rotary_scaling=yarn", "rotary_factor=4",
       "rotary_original=64", "rotary_high=32", "rotary_gain=1.5"},
      {"window=3", "window_every=2", "input_norm=true"},
      {"norm_kind=rms", "experts=3", "experts_per_token=1"}};
  for (const std::string& activation : all_activations()) options.push_back({"activation=" + activation});
  for (const NormPlacement& placement : norm_placements())
    options.push_back({"norm=" + std::string(placement.name)});
  int number = 0;
  for (const auto& set : options) folders.add(preset_with("characters", set), std::to_string(number++));
  folders.add(preset_with("masked-words", {"output_layer=transform", "segments=2"}), "transform");
  folders.add(preset_with("translate", {"positions=relative_bias", "experts=3", "window=4"}),
              "translate-bias");
  folders.add(preset_with("translate", {"decoder_layers=1", "sine_layout=halves", "scaled_output=true"}),
              "translate-depths");
  folders.add(preset_with("masked-words", {"embedding_scale=on"}), "scale");
  folders.add(preset_with("masked-words", {"padding_token=4"}), "padding");
  folders.add(preset_with("translate", {"tied_output=false", "output_bias=true"}), "biased-output");
  folders.add(preset_with("sentiment", {"pooling=cls", "output_layer=tanh"}), "cls");
  folders.add(preset_with("digits", {"pixel_mean=0.5", "pixel_deviation=0.5"}), "pixels");
  folders.expect_all_agree();
}

TEST(PytorchExport, RecurrentNetworksOfEveryKind) {
  if (!has_pytorch()) GTEST_SKIP() << kNoPytorch;
  PytorchFolders folders;
  for (const RecurrentCase& c : kRecurrentCases) folders.add(recurrent_config(c), c.name);
  folders.expect_all_agree();
}

TEST(PytorchExport, ModelsOfOtherPrograms) {
  if (!has_pytorch()) GTEST_SKIP() << kNoPytorch;
  PytorchFolders folders;
  for (const char* family : {"gpt2", "gpt_neo", "neox", "llama", "llama3", "qwen2", "llama2c", "mistral",
                             "bert", "roberta", "vit", "t5", "t5_gated", "marian", "bart"})
    folders.add_stored(fs::path(ATTNLAB_SOURCE_DIR "/tests/golden/families") / family, family);
  folders.expect_all_agree();
  EXPECT_TRUE(fs::exists(folders.path("gpt2") / "tokenizer.py"));
}

TEST(PytorchExport, TokensOfEveryLevel) {
  if (!has_pytorch()) GTEST_SKIP() << kNoPytorch;
  PytorchFolders folders;
  for (const char* level : {"characters", "words", "bytes", "bpe"})
    for (const char* special : {"false", "true"})
      folders.add(
          preset_with("characters", {std::string("level=") + level, std::string("special_tokens=") + special,
                                     "layers=1", "merges=200"}),
          std::string(level) + special);
  folders.expect_all_agree();
}

/// A changed weight, and a changed token, are seen by check.py.
TEST(PytorchExport, TheCheckSeesADifference) {
  if (!has_pytorch()) GTEST_SKIP() << kNoPytorch;
  PytorchFolders folders;
  folders.add(preset_with("characters", {"layers=1"}), "m");
  const fs::path check = folders.path("m") / "check.py", pass = folders.path("m") / "check.safetensors",
                 texts = folders.path("m") / "check.json";
  const auto result = [&] { return run_process({kPythonProgram, check}, for_pytorch()); };
  EXPECT_EQ(result().exit_code, 0);
  std::string bytes = read_bytes(pass);
  const std::string stored = bytes;
  bytes[bytes.size() - 2] = static_cast<char>(bytes[bytes.size() - 2] ^ 0x40);  // of the last logit
  write_bytes(pass, bytes);
  expect_has(result().errors, "the logits differ by");
  write_bytes(pass, stored);
  std::string json = read_bytes(texts);
  const std::size_t at = json.find("\"tokens\": [") + std::string("\"tokens\": [").size();
  json.insert(json.find_first_of("0123456789", at), "1");
  write_bytes(texts, json);
  expect_has(result().errors, "gives the tokens");
}

TEST(PytorchExport, AFolderOfSomethingElseIsLeftAlone) {
  const TempFolder other;
  write_bytes(other / "mine/notes.txt", "mine");
  const Experiment e = make_experiment(preset_with("reverse", {"width=8", "heads=2"}));
  const Checkpoint checkpoint{e.preset, e.vocabularies, e.model, noisy_state(*e.model, e.preset)};
  expect_has(error_text<std::runtime_error>([&] { save_pytorch_folder(other / "mine", checkpoint); }),
             "does not hold a PyTorch model");
  EXPECT_EQ(save_pytorch_folder(other / "new", checkpoint, {.batches = 0}),
            std::vector<std::string>{"data.safetensors has no batches, because the run is complete: add "
                                     "--batches N to store N batches"});
}

TEST(PytorchExport, TeacherForcingIsNotContinued) {
  const TempFolder folder;
  const Experiment e = make_experiment(preset_with("reverse", {"width=8", "heads=2", "teacher_forcing=0.5"}));
  const auto remarks =
      save_pytorch_folder(folder / "m", {e.preset, e.vocabularies, e.model, noisy_state(*e.model, e.preset)});
  ASSERT_EQ(remarks.size(), 1u);
  expect_has(remarks[0], "train.py was not written: training.teacher_forcing is below 1");
  EXPECT_FALSE(fs::exists(folder / "m/train.py"));
}

}  // namespace
}  // namespace attnlab::testing

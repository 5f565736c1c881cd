// No label is cut: on the stages of the walk, in every part of every view, of models of each kind, at the
// three sizes of the pictures. tests/gui/scripts/labels.txt has dialogs and panels.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "tests/gui/played.h"
#include "tests/support/temp_folder.h"
#include "tests/trace/preset_traces.h"

namespace attnlab {
namespace {

struct LabelledModel {
  const char* preset;
  std::vector<const char*> places;  ///< commands that lead to a place, separated by ';'
};

const std::vector<LabelledModel>& models() {
  static const std::vector<LabelledModel> all{
      {"translate",
       {"walk.to first",
        "walk.to encoder.layers.0.feed_forward.hidden",
        "walk.to encoder.layers.0.feed_forward.activated",
        "walk.to decoder.layers.0.attention_residual",
        "walk.to decoder.layers.1.feed_forward_norm.output",
        "walk.to output.logits",
        "walk.to output.probabilities",
        "walk.to loss",
        "walk.to output.logits.grad",
        "walk.to decoder.layers.1.feed_forward.contract.weight.grad",
        "walk.to decoder.layers.1.feed_forward.output.grad",
        "walk.to last",
        "select.attention cross 1 2",
        "select.stage scores",
        "select.stage softmax",
        "select.stage context",
        "select.stage output",
        "inspect decoder.layers.1.cross_attention.query 0,2,2,5",
        "inspect decoder.layers.1.cross_attention.query.weight.grad 3,4",
        "view heads",
        "choose heads.badge effect",
        "choose heads.sorted on",
        "choose heads.open on",
        "choose heads.compare 1.3",
        "view positions",
        "choose positions.kind rotary",
        "choose positions.kind alibi",
        "choose positions.kind relative_bias",
        "choose positions.shuffle on",
        "view masks",
        "attention.mask window 2 layer",
        "edit.clear;view norms",
        "choose norms.part layers",
        "choose norms.part kinds",
        "choose norms.part depth",
        "view tiles",
        "view tokens;choose tokens.text source",
        "choose tokens.part merges;choose tokens.merges 20",
        "choose tokens.part vocabulary;choose tokens.sort count",
        "choose tokens.part one_hot;choose tokens.text selected",
        "view vectors;vectors.of embedding;vectors.word 12;vectors.choose 10,11,12,13,14,15",
        "choose vectors.by directions;choose vectors.from the;choose vectors.to cat",
        "choose vectors.by neighbours",
        "choose vectors.by pca;vectors.of states;choose vectors.paths on",
        "vectors.of positions",
        "vectors.of embedding;vectors.choose 10,11,12,13,14,15;choose vectors.part similarity",
        "view cost",
        "choose cost.part layers",
        "choose cost.count products",
        "choose cost.part attention",
        "choose cost.of known;choose cost.known gpt3",
        "choose cost.part parameters",
        "choose cost.known transformer-big",
        "cost.sizes gpt3",
        "choose cost.part seconds",
        "view residual",
        "choose residual.colour rank",
        "choose residual.part sizes",
        "choose residual.part directions",
        "view generation",
        "choose generation.part cache",
        "choose generation.part beams",
        "view map",
        "compare.weights;train.step 3",
        "view training;timeline.to 2;pin here",
        "choose training.part samples",
        "choose training.part heads",
        "choose training.all_heads on",
        "choose training.part experiments",
        "train.set batch 16;choose training.part settings",
        "timeline.newest",
        "walk.to encoder.layers.0.feed_forward.hidden;view compare",
        "view hand",
        "hand.step weights",
        "hand.mask window 2;hand.step masked",
        "hand.score cosine;hand.step unit_query",
        "hand.score general;hand.step weighted_key",
        "hand.score additive;hand.step hidden",
        "hand.step scores",
        "hand.size tokens=8 features=8 values=8 hidden=8",
        "hand.open order",
        "hand.open lookup",
        "hand.open widths",
        "choose hand.part numbers;view.beside steps",
        "view heads;choose heads.open off",
        "choose heads.sorted off"}},
      {"brackets-lstm",
       {"walk.to 5", "walk.to loss", "walk.to last", "view map", "view compare;compare.weights",
        "view training;choose training.part samples", "choose training.part heads", "view recurrence",
        "choose recurrence.part gates", "choose recurrence.part states;choose recurrence.order feature",
        "choose recurrence.feature depth;choose recurrence.state cell",
        "choose recurrence.part back;choose recurrence.compare on", "choose recurrence.loss whole",
        "choose recurrence.part eigenvalues", "view attribution"}},
      {"gru",
       {"walk.to recurrent.layers.0.hidden", "view map", "view cost", "choose cost.part attention",
        "view recurrence", "choose recurrence.part gates", "choose recurrence.part back",
        "choose recurrence.part eigenvalues;choose recurrence.gate 2"}},
      {"rnn",
       {"view recurrence", "choose recurrence.part gates", "choose recurrence.part states",
        "choose recurrence.part eigenvalues"}},
      {"seq2seq-attention",
       {"select.tensor alignment.weights", "walk.to 30", "view map", "view recurrence",
        "select.tensor encoder.layers.0.reverse.hidden", "choose recurrence.part gates",
        "choose recurrence.part back", "choose recurrence.part eigenvalues", "view alignment",
        "choose alignment.part map", "choose alignment.part fixed",
        "choose alignment.part figure;alignment.kind dot", "model.discard;choose alignment.part length",
        "choose alignment.width 16;choose alignment.steps 20;choose alignment.experiment on"}},
      {"seq2seq", {"view alignment", "choose alignment.part map", "choose alignment.part fixed"}},
      {"characters",
       {"walk.to loss", "view attribution", "attribution.at 3;choose attribution.metric difference",
        "view masks", "view generation", "view heads", "view training;choose training.part samples",
        "choose training.part heads", "view neurons", "choose neurons.by contribution",
        "choose neurons.by follows", "choose neurons.part examples", "choose neurons.part words",
        "choose neurons.part weights;neuron.off on", "view contributions",
        "choose contributions.order size;choose contributions.against a", "choose contributions.part graph"}},
      {"digits",
       {"walk.to first", "view heads", "view masks", "view map", "view training;choose training.part samples",
        "choose training.part heads", "view attribution", "view pictures", "choose pictures.mean on",
        "choose pictures.part rollout", "choose pictures.part filters", "choose pictures.part positions",
        "choose pictures.part draw", "pad.clear;pad.line 1 white 3 3 12 9", "view neurons",
        "choose neurons.part examples"}},
      {"copy",
       {"view landscape;choose landscape.plane random;choose landscape.size 9",
        "choose landscape.look hills;choose landscape.log on", "view models"}},
      {"bracket-depth",
       {"view probes", "choose probes.label position", "choose probes.part text",
        "choose probes.part training"}},
      {"induction-attention",
       {"view circuits", "choose circuits.measure copying", "choose circuits.part looks",
        "choose circuits.part says", "choose circuits.part eigenvalues", "choose circuits.part composition"}},
      {"induction",
       {"view patching", "choose patching.what heads;choose patching.position 1",
        "choose patching.what path"}},
      {"subwords", {"view tokens", "choose tokens.part merges;choose tokens.merges 300"}},
      {"describe",
       {"walk.to first", "view heads", "view masks", "view positions", "view map", "view generation",
        "view pictures", "view training;choose training.part samples", "choose training.part heads"}},
      {"describe-rnn",
       {"walk.to first", "walk.to loss", "view map", "view generation", "view pictures",
        "view training;choose training.part samples"}},
      {"sentiment",
       {"view training;choose training.part samples", "view contributions",
        "choose contributions.part graph"}},
      {"modern", {"walk.to decoder.layers.0.feed_forward.activated", "view positions", "view map"}},
      {"experts",
       {"select.tensor decoder.layers.1.feed_forward.router.gates", "view map", "view experts",
        "choose experts.part shares", "choose experts.part words", "choose experts.order mostly",
        "choose experts.part without;expert.off on", "view neurons;choose neurons.by follows",
        "choose neurons.part examples"}},
      {"word-vectors",
       {"walk.to first", "walk.to loss", "view map", "view training;choose training.part samples",
        "view vectors;choose vectors.a uncle;choose vectors.b man;choose vectors.c woman",
        "choose vectors.part pairs;vectors.pair next"}}};
  return all;
}

std::string lines(std::string commands) {
  for (char& letter : commands)
    if (letter == ';') letter = '\n';
  return commands + "\n";
}

/// By sizes of text, as another one needs other fonts, which cost more than showing a place once more.
const std::vector<std::string> kLabelSizes[] = {
    {"text_size 100;window 1600 1000", "text_size 100;window 1280 720"}, {"text_size 150;window 2560 1440"}};

/// For a language of longer texts.
const std::vector<std::string> kSizesOfLongTexts[] = {{"text_size 100;window 1280 720"}};

/// Each place at each size, with these checks.
std::string script_of(const LabelledModel& model, std::span<const std::vector<std::string>> all_sizes,
                      const std::string& checks) {
  std::string s = "motion off\nwait_idle\ntrain.step 3\nwait_idle\n";
  for (const std::vector<std::string>& sizes : all_sizes) {
    s += "state.reset\n";
    for (const char* place : model.places) {
      s += lines(place);
      for (const std::string& size : sizes) s += lines(size) + "wait_idle\nwait_frames 2\n" + lines(checks);
    }
  }
  return s + "quit\n";
}

void PrintTo(const LabelledModel& model, std::ostream* out) { *out << model.preset; }

class Labels : public ::testing::TestWithParam<LabelledModel> {};

TEST_P(Labels, AreNotCutAtThreeSizes) {
  const testing::TempFolder folder;
  testing::write_bytes(folder / "labels.txt", script_of(GetParam(), kLabelSizes, "expect cut none"));
  testing::expect_played(folder / "labels.txt", folder.path(), {"--preset", GetParam().preset});
}

INSTANTIATE_TEST_SUITE_P(Gui, Labels, ::testing::ValuesIn(models()),
                         [](const auto& made) { return testing::test_name(made.param.preset); });

/// In the language `long` of scripts/messages.sh, in which each vowel of a message has an accent.
class LongLabels : public ::testing::TestWithParam<LabelledModel> {};

/// Places that show texts of the data, names of options, or formulas with words, which are the same in all
/// languages.
constexpr std::string_view kShowData[] = {
    "choose training.part samples",
    "choose vectors.by directions;choose vectors.from the;choose vectors.to cat",
    "view generation",
    "hand.mask window 2;hand.step masked",
    "hand.score cosine;hand.step unit_query",
    "train.set batch 16;choose training.part settings"};

TEST_P(LongLabels, AreTranslated) {
  const testing::TempFolder folder;
  testing::make_languages(folder.path());
  LabelledModel model = GetParam();
  std::erase_if(model.places, [](const char* place) {
    return std::ranges::find(kShowData, std::string_view(place)) != std::end(kShowData);
  });
  testing::write_bytes(folder / "labels.txt",
                       script_of(model, kSizesOfLongTexts, "expect untranslated none"));
  testing::expect_played(folder / "labels.txt", folder.path(),
                         {"--preset", GetParam().preset, "--language", (folder / "long.mo").string()});
}

bool is_chosen(const LabelledModel& model) { return std::string_view(model.preset) == "translate"; }

std::vector<LabelledModel> chosen_models(bool chosen) {
  std::vector<LabelledModel> found;
  for (const LabelledModel& model : models())
    if (is_chosen(model) == chosen) found.push_back(model);
  return found;
}

INSTANTIATE_TEST_SUITE_P(Chosen, LongLabels, ::testing::ValuesIn(chosen_models(true)),
                         [](const auto& made) { return testing::test_name(made.param.preset); });
INSTANTIATE_TEST_SUITE_P(Every, LongLabels, ::testing::ValuesIn(chosen_models(false)),
                         [](const auto& made) { return testing::test_name(made.param.preset); });

}  // namespace
}  // namespace attnlab

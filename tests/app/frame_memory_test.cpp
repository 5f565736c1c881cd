// Memory of views between frames: of two models drawn in turn, neither shows in the other's picture.
#include "app/base/frame_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cfloat>
#include <chrono>
#include <thread>

#include "app/features/cost/choice.h"
#include "app/features/positions/choice.h"
#include "app/figure/offscreen.h"
#include "app/figure/svg.h"
#include "app/state/lab/lab.h"
#include "app/views/common/hover.h"
#include "app/views/common/views.h"
#include "app/views/stage/walk_steps.h"
#include "tests/app/traced.h"
#include "tests/trace/preset_traces.h"

namespace attnlab {
namespace {

void ignore(const Command&) {}

/// The figure, as text, that `view` draws of the model with this memory.
std::string drawn_by(void (*view)(const ViewModel&), ViewModel model, FrameMemory& memory) {
  model.figure = true;
  model.memory = &memory;
  model.trace_version = 7;  // the models have traces of one version
  const OffscreenOptions options{.width = 1000, .height = 1500, .paint = false};
  const Drawn drawn = draw_offscreen(
      [&] {
        begin_hover({-FLT_MAX, -FLT_MAX});
        view(model);
      },
      options);
  return svg(drawn.figure, {drawn.area, 0, ""});
}

void draw_stage_and_inspector(const ViewModel& model) {
  ImGui::BeginChild("stage", {0, 1000});
  draw_stage(model, ignore);
  ImGui::EndChild();
  ImGui::BeginChild("inspector");
  draw_inspector(model, ignore);
  ImGui::EndChild();
}

/// A model with its own first weights after two steps.
class DrawnLab {
 public:
  DrawnLab(const std::string& preset, Index seed)
      : lab_({[] {}, [](const std::string&) {}, [](const FigureRequest&) {}}) {
    lab_.open({.name = preset, .play = false});
    settle();
    say("train.reset " + std::to_string(seed));
    say("train.step 2");
  }

  void say(const std::string& line) {
    lab_.apply_or_throw(parse_command(line));
    settle();
  }
  std::string drawn(FrameMemory& memory) const {
    return drawn_by(draw_stage_and_inspector, lab_.view(), memory);
  }

 private:
  void settle() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    for (int idle = 0; idle < 3;) {
      lab_.update();
      idle = lab_.idle() ? idle + 1 : 0;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      ASSERT_LT(std::chrono::steady_clock::now(), end) << "still busy";
    }
  }

  Lab lab_;
};

/// The commands that choose what the stage shows.
struct Scene {
  std::string name;
  std::vector<std::string> commands;
  std::string preset = "induction";
};

const std::vector<Scene>& scenes() {
  static const std::vector<Scene> all{
      Scene{"Scores", {"view steps"}},
      Scene{"Projection", {"view steps", "select.stage query"}},
      Scene{"Norm", {"view steps", "select.tensor decoder.layers.0.attention_norm.output"}},
      Scene{"Gradient", {"view steps", "select.tensor decoder.layers.0.feed_forward.hidden.grad"}},
      Scene{"Heads", {"view heads"}},
      Scene{"OpenHead", {"view heads", "choose heads.open on", "choose heads.compare 1.2"}},
      Scene{"MeanOfHeads", {"view heads", "choose heads.open on", "choose heads.average on"}},
      Scene{"Positions", {"view positions"}},
      Scene{"Masks", {"view masks"}},
      Scene{"NormTokens", {"view norms"}},
      Scene{"NormLayers", {"view norms", "choose norms.part layers"}},
      Scene{"NormKinds", {"view norms", "choose norms.part kinds"}},
      Scene{"Generation", {"view generation"}},
      Scene{"Map", {"view map"}},
      Scene{"Compare", {"edit zero decoder.layers.0.self_attention#1", "view compare"}},
      Scene{"Hills",
            {"view landscape", "choose landscape.plane random", "choose landscape.size 9",
             "choose landscape.look hills"},
            "copy"},
      Scene{"Models", {"view models"}},
      Scene{"Training", {"view training"}},
      Scene{"Tiles", {"view tiles"}},
      Scene{"Experts", {"view experts"}, "experts"},
      Scene{"Pictures", {"view pictures"}, "digits"},
      Scene{"Circuits", {"view circuits"}},
      Scene{"Looks", {"view circuits", "choose circuits.part looks"}},
      Scene{"Composition", {"view circuits", "choose circuits.part composition"}},
      Scene{"Contributions", {"view contributions"}},
      Scene{"FiltersOfPatches", {"view pictures", "choose pictures.part filters"}, "digits"},
      Scene{"Rollout", {"view pictures", "choose pictures.part rollout"}, "digits"},
      Scene{"PositionsOfPatches", {"view pictures", "choose pictures.part positions"}, "digits"},
      Scene{"Pad", {"view pictures", "choose pictures.part draw"}, "digits"},
      Scene{"Probes", {"view probes"}, "brackets-lstm"},
      Scene{"ProbesOfText", {"view probes", "choose probes.part text"}, "brackets-lstm"},
      Scene{"SharesOfExperts", {"view experts", "choose experts.part shares"}, "experts"},
      Scene{"ResidualStream", {"view residual"}},
      Scene{"Directions", {"view residual", "choose residual.part directions"}},
      Scene{"Unrolled", {"view recurrence"}, "brackets-lstm"},
      Scene{"GatesOverTime", {"view recurrence", "choose recurrence.part gates"}, "brackets-lstm"},
      Scene{"StatesOverTime", {"view recurrence", "choose recurrence.part states"}, "brackets-lstm"},
      Scene{"BackwardInTime", {"view recurrence", "choose recurrence.part back"}, "brackets-lstm"},
      Scene{"Eigenvalues", {"view recurrence", "choose recurrence.part eigenvalues"}, "brackets-lstm"},
      Scene{"Patching", {"view patching"}, "translate"},
      Scene{"PatchingOfPaths", {"view patching", "choose patching.what path"}, "translate"},
      Scene{"Alignment", {"view alignment"}, "seq2seq-attention"},
      Scene{"MapOfAlignment", {"view alignment", "choose alignment.part map"}, "seq2seq-attention"},
      Scene{"FixedVector", {"view alignment", "choose alignment.part fixed"}, "seq2seq-attention"},
      Scene{"Tokens", {"view tokens"}},
      Scene{"Merges", {"view tokens", "choose tokens.part merges"}},
      Scene{"Vocabulary", {"view tokens", "choose tokens.part vocabulary"}},
      Scene{"OneHot", {"view tokens", "choose tokens.part one_hot"}},
      Scene{"Vectors", {"view vectors", "vectors.word 5", "vectors.choose 5,6,7"}, "word-vectors"},
      Scene{"VectorsAround",
            {"view vectors", "vectors.word 5", "choose vectors.by neighbours"},
            "word-vectors"},
      Scene{"Analogy",
            {"view vectors", "choose vectors.a uncle", "choose vectors.b man", "choose vectors.c woman"},
            "word-vectors"},
      Scene{"Similarity",
            {"view vectors", "choose vectors.part similarity", "vectors.choose 5,6,7"},
            "word-vectors"},
      Scene{"Pairs", {"view vectors", "choose vectors.part pairs", "vectors.pair 9"}, "word-vectors"},
      Scene{"Neurons", {"view neurons"}},
      Scene{"NeuronsByContribution", {"view neurons", "choose neurons.by contribution"}},
      Scene{"ExamplesOfNeurons", {"view neurons", "choose neurons.part examples"}},
      Scene{"WordsOfNeurons", {"view neurons", "choose neurons.part words"}},
      Scene{"WeightsOfNeurons", {"view neurons", "choose neurons.part weights"}},
      Scene{"Cost", {"view cost"}},
      Scene{"CostOfLayers", {"view cost", "choose cost.part layers"}},
      Scene{"Attribution", {"view attribution"}},
      Scene{"AttributionOfPatches", {"view attribution"}, "digits"}};
  return all;
}

/// The presets of the scenes, each once.
std::vector<std::string> presets_of_scenes() {
  std::vector<std::string> presets;
  for (const Scene& scene : scenes())
    if (std::ranges::find(presets, scene.preset) == presets.end()) presets.push_back(scene.preset);
  return presets;
}

void expect_own_pictures(const DrawnLab& one, const DrawnLab& two) {
  FrameMemory of_one, of_two;
  const std::string first = one.drawn(of_one), second = two.drawn(of_two);
  EXPECT_TRUE(first != second) << "the two models must differ";
  EXPECT_TRUE(one.drawn(of_one) == first);
  EXPECT_TRUE(two.drawn(of_two) == second);
  // Even with one memory for both: cached values have the key of their trace.
  EXPECT_TRUE(two.drawn(of_one) == second);
  EXPECT_TRUE(one.drawn(of_one) == first);
}

struct DrawnInTurn : ::testing::TestWithParam<std::string> {};

TEST_P(DrawnInTurn, NoModelIsSeenInThePictureOfAnother) {
  DrawnLab one(GetParam(), 1), two(GetParam(), 2);
  for (const Scene& scene : scenes()) {
    if (scene.preset != GetParam()) continue;
    SCOPED_TRACE(scene.name);
    for (DrawnLab* lab : {&one, &two}) {
      lab->say("state.reset");
      for (const std::string& command : scene.commands) lab->say(command);
    }
    expect_own_pictures(one, two);
  }
}

INSTANTIATE_TEST_SUITE_P(Stage, DrawnInTurn, ::testing::ValuesIn(presets_of_scenes()),
                         [](const auto& made) { return testing::test_name(made.param); });

void leave_as_it_is(ModelConfig&) {}
void see_all(ModelConfig& c) { c.causal = false; }
void take_one_layer(ModelConfig& c) { c.layers = 1; }
void take_half_the_width(ModelConfig& c) { c.width /= 2; }

/// A trace of a small model: its preset, changed by `change`.
ViewModel small_model(void (*change)(ModelConfig&)) {
  Preset preset = find_preset("induction");
  change(preset.model);
  ViewModel model;
  model.trace = traced(preset, "", "abcab");
  return model;
}

TEST(Remembered, AModelMapIsThatOfItsModel) {
  const auto map = [](const ViewModel& model) { draw_model_map(model, ignore); };
  const ViewModel masked = small_model(leave_as_it_is), open = small_model(see_all);
  FrameMemory first, second;
  const std::string of_masked = drawn_by(map, masked, first), of_open = drawn_by(map, open, second);
  EXPECT_TRUE(of_masked != of_open);
  EXPECT_TRUE(drawn_by(map, open, first) == of_open) << "its attentions are named as in the model before it";
  EXPECT_TRUE(drawn_by(map, masked, first) == of_masked);
}

TEST(Remembered, BucketsAreThoseOfTheModel) {
  const auto stage = [](const ViewModel& model) {
    ImGui::BeginChild("stage", {0, 1000});
    draw_stage(model, ignore);
    ImGui::EndChild();
  };
  ViewModel masked = small_model(leave_as_it_is), open = small_model(see_all);
  for (ViewModel* model : {&masked, &open}) {
    model->state.view = &positions::kFeature;
    model->state.choices.of<PositionsChoice>().kind = "relative_bias";
  }
  FrameMemory first, second;
  const std::string of_masked = drawn_by(stage, masked, first), of_open = drawn_by(stage, open, second);
  EXPECT_TRUE(of_masked != of_open) << "one has buckets for later keys";
  EXPECT_TRUE(drawn_by(stage, open, first) == of_open);
  EXPECT_TRUE(drawn_by(stage, masked, first) == of_masked);
}

TEST(Remembered, CountsAreThoseOfTheModel) {
  const auto stage = [](const ViewModel& model) {
    ImGui::BeginChild("stage", {0, 1000});
    draw_stage(model, ignore);
    ImGui::EndChild();
  };
  for (const char* part : {"parameters", "layers", "attention"}) {
    ViewModel two = small_model(leave_as_it_is), one = small_model(take_half_the_width);
    for (ViewModel* model : {&two, &one}) {
      model->state.view = &cost::kFeature;
      model->state.choices.of<CostChoice>().part = part;
    }
    FrameMemory first, second;
    const std::string of_two = drawn_by(stage, two, first), of_one = drawn_by(stage, one, second);
    EXPECT_TRUE(of_two != of_one) << part;
    EXPECT_TRUE(drawn_by(stage, one, first) == of_one) << part;
    EXPECT_TRUE(drawn_by(stage, two, first) == of_two) << part;
  }
}

TEST(Remembered, TheWalkIsThatOfTheTrace) {
  ViewModel one = small_model(leave_as_it_is), two = small_model(take_one_layer);
  FrameMemory first, second;
  one.memory = &first;
  two.memory = &second;
  const PassWalk& of_one = walk_of(one);
  const std::size_t steps = of_one.steps.size();
  EXPECT_LT(walk_of(two).steps.size(), steps);
  EXPECT_EQ(&walk_of(one), &of_one) << "it is not made anew";
  EXPECT_EQ(of_one.steps.size(), steps);
  two.memory = &first;
  EXPECT_LT(walk_of(two).steps.size(), steps) << "both have version 0";
}

TEST(Remembered, AViewWithoutAMemoryCannotBeDrawn) {
  const ViewModel model = small_model(leave_as_it_is);
  EXPECT_THROW(walk_of(model), std::logic_error);
}

TEST(FrameMemory, HasOneObjectOfEachType) {
  struct Count {
    int value = 3;
  };
  struct OtherCount {
    int value = 4;
  };
  FrameMemory one, two;
  Count& count = one.of<Count>();
  EXPECT_EQ(count.value, 3);
  count.value = 5;
  EXPECT_EQ(one.of<OtherCount>().value, 4);
  EXPECT_EQ(&one.of<Count>(), &count);
  EXPECT_EQ(two.of<Count>().value, 3);
}

}  // namespace
}  // namespace attnlab

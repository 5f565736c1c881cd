// Every view has its words, is found by its name, takes its choices, and is drawn.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/feature/opened_features.h"
#include "app/features/alignment/choice.h"
#include "app/features/architecture/choice.h"
#include "app/features/attribution/choice.h"
#include "app/features/circuits/choice.h"
#include "app/features/compare/choice.h"
#include "app/features/contributions/choice.h"
#include "app/features/experts/choice.h"
#include "app/features/generation/choice.h"
#include "app/features/models/choice.h"
#include "app/features/neurons/choice.h"
#include "app/features/norms/choice.h"
#include "app/features/patching/choice.h"
#include "app/features/pictures/choice.h"
#include "app/features/positions/choice.h"
#include "app/features/probes/choice.h"
#include "app/features/recurrence/choice.h"
#include "app/features/residual/choice.h"
#include "app/features/tokens/choice.h"
#include "app/features/vectors/choice.h"
#include "app/figure/save.h"
#include "app/state/heads_choice.h"
#include "app/views/common/view_page.h"
#include "core/analysis/recurrence/alignment.h"
#include "core/models/architecture_kind.h"
#include "core/training/preset.h"
#include "tests/app/commands_fixture.h"
#include "tests/support/error_text.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"
#include "tests/support/xml.h"

namespace attnlab {
namespace {

/// A view without a page, offered to models other than Transformers.
const Feature kStrangeView{.name = "strange",
                           .title = "Strange",
                           .group = nullptr,
                           .term = "mask",
                           .offered = [](const ModelConfig& config) { return !is_transformer(config); }};

std::string usage_of(std::string_view verb) {
  const auto found = std::ranges::find(Dispatcher::commands(), verb, &CommandInfo::verb);
  return found == Dispatcher::commands().end() ? "" : std::string(found->arguments);
}

struct ViewKindsTest : CommandsTest {};

TEST_F(ViewKindsTest, HaveWordsOfTheirOwn) {
  std::set<std::string_view> names, titles;
  for (const Feature* view : features()) {
    EXPECT_TRUE(names.insert(view->name).second) << view->name;
    EXPECT_TRUE(titles.insert(view->title).second) << view->title;
    EXPECT_EQ(view->name.find_first_of(" .|"), std::string_view::npos) << view->name;
    EXPECT_EQ(&find_feature(view->name), view);
  }
  EXPECT_FALSE(names.contains("none")) << "no second view";
}

TEST_F(ViewKindsTest, AreChosenByTheirNames) {
  const AppState& state = dispatcher.state();
  for (const Feature* view : features()) {
    say("view " + std::string(view->name));
    EXPECT_EQ(state.view, view);
    for (const Feature* other : features()) {
      const std::string beside = "view.beside " + std::string(other->name);
      if (other == view) {
        EXPECT_EQ(refusal(beside), "this view is already on the stage");
      } else {
        say(beside);
        EXPECT_EQ(state.beside, other);
        EXPECT_TRUE(on_stage(state, *view) && on_stage(state, *other));
      }
    }
    say("view.beside none");
    EXPECT_EQ(state.beside, nullptr);
  }
}

TEST_F(ViewKindsTest, AnUnknownNameIsRefused) {
  for (const char* line : {"view head", "view.beside head", "choose head.open on"}) {
    const std::string error = refusal(line);
    EXPECT_TRUE(error.starts_with("there is no view head; did you mean heads")) << error;
  }
}

TEST_F(ViewKindsTest, StandInTheUsageOfTheirCommands) {
  std::string all;
  for (const Feature* view : features()) all += "|" + std::string(view->name);
  EXPECT_EQ(usage_of("view"), all.substr(1));
  EXPECT_EQ(usage_of("view.beside"), "none" + all);
}

/// Gives an option another valid value.
void give_another_value(const Field& field) {
  if (bool* const* flag = std::get_if<bool*>(&field.value)) {
    **flag = !**flag;
  } else if (std::string* const* text = std::get_if<std::string*>(&field.value)) {
    **text = field.choices.empty() ? "1.0" : std::string(field.choices.back().name);
  } else {
    std::visit(
        [&](auto* value) {
          using Number = std::remove_pointer_t<decltype(value)>;
          if constexpr (std::is_same_v<Number, Index> || std::is_same_v<Number, double>) {
            const auto least = static_cast<Number>(field.minimum);
            *value = *value == least ? least + 1 : least;
          }
        },
        field.value);
  }
}

TEST_F(ViewKindsTest, TakeEachOfTheirChoices) {
  for (const Feature* const kind : features()) {
    const Feature& view = *kind;
    Choices fresh;
    std::set<std::string_view> names;
    EXPECT_NO_THROW(check_fields(choice_fields(fresh, view), view.name));
    for (std::size_t i = 0; i < choice_fields(fresh, view).size(); ++i) {
      Choices wanted = dispatcher.state().choices;
      const Field field = choice_fields(wanted, view)[i];
      const std::string before = field_text(field);
      give_another_value(field);
      const std::string name = std::string(view.name) + "." + std::string(field.name),
                        text = field_text(field);
      EXPECT_TRUE(names.insert(field.name).second) << name;
      EXPECT_FALSE(field.help.empty()) << name;
      EXPECT_NE(text, before) << name;
      const bool is_switch = std::holds_alternative<bool*>(field.value);
      dispatcher.apply({"choose", {name, is_switch ? (text == "true" ? "on" : "off") : text}}, kTranslate);
      EXPECT_EQ(dispatcher.state().choices, wanted) << name << " " << text;
    }
    EXPECT_NE(refusal("choose " + std::string(view.name) + ".nothing 1"), "");
  }
}

TEST_F(ViewKindsTest, ForgetOneModelAndKeepHowTheyLook) {
  Choices choices;
  forget_model(choices);
  EXPECT_EQ(choices, Choices{});
  choices.of<HeadsChoice>() = {.open = true, .compare = "1.0", .sorted = true};
  choices.of<NormsChoice>() = {.norm = "decoder.norm", .part = "depth"};
  choices.of<MapChoice>().options = false;
  choices.of<MapChoice>().zoom = 400;
  choices.of<GenerationChoice>() = {.temperature = 2, .step = 3};
  choices.of<ExpertsChoice>() = {.part = "words", .expert = 3};
  choices.of<CircuitsChoice>() = {
      .part = "says", .measure = "copying", .words = "a b", .distance = 3, .by = "query"};
  choices.of<ProbesChoice>() = {.part = "text", .label = "before"};
  choices.of<VectorsChoice>().part = "pairs";
  choices.of<VectorsChoice>().of = "output.weight";
  choices.of<VectorsChoice>().chosen = {3, 5};
  choices.of<VectorsChoice>().by = "directions";
  choices.of<VectorsChoice>().from = "man";
  choices.of<VectorsChoice>().zoom = 300;
  choices.of<RecurrenceChoice>() = {.part = "back", .loss = "whole", .target = 3, .compare = true, .gate = 2};
  choices.of<ResidualChoice>() = {.part = "sizes", .colour = "rank", .state = 3, .position = 2};
  choices.of<NeuronsChoice>() = {.part = "words", .unit = 5};
  choices.of<ContributionsChoice>() = {.part = "graph", .word = "e", .against = "a", .selected = "x"};
  choices.of<PicturesChoice>() = {.part = "draw", .filter = 3, .pen = "grey", .row = 2};
  choices.of<ModelsChoice>() = {.part = "heads", .run = 2, .match = "chosen", .other_head = 3};
  choices.of<TokensChoice>() = {.part = "merges", .merges = 5, .search = "a", .sort = "count"};
  choices.of<AttributionChoice>() = {
      .position = 3, .word = 4, .against = 5, .metric = "difference", .steps = 8};
  forget_model(choices);
  EXPECT_EQ(choices.of<HeadsChoice>(), HeadsChoice{.sorted = true});
  EXPECT_EQ(choices.of<NormsChoice>(), (NormsChoice{.norm = "", .part = "depth"}));
  MapChoice whole;
  whole.options = false;
  EXPECT_EQ(choices.of<MapChoice>(), whole);
  EXPECT_EQ(choices.of<GenerationChoice>(), GenerationChoice{.temperature = 2});
  EXPECT_EQ(choices.of<ExpertsChoice>(), ExpertsChoice{.part = "words"});
  EXPECT_EQ(choices.of<ModelsChoice>(), (ModelsChoice{.part = "heads", .run = 2}));
  EXPECT_EQ(choices.of<CircuitsChoice>(),
            (CircuitsChoice{.part = "says", .measure = "copying", .words = "", .by = "query"}));
  EXPECT_EQ(choices.of<ProbesChoice>(), (ProbesChoice{.part = "text", .label = "before"}));
  EXPECT_EQ(choices.of<TokensChoice>(), (TokensChoice{.part = "merges", .search = "", .sort = "count"}));
  EXPECT_EQ(choices.of<AttributionChoice>(), (AttributionChoice{.metric = "difference", .steps = 8}));
  VectorsChoice vectors;
  vectors.by = "directions";
  EXPECT_EQ(choices.of<VectorsChoice>(), vectors) << "words and rows are of one model, and so are pairs";
  EXPECT_EQ(choices.of<RecurrenceChoice>(), (RecurrenceChoice{.part = "back", .loss = "whole"}));
  EXPECT_EQ(choices.of<ResidualChoice>(), (ResidualChoice{.part = "sizes", .colour = "rank"}));
  EXPECT_EQ(choices.of<NeuronsChoice>(), NeuronsChoice{.part = "words"});
  EXPECT_EQ(choices.of<ContributionsChoice>(), ContributionsChoice{.part = "graph"});
  EXPECT_EQ(choices.of<PicturesChoice>(), (PicturesChoice{.part = "draw", .pen = "grey"}));
}

TEST(OfferedViews, AreThoseOfTheModel) {
  const ModelConfig transformer = find_preset("translate").model, recurrent = find_preset("gru").model;
  EXPECT_TRUE(is_offered(kStrangeView, nullptr));
  EXPECT_TRUE(is_offered(kStrangeView, &recurrent));
  EXPECT_FALSE(is_offered(kStrangeView, &transformer));
  EXPECT_NO_THROW(require_offered(kStrangeView, &recurrent));
  EXPECT_EQ(testing::error_text<std::invalid_argument>([&] { require_offered(kStrangeView, &transformer); }),
            "this model has no view strange");
  for (const ModelConfig* config : {&transformer, &recurrent}) {
    const std::vector<const Feature*> offered = offered_views(config);
    ASSERT_FALSE(offered.empty());
    EXPECT_EQ(offered.front(), features().front()) << "every model has the first view";
    for (const Feature* view : offered) EXPECT_NO_THROW(require_offered(*view, config));
  }
}

/// Names of the views of a model.
std::string offered_names(const ModelConfig& config) {
  std::string names;
  for (const Feature* view : offered_views(&config)) names += std::string(view->name) + " ";
  return names;
}

TEST(OfferedViews, OfEachPresetHaveSomethingToShow) {
  for (const Preset& preset : builtin_presets()) {
    const ModelConfig& model = preset.model;
    const bool blocks = is_transformer(model);
    const Format format = format_of(model);
    const bool writes = writes_text(format);
    const auto where = [](bool there, const char* names) { return std::string(there ? names : ""); };
    EXPECT_EQ(offered_names(model),
              "steps " + where(blocks, "heads positions masks norms ") + "map " +
                  where(architecture_of(model).has_cells(), "recurrence ") +
                  where(is_recurrent_pair(model), "alignment ") + where(model.experts > 0, "experts ") +
                  where(writes, "generation ") +
                  where(format != Format::Picture && format != Format::Numbers, "tokens ") + "vectors " +
                  where(has_picture(format), "pictures ") + where(blocks, "residual ") +
                  where(blocks, "contributions ") +
                  where(architecture_of(model).has_layers(), "attribution ") +
                  where(can_be_patched(model), "patching ") + where(blocks, "circuits ") +
                  where(has_feed_forward(model), "neurons ") +
                  where(architecture_of(model).has_layers(), "probes ") + "compare " + "models " +
                  "training " + "landscape " + where(blocks, "tiles ") + "hand " + "cost ")
        << preset.name;
  }
}

TEST(OfferedViews, OthersSayWhatTheModelLacks) {
  const auto refusal = [](const char* preset, const Feature& view) {
    const ModelConfig config = find_preset(preset).model;
    return testing::error_text<std::invalid_argument>([&] { require_offered(view, &config); });
  };
  EXPECT_EQ(refusal("lstm", heads::kFeature), "this model has no view heads: it has no attention heads");
  EXPECT_EQ(refusal("lstm", norms::kFeature), "this model has no view norms: it does not have norms");
  EXPECT_EQ(refusal("translate", experts::kFeature), "this model has no view experts: it has no experts");
  EXPECT_EQ(refusal("translate", recurrence::kFeature),
            "this model has no view recurrence: it has no recurrent layers");
  EXPECT_EQ(refusal("lstm", residual::kFeature),
            "this model has no view residual: its layers replace their state instead of adding to a stream");
  EXPECT_EQ(refusal("translate", alignment::kFeature),
            "this model has no view alignment: it is not a recurrent encoder–decoder");
  EXPECT_EQ(refusal("lstm", contributions::kFeature),
            "this model has no view contributions: its logits are computed from a state that gates "
            "overwrite, not from a stream to which its parts add");
  EXPECT_EQ(refusal("translate", pictures::kFeature),
            "this model has no view pictures: it does not read pictures");
  EXPECT_EQ(refusal("digits", patching::kFeature), "this model has no view patching: it reads images");
  EXPECT_EQ(refusal("lstm", patching::kFeature), "this model has no view patching: it is not a Transformer");
  EXPECT_EQ(refusal("lstm", neurons::kFeature), "this model has no view neurons: it is not a Transformer");
  EXPECT_EQ(refusal("word-vectors", attribution::kFeature),
            "this model has no view attribution: it compares pairs of words and does not predict tokens");
  EXPECT_EQ(refusal("superposition", attribution::kFeature),
            "this model has no view attribution: it predicts numbers and not tokens");
  EXPECT_EQ(refusal("superposition", tokens::kFeature),
            "this model has no view tokens: it does not read text");
  EXPECT_EQ(refusal("digits", tokens::kFeature), "this model has no view tokens: it does not read text");
  EXPECT_EQ(refusal("digits", generation::kFeature),
            "this model has no view generation: it does not generate text");
  EXPECT_EQ(refusal("word-vectors", probes::kFeature),
            "this model has no view probes: it has no layers that probes could read");
  EXPECT_EQ(refusal("word-vectors", positions::kFeature),
            "this model has no view positions: Word vectors read a single word, so they have no positions.");
}

TEST(OfferedViews, OthersLeaveTheStage) {
  const ModelConfig transformer = find_preset("translate").model, recurrent = find_preset("gru").model;
  AppState state;
  state.view = &kStrangeView;
  state.beside = &compare::kFeature;
  clamp_views(state, {.config = &recurrent});
  EXPECT_EQ(state.view, &kStrangeView);
  clamp_views(state, {.config = &transformer});
  EXPECT_EQ(state.view, features().front());
  EXPECT_EQ(state.beside, &compare::kFeature);
  state.beside = &heads::kFeature;
  clamp_views(state, {.config = &recurrent});
  EXPECT_EQ(state.beside, nullptr) << "a recurrent network has no heads";
  state.beside = &kStrangeView;
  clamp_views(state, {.config = &transformer});
  EXPECT_EQ(state.beside, nullptr);
}

TEST(ViewPages, ThereIsOneOfEachView) {
  for (const Feature* feature : features()) EXPECT_NE(page_of(*feature).draw, nullptr) << feature->name;
}

struct ViewFigures : LabTest {
  /// Puts the view on the stage, of a model that is offered it.
  void show(const Feature& view) {
    const ModelConfig now = find_preset(ask("preset")).model;
    for (const char* preset : {"experts", "lstm", "seq2seq-attention", "digits"}) {
      const ModelConfig other = find_preset(preset).model;
      if (is_offered(view, &now) || !is_offered(view, &other)) continue;
      open(preset);
      break;
    }
    say_and_settle("view " + std::string(view.name));
  }
};

TEST_F(ViewFigures, AreNotDrawnOfModelsWithoutThem) {
  open();
  say_and_settle("view heads");
  open("lstm");
  settle();
  EXPECT_EQ(ask("view"), "steps");
  EXPECT_THROW(say("view masks"), std::invalid_argument);
  EXPECT_EQ(ask("view"), "steps");
}

TEST_F(ViewFigures, AreDrawnOfBlocksOfAttentionAlone) {
  const testing::TempFolder folder;
  const auto preset = std::make_shared<Preset>(find_preset("reverse"));
  for (const char* option : {"model.feed_forward=0", "model.activation=gelu"}) set_option(*preset, option);
  open();
  lab->open({OpenRequest::Kind::Changed, "attention alone", false, preset});
  settle();
  EXPECT_EQ(ask("title"), "attention alone");
  for (const Feature* view : offered_views(&preset->model)) {
    say_and_settle("view " + std::string(view->name));
    const std::string file = (folder / (std::string(view->name) + ".svg")).string();
    ASSERT_NO_THROW(save_figure(lab->view(), {.file = file})) << view->name;
    EXPECT_EQ(testing::read_bytes(file).find("feed-forward"), std::string::npos) << view->name;
  }
}

TEST_F(ViewFigures, AreDrawnOfEachView) {
  const testing::TempFolder folder;
  open();
  for (const Feature* const kind : features()) {
    const Feature& view = *kind;
    show(view);
    EXPECT_EQ(ask("view"), view.name);
    const std::string file = (folder / (std::string(view.name) + ".svg")).string();
    ASSERT_NO_THROW(save_figure(lab->view(), {.file = file})) << view.name;
    const std::vector<testing::XmlElement> drawn = testing::read_xml(testing::read_bytes(file));
    EXPECT_FALSE(testing::named(drawn, "text").empty()) << view.name;
    const auto titles = testing::named(drawn, "title");
    ASSERT_EQ(titles.size(), 1u) << view.name;
    const bool named = page_of(view).figure_title || titles[0].text.starts_with(view.title);
    EXPECT_TRUE(named) << titles[0].text;
  }
}

struct FiguresOfChoices : ViewFigures, ::testing::WithParamInterface<const Feature*> {};

TEST_P(FiguresOfChoices, AreDrawnWithEachNamedChoice) {
  const Feature& view = *GetParam();
  const testing::TempFolder folder;
  const std::string file = (folder / "figure.svg").string();
  open();
  show(view);
  Choices choices;
  for (const Field& field : choice_fields(choices, view))
    for (const Choice& choice : field.choices) {
      const std::string option = std::string(view.name) + "." + std::string(field.name);
      say_and_settle("choose " + option + " " + std::string(choice.name));
      EXPECT_NO_THROW(save_figure(lab->view(), {.file = file})) << option << " " << choice.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Views, FiguresOfChoices, ::testing::ValuesIn(features()),
                         [](const auto& test) { return std::string(test.param->name); });

}  // namespace
}  // namespace attnlab

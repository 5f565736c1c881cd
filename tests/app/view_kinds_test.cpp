// Every view has its words, is found by its name, takes its choices, and is drawn.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/figure/save.h"
#include "app/views/frame/view_pages.h"
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
const ViewKind kStrangeView{.name = "strange",
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
  for (const ViewKind* view : kViewKinds) {
    EXPECT_TRUE(names.insert(view->name).second) << view->name;
    EXPECT_TRUE(titles.insert(view->title).second) << view->title;
    EXPECT_EQ(view->name.find_first_of(" .|"), std::string_view::npos) << view->name;
    EXPECT_EQ(&view_kind(view->name), view);
  }
  EXPECT_FALSE(names.contains("none")) << "no second view";
}

TEST_F(ViewKindsTest, AreChosenByTheirNames) {
  const AppState& state = dispatcher.state();
  for (const ViewKind* view : kViewKinds) {
    say("view " + std::string(view->name));
    EXPECT_EQ(state.view, view);
    for (const ViewKind* other : kViewKinds) {
      const std::string beside = "view.beside " + std::string(other->name);
      if (other == view) {
        EXPECT_EQ(refusal(beside), "this view is on the stage already");
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
  for (const ViewKind* view : kViewKinds) all += "|" + std::string(view->name);
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
  for (const ViewKind* const kind : kViewKinds) {
    const ViewKind& view = *kind;
    ViewChoices fresh;
    std::set<std::string_view> names;
    EXPECT_NO_THROW(check_fields(choice_fields(fresh, view), view.name));
    for (std::size_t i = 0; i < choice_fields(fresh, view).size(); ++i) {
      ViewChoices wanted = dispatcher.state().choices;
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
  ViewChoices choices;
  forget_model(choices);
  EXPECT_EQ(choices, ViewChoices{});
  choices.heads = {.open = true, .compare = "1.0", .sorted = true};
  choices.norms = {.norm = "decoder.norm", .part = "depth"};
  choices.map = {.options = false, .zoom = 400};
  choices.generation = {.temperature = 2, .step = 3};
  choices.experts = {.part = "words", .expert = 3};
  choices.circuits = {.part = "says", .measure = "copying", .words = "a b", .distance = 3, .by = "query"};
  choices.probes = {.part = "text", .label = "before"};
  choices.vectors.part = "pairs";
  choices.vectors.of = "output.weight";
  choices.vectors.chosen = {3, 5};
  choices.vectors.by = "directions";
  choices.vectors.from = "man";
  choices.vectors.zoom = 300;
  choices.recurrence = {.part = "back", .loss = "whole", .target = 3, .compare = true, .gate = 2};
  choices.residual = {.part = "sizes", .colour = "rank", .state = 3, .position = 2};
  choices.neurons = {.part = "words", .unit = 5};
  choices.contributions = {.part = "graph", .word = "e", .against = "a", .selected = "x"};
  choices.pictures = {.part = "draw", .filter = 3, .pen = "grey", .row = 2};
  choices.models = {.part = "heads", .run = 2, .match = "chosen", .other_head = 3};
  choices.tokens = {.part = "merges", .merges = 5, .search = "a", .sort = "count"};
  choices.attribution = {.position = 3, .word = 4, .against = 5, .metric = "difference", .steps = 8};
  forget_model(choices);
  EXPECT_EQ(choices.heads, HeadsChoice{.sorted = true});
  EXPECT_EQ(choices.norms, (NormsChoice{.norm = "", .part = "depth"}));
  EXPECT_EQ(choices.map, MapChoice{.options = false});
  EXPECT_EQ(choices.generation, GenerationChoice{.temperature = 2});
  EXPECT_EQ(choices.experts, ExpertsChoice{.part = "words"});
  EXPECT_EQ(choices.models, (ModelsChoice{.part = "heads", .run = 2}));
  EXPECT_EQ(choices.circuits,
            (CircuitsChoice{.part = "says", .measure = "copying", .words = "", .by = "query"}));
  EXPECT_EQ(choices.probes, (ProbesChoice{.part = "text", .label = "before"}));
  EXPECT_EQ(choices.tokens, (TokensChoice{.part = "merges", .search = "", .sort = "count"}));
  EXPECT_EQ(choices.attribution, (AttributionChoice{.metric = "difference", .steps = 8}));
  VectorsChoice vectors;
  vectors.by = "directions";
  EXPECT_EQ(choices.vectors, vectors) << "words and rows are of one model, and so are pairs";
  EXPECT_EQ(choices.recurrence, (RecurrenceChoice{.part = "back", .loss = "whole"}));
  EXPECT_EQ(choices.residual, (ResidualChoice{.part = "sizes", .colour = "rank"}));
  EXPECT_EQ(choices.neurons, NeuronsChoice{.part = "words"});
  EXPECT_EQ(choices.contributions, ContributionsChoice{.part = "graph"});
  EXPECT_EQ(choices.pictures, (PicturesChoice{.part = "draw", .pen = "grey"}));
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
    const std::vector<const ViewKind*> offered = offered_views(config);
    ASSERT_FALSE(offered.empty());
    EXPECT_EQ(offered.front(), kViewKinds.front()) << "every model has the first view";
    for (const ViewKind* view : offered) EXPECT_NO_THROW(require_offered(*view, config));
  }
}

/// Names of the views of a model.
std::string offered_names(const ModelConfig& config) {
  std::string names;
  for (const ViewKind* view : offered_views(&config)) names += std::string(view->name) + " ";
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
  const auto refusal = [](const char* preset, const ViewKind& view) {
    const ModelConfig config = find_preset(preset).model;
    return testing::error_text<std::invalid_argument>([&] { require_offered(view, &config); });
  };
  EXPECT_EQ(refusal("lstm", kHeadsView), "this model has no view heads: it has no attention heads");
  EXPECT_EQ(refusal("lstm", kNormsView), "this model has no view norms: it has no norms");
  EXPECT_EQ(refusal("translate", kExpertsView), "this model has no view experts: it has no experts");
  EXPECT_EQ(refusal("translate", kRecurrenceView),
            "this model has no view recurrence: it has no recurrent layers");
  EXPECT_EQ(refusal("lstm", kResidualView),
            "this model has no view residual: its layers replace their state and add nothing to a stream");
  EXPECT_EQ(refusal("translate", kAlignmentView),
            "this model has no view alignment: it is no recurrent encoder–decoder");
  EXPECT_EQ(
      refusal("lstm", kContributionsView),
      "this model has no view contributions: its logits are read from a state that gates write anew, and "
      "not from a stream that its parts add to");
  EXPECT_EQ(refusal("translate", kPicturesView), "this model has no view pictures: it reads no pictures");
  EXPECT_EQ(refusal("digits", kPatchingView), "this model has no view patching: it reads pictures");
  EXPECT_EQ(refusal("lstm", kPatchingView), "this model has no view patching: it is no Transformer");
  EXPECT_EQ(refusal("lstm", kNeuronsView),
            "this model has no view neurons: its layers are not those of a Transformer");
  EXPECT_EQ(refusal("word-vectors", kAttributionView),
            "this model has no view attribution: it compares words and predicts none");
  EXPECT_EQ(refusal("superposition", kAttributionView),
            "this model has no view attribution: it gives numbers again and predicts no word");
  EXPECT_EQ(refusal("superposition", kTokensView), "this model has no view tokens: it reads no text");
  EXPECT_EQ(refusal("digits", kTokensView), "this model has no view tokens: it reads no text");
  EXPECT_EQ(refusal("digits", kGenerationView), "this model has no view generation: it writes no text");
  EXPECT_EQ(refusal("word-vectors", kProbesView),
            "this model has no view probes: it has no layers whose stream could be read");
  EXPECT_EQ(
      refusal("word-vectors", kPositionsView),
      "this model has no view positions: Word vectors know no positions: a word is all that they read.");
}

TEST(OfferedViews, OthersLeaveTheStage) {
  const ModelConfig transformer = find_preset("translate").model, recurrent = find_preset("gru").model;
  AppState state;
  state.view = &kStrangeView;
  state.beside = &kCompareView;
  clamp_views(state, {.config = &recurrent});
  EXPECT_EQ(state.view, &kStrangeView);
  clamp_views(state, {.config = &transformer});
  EXPECT_EQ(state.view, kViewKinds.front());
  EXPECT_EQ(state.beside, &kCompareView);
  state.beside = &kHeadsView;
  clamp_views(state, {.config = &recurrent});
  EXPECT_EQ(state.beside, nullptr) << "a recurrent network has no heads";
  state.beside = &kStrangeView;
  clamp_views(state, {.config = &transformer});
  EXPECT_EQ(state.beside, nullptr);
}

TEST(ViewPages, ThereIsOneOfEachView) {
  ASSERT_EQ(view_pages().size(), kViewKinds.size());
  for (std::size_t i = 0; i < kViewKinds.size(); ++i) {
    EXPECT_EQ(view_pages()[i]->kind, kViewKinds[i]);
    EXPECT_NE(view_pages()[i]->draw, nullptr) << kViewKinds[i]->name;
  }
  EXPECT_EQ(testing::error_text<std::invalid_argument>([] { view_page(kStrangeView); }),
            "nothing draws the view strange");
}

struct ViewFigures : LabTest {
  /// Puts the view on the stage, of a model that is offered it.
  void show(const ViewKind& view) {
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
  for (const ViewKind* view : offered_views(&preset->model)) {
    say_and_settle("view " + std::string(view->name));
    const std::string file = (folder / (std::string(view->name) + ".svg")).string();
    ASSERT_NO_THROW(save_figure(lab->view(), {.file = file})) << view->name;
    EXPECT_EQ(testing::read_bytes(file).find("feed-forward"), std::string::npos) << view->name;
  }
}

TEST_F(ViewFigures, AreDrawnOfEachView) {
  const testing::TempFolder folder;
  open();
  for (const ViewKind* const kind : kViewKinds) {
    const ViewKind& view = *kind;
    show(view);
    EXPECT_EQ(ask("view"), view.name);
    const std::string file = (folder / (std::string(view.name) + ".svg")).string();
    ASSERT_NO_THROW(save_figure(lab->view(), {.file = file})) << view.name;
    const std::vector<testing::XmlElement> drawn = testing::read_xml(testing::read_bytes(file));
    EXPECT_FALSE(testing::named(drawn, "text").empty()) << view.name;
    const auto titles = testing::named(drawn, "title");
    ASSERT_EQ(titles.size(), 1u) << view.name;
    const bool named = view_page(view).figure_title || titles[0].text.starts_with(view.title);
    EXPECT_TRUE(named) << titles[0].text;
  }
}

struct FiguresOfChoices : ViewFigures, ::testing::WithParamInterface<const ViewKind*> {};

TEST_P(FiguresOfChoices, AreDrawnWithEachNamedChoice) {
  const ViewKind& view = *GetParam();
  const testing::TempFolder folder;
  const std::string file = (folder / "figure.svg").string();
  open();
  show(view);
  ViewChoices choices;
  for (const Field& field : choice_fields(choices, view))
    for (const Choice& choice : field.choices) {
      const std::string option = std::string(view.name) + "." + std::string(field.name);
      say_and_settle("choose " + option + " " + std::string(choice.name));
      EXPECT_NO_THROW(save_figure(lab->view(), {.file = file})) << option << " " << choice.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Views, FiguresOfChoices, ::testing::ValuesIn(kViewKinds),
                         [](const auto& test) { return std::string(test.param->name); });

}  // namespace
}  // namespace attnlab

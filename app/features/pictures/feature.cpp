// The view Pictures: its options, its keys and its row.
#include <algorithm>

#include "app/feature/features.h"
#include "app/features/pictures/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/latest_job.h"
#include "core/analysis/pictures/patch_filters.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"
#include "core/tasks/pictures/pen.h"

namespace attnlab {

const PictureAttention* attention_on_stage(const AppState& state,
                                           const std::vector<PictureAttention>& attentions) {
  const Place selected = attention_place(state.selection.attention, state.selection.layer);
  const auto found = std::ranges::find_if(
      attentions, [&](const PictureAttention& each) { return each.weights->place == selected; });
  if (found != attentions.end()) return &*found;
  return attentions.empty() ? nullptr : &attentions.back();
}

AskedBy asked_by(const AppState& state, const PictureAttention& attention) {
  const bool of_heads = attention.weights->shape.rank() == 4;
  const Index asked = of_heads ? state.selection.query : current_row(state);
  return {std::clamp<Index>(asked, 0, attention.queries() - 1), state.choices.of<PicturesChoice>().mean};
}

AskedBy followed_by(const AppState& state, const PatchGrid& grid) {
  if (state.selection.attention != AttentionKind::EncoderSelf) return asked_by_whole(grid);
  return {std::clamp<Index>(state.selection.query, 0, grid.positions() - 1),
          state.choices.of<PicturesChoice>().mean};
}

PictureResults answered(const PictureQuestion& question) {
  const Trace& trace = *question.trace;
  PictureResults results{.grid = *patch_grid(trace), .followed = question.followed};
  if (!question.positions) {
    results.rollout = picture_rollout(trace, question.followed);
  } else if (const TraceTensor* const positions = patch_positions(trace)) {
    const Index width = positions->shape.last();
    const auto skipped = static_cast<std::size_t>(results.grid.first * width);
    const auto patches = static_cast<std::size_t>(results.grid.patches() * width);
    results.positions = cosines(positions->value.subspan(skipped, patches), width);
  }
  return results;
}

namespace {

class PictureAnalysis final : public Analysis {
 public:
  explicit PictureAnalysis(const AnalysisTools& tools) : job_(tools.wake) {}

  void update(const AnalysisInput& input) override {
    job_.take();
    const PicturesChoice& choice = input.state.choices.of<PicturesChoice>();
    const std::optional<PatchGrid> grid = patch_grid(*input.trace);
    if (!grid || !on_stage(input.state, pictures::kFeature)) return;
    const bool rollout = choice.part == "rollout", positions = choice.part == "positions";
    if (!rollout && !positions) return;
    PictureQuestion question{input.trace, rollout ? followed_by(input.state, *grid) : AskedBy(), positions};
    job_.ask(question, [question](StopToken) { return answered(question); });
  }
  void clear() override { job_.clear(); }
  bool busy() const override { return job_.busy(); }
  void publish(Results& results) const override { results.set(job_.result()); }

 private:
  LatestJob<PictureQuestion, PictureResults> job_;
};

std::unique_ptr<Analysis> make_picture_analysis(const AnalysisTools& tools) {
  return std::make_unique<PictureAnalysis>(tools);
}

constexpr double kWidestPen = 16;

std::vector<Choice> pen_choices() {
  std::vector<Choice> choices;
  for (const PenColour& colour : pen_colours()) choices.emplace_back(colour.name, colour.name);
  return choices;
}

Fields pictures_fields(Choices& choices) {
  PicturesChoice& c = choices.of<PicturesChoice>();
  return {{"part",
           &c.part,
           tr_mark("what is shown"),
           {},
           {},
           {"attention", "rollout", "filters", "positions", "draw"}},
          {"mean", &c.mean, tr_mark("the mean over all queries")},
          {"filter", &c.filter, tr_mark("the selected filter of the patch embedding"), 0},
          {"pen", &c.pen, tr_mark("color of the pen"), {}, {}, pen_choices()},
          {"paper", &c.paper, tr_mark("color of the eraser and of an empty picture"), {}, {}, pen_choices()},
          {"width", &c.width, tr_mark("width of the pen, in pixels"), 1, kWidestPen},
          {"row", &c.row, tr_mark("pixel row of the keyboard pen"), 0},
          {"column", &c.column, tr_mark("pixel column of the keyboard pen"), 0}};
}

void forget_pictures(Choices& choices) {
  choices.of<PicturesChoice>().filter = choices.of<PicturesChoice>().row =
      choices.of<PicturesChoice>().column = 0;
}

bool reads_pictures(const ModelConfig& config) { return architecture_of(config).reads_pictures(); }
std::string_view no_pictures(const ModelConfig&) { return tr("it does not read pictures"); }

bool while_drawing(const Choices& choices) { return choices.of<PicturesChoice>().draws(); }

constexpr ViewKey kPicturesKeys[] = {
    {"Left", "← → ↑ ↓", tr_mark("next patch, filter or pixel in this direction"), "pictures.move left"},
    {"Right", "", tr_mark("to the right"), "pictures.move right"},
    {"Up", "", tr_mark("up"), "pictures.move up"},
    {"Down", "", tr_mark("down"), "pictures.move down"},
    {"Enter", "Enter", tr_mark("draw a dot"), "pad.dot pen", while_drawing},
    {"Delete", "Delete", tr_mark("erase a dot"), "pad.dot paper", while_drawing},
    {"Shift+Left", "Shift+← → ↑ ↓", tr_mark("draw while moving"), "pad.draw left", while_drawing},
    {"Shift+Right", "", tr_mark("draw to the right"), "pad.draw right", while_drawing},
    {"Shift+Up", "", tr_mark("draw upward"), "pad.draw up", while_drawing},
    {"Shift+Down", "", tr_mark("draw downward"), "pad.draw down", while_drawing},
    {"X", "X", tr_mark("start an empty picture"), "pad.clear", while_drawing},
};

}  // namespace

Index filter_columns(Index count) {
  Index columns = 1;
  while (columns * columns < count) ++columns;
  return columns;
}

namespace commands {
std::span<const Entry> pictures();
extern const StatePart kPicturePart;
}  // namespace commands

namespace pictures {

const Feature kFeature = {.name = "pictures",
                          .title = tr_mark("Pictures"),
                          .group = &kWordsGroup,
                          .term = "patch",
                          .key = "I",
                          .shared = {.cells = true, .layers = true},
                          .keys = kPicturesKeys,
                          .options = pictures_fields,
                          .forget_model = forget_pictures,
                          .offered = reads_pictures,
                          .why_not = no_pictures,
                          .analysis = make_picture_analysis,
                          .commands = commands::pictures,
                          .part = &commands::kPicturePart};

}  // namespace pictures

}  // namespace attnlab

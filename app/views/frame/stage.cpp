// The stage: the chosen view, or two views side by side, with tabs above. Also the page of a low window.
// Script names: view.NAME and beside.NAME are the tabs, view.split opens a second view, beside.close closes
// it; split.beside is the divider between the two.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "app/base/format.h"
#include "app/views/common/looks_in_use.h"
#include "app/views/common/stale.h"
#include "app/views/common/view_page.h"
#include "app/views/common/views.h"
#include "app/views/frame/view_tabs.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/figure.h"
#include "app/widgets/base/splitter.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// While the object lives, a view is drawn into the pane's window, below the tabs. A low pane scrolls over a
/// page that is as high as a view needs, and begins where the view's first matrix is, or else its first plot:
/// tabs and controls are above it. Elsewhere the view has the pane's own room.
class LowPage {
 public:
  LowPage(const Feature& view, Pane pane, const ViewModel& model);
  ~LowPage();
  LowPage(const LowPage&) = delete;
  LowPage& operator=(const LowPage&) = delete;

 private:
  void begin_at_content() const;

  const Feature& view_;
  Pane pane_;
  const ViewModel& model_;
  bool low_ = false;
  std::size_t parts_before_ = 0;  ///< of the figure that the stage is
};

/// Heights in em: of a pane that is low, and of the page that it scrolls over.
constexpr float kLowPane = 12, kPage = 34;
/// Frames after which a view's parts have their places.
constexpr int kFramesToSettle = 4;

/// What a pane has begun to show: a change of it begins anew.
struct Begun {
  const Feature* view = nullptr;
  float width = 0, height = 0, em = 0;
  int settled = 0;  ///< frames in which there were parts

  bool shows(const Begun& other) const {
    return view == other.view && width == other.width && height == other.height && em == other.em;
  }
};

struct BegunOfPanes {
  std::array<Begun, 2> panes;
};

/// The first matrix above `bottom`, where the page ends, or else the first part of all: some matrices lie
/// further down in a list that scrolls by itself.
const FigurePart& first_content(std::span<const FigurePart> parts, float bottom) {
  const auto matrix = std::ranges::find_if(parts, [&](const FigurePart& part) {
    return part.kind == FigurePartKind::Matrix && part.box.min.y < bottom;
  });
  return matrix == parts.end() ? parts.front() : *matrix;
}

}  // namespace

LowPage::LowPage(const Feature& view, Pane pane, const ViewModel& model)
    : view_(view),
      pane_(pane),
      model_(model),
      low_(!model.figure && ImGui::GetWindowHeight() < kLowPane * em()) {
  if (!low_) return;
  if (widgets().parts) parts_before_ = widgets().parts->size();
  ImGui::BeginChild("page", {ImGui::GetContentRegionAvail().x, kPage * em()}, false,
                    ImGuiWindowFlags_NoBackground);
}

LowPage::~LowPage() {
  if (!low_) return;
  ImGui::EndChild();
  begin_at_content();
}

namespace {

void LowPage::begin_at_content() const {
  Begun& begun = model_.remembered<BegunOfPanes>().panes[pane_ == Pane::Second];
  const Begun now{&view_, ImGui::GetWindowWidth(), ImGui::GetWindowHeight(), em()};
  if (!begun.shows(now)) begun = now;
  if (begun.settled >= kFramesToSettle || !widgets().parts || widgets().parts->size() <= parts_before_)
    return;
  ++begun.settled;
  const std::span parts = std::span(*widgets().parts).subspan(parts_before_);
  const float top = first_content(parts, ImGui::GetItemRectMax().y).box.min.y;
  ImGui::SetScrollY(top - ImGui::GetWindowPos().y + ImGui::GetScrollY());
  widgets().animating = true;
}

void draw_empty_stage(const ViewModel& model) {
  if (!model.trace_error.empty()) {
    const bool text = !has_picture(model.format);
    empty_note(text ? tr("This text cannot be traced: {1}", model.trace_error)
                    : tr("This picture cannot be traced: {1}", model.trace_error),
               text ? tr("Change the text above.") : tr("Open another picture."));
  } else if (model.loading) {
    const OpeningView& opening = model.opening;
    empty_note(opening.name.empty() ? tr("Opening the model…") : tr("Opening {1}…", opening.name),
               opening.stopping ? tr("Stopping…")
               : opening.share  ? tr("{1} of its weights have been read.", format_percent(*opening.share, 0))
                                : "");
  } else if (model.training.state == TrainingView::State::Failed) {
    empty_note(tr("There is no model to show: {1}", model.training.message),
               tr("Choose a preset in the File menu."));
  } else if (model.preset.empty()) {
    empty_note(tr("No model is open."), tr("Choose a preset in the File menu, or open a model."));
  } else {
    empty_note(tr("Recording the first forward pass…"));
  }
}

void draw_page(const Feature& view, Pane pane, const ViewModel& model, const Emit& emit) {
  const ViewPage& page = page_of(view);
  const bool fits = model.trace && is_offered(view, &model.trace->config());  // it may be of another model
  if (page.needs_pass && !fits) return draw_empty_stage(model);
  const float top = ImGui::GetCursorScreenPos().y;
  page.draw(model, emit);
  if (page.of_pass) cover_stale(model, top, pane == Pane::First ? StaleMessage::Shown : StaleMessage::None);
}

/// One of the views with its tabs, in its own window.
void draw_pane(const char* id, const Feature& view, Pane pane, float width, const ViewModel& model,
               const Emit& emit) {
  ImGui::BeginChild(id, {width, 0}, false, ImGuiWindowFlags_NoBackground);
  if (!model.figure) draw_view_tabs(model, pane, emit);
  {
    const LowPage low(view, pane, model);
    draw_page(view, pane, model, emit);
  }
  ImGui::EndChild();
}

/// The divider between the two, `gap` wide from `left` on; `now` is the second view's width.
void draw_divider(float left, float gap, float now, float least, const ViewModel& model, const Emit& emit) {
  const ImVec2 at{std::floor(left + (gap - splitter_thickness()) / 2), ImGui::GetWindowPos().y};
  const float height = ImGui::GetWindowHeight();
  const float x = std::floor(left + gap / 2);
  window_canvas().line({x, at.y}, {x, at.y + height}, theme().palette.border);
  if (model.figure) return;
  move_cursor(at);
  const float most = ImGui::GetWindowWidth() - gap - least;
  if (const auto width = splitter("split.beside", now,
                                  {.least = least, .most = most, .length = height, .panel_after = true}))
    emit({"panel.size", {"beside", std::to_string(*width / point())}});
}

void draw_panes(const ViewModel& model, const Emit& emit) {
  if (!model.state.beside) return draw_pane("view", *model.state.view, Pane::First, 0, model, emit);
  const ImVec2 start = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float gap = em() * 1.2f, half = std::floor((room.x - gap) / 2), least = std::min(em() * 14, half);
  const float chosen = model.screen.beside_width > 0 ? float(model.screen.beside_width) * point() : half;
  const float now = std::clamp(std::floor(chosen), least, std::max(least, room.x - gap - least));
  draw_pane("view", *model.state.view, Pane::First, room.x - gap - now, model, emit);
  draw_divider(start.x + room.x - gap - now, gap, now, least, model, emit);
  move_cursor({start.x + room.x - now, start.y});
  draw_pane("beside", *model.state.beside, Pane::Second, now, model, emit);
}

struct StageParts {
  std::vector<FigurePart> all;
};

/// Widgets are recorded as parts while the object lives, when the stage is drawn on screen.
class PartsInUse {
 public:
  explicit PartsInUse(bool on_screen) {
    if (!on_screen) return;
    widgets().parts = &remembered<StageParts>().all;
    widgets().parts->clear();
  }
  ~PartsInUse() { widgets().parts = nullptr; }
  PartsInUse(const PartsInUse&) = delete;
  PartsInUse& operator=(const PartsInUse&) = delete;
};

}  // namespace

const std::vector<FigurePart>& stage_parts() { return remembered<StageParts>().all; }

void draw_stage(const ViewModel& model, const Emit& emit) {
  const LooksInUse looks(model.screen, emit);
  const PartsInUse parts(!model.figure);
  draw_panes(model, emit);
}

}  // namespace attnlab

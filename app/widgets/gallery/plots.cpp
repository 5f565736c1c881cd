// Gallery pages with plots and controls.
#include <imgui.h>

#include <array>
#include <cmath>

#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/splitter.h"
#include "app/widgets/base/stepper.h"
#include "app/widgets/gallery/gallery.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/plots/column_chart.h"
#include "app/widgets/plots/histogram.h"
#include "app/widgets/plots/line_plot.h"

namespace attnlab {
namespace {

HeatMapOptions map_options(const char* title, const char* detail, const char* target, ImVec2 size) {
  HeatMapOptions o;
  o.title = title;
  o.detail = detail;
  o.target = target;
  o.size = size;
  o.rows = {.title = "queries", .role = Role::Query};
  o.cols = {.title = "keys", .role = Role::Key};
  return o;
}

}  // namespace

MatrixLooks Gallery::first_looks() {
  MatrixLooks looks;
  looks.push_back({.map = "zoom.part", .across = {24, 0.5}, .down = {24, 0.5}});
  looks.push_back({.map = "zoom.tokens", .across = {1.7, 0.7}, .down = {1.7, 0.7}});
  looks.push_back({.map = "zoom.loss", .across = {5, 0.12}});
  return looks;
}

void Gallery::zoom_page() {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = em() * 2.2f, third = (room.x - 2 * gap) / 3, upper = room.y * 0.55f;
  HeatMapOptions o = map_options("whole", "256 × 256", "zoom.whole", {third, upper});
  o.scale = {Scale::Diverging, RangeMode::Symmetric, {0, 1}};
  heat_map("whole", data_.wide_scores.view(), o);
  ImGui::SameLine(0, gap);
  o = map_options("a part", "256 × 256", "zoom.part", {third, upper});
  o.scale = {Scale::Diverging, RangeMode::Symmetric, {0, 1}};
  o.selected = {128, 127};
  o.highlight_row = 126;
  heat_map("part", data_.wide_scores.view(), o);
  ImGui::SameLine(0, gap);
  const Series loss[] = {{.name = "training loss", .x = data_.steps, .y = data_.loss}};
  line_plot("loss", loss,
            {.x_title = "step",
             .y_title = "loss",
             .size = {third, upper},
             .log_y = true,
             .smoothing = 0.8f,
             .target = "zoom.loss"});
  ImGui::Dummy({0, em() * 0.6f});
  legend_modes({room.x - em() * 25, ImGui::GetContentRegionAvail().y});
  ImGui::SameLine(0, gap);
  o = map_options("tokens", "7 × 7", "zoom.tokens", {});
  o.rows.names = o.cols.names = data_.tokens;
  o.rows.unknown = o.cols.unknown = data_.unknown;
  o.selected = selected_;
  o.scale = {Scale::Sequential, RangeMode::Fixed, {0, 1}};
  if (const HeatMapResult r = heat_map("tokens", data_.weights.view(), o); r.clicked) selected_ = *r.clicked;
}

/// One matrix with each mode of range.
void Gallery::legend_modes(ImVec2 size) {
  constexpr std::array kModes{RangeMode::PerMatrix, RangeMode::PerRow, RangeMode::Symmetric,
                              RangeMode::Fixed};
  const float gap = em() * 0.7f, width = (size.x - 3 * gap) / 4;
  for (const RangeMode mode : kModes) {
    HeatMapOptions o = map_options(range_mode_name(mode), "", "", {width, size.y});
    o.rows.hidden = o.cols.hidden = true;
    o.role = Role::Query;
    o.scale = {Scale::Diverging, mode, {-4, 4}};
    o.selected = {2, 5};
    heat_map(o.title.c_str(), data_.query.view(), o);
    if (mode != kModes.back()) ImGui::SameLine(0, gap);
  }
}

void Gallery::plots_page() {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const ImVec2 half{(room.x - em() * 2) / 2, (room.y - em() * 1.2f) / 2};
  const Series loss[] = {
      {.name = "training loss", .x = data_.steps, .y = data_.loss},
      {.name = "validation loss", .x = data_.steps, .y = data_.validation, .points = true}};
  LinePlotOptions o{.x_title = "step",
                    .y_title = "loss",
                    .size = half,
                    .smoothing = 0.9f,
                    .marker = marker_,
                    .target = "loss"};
  if (const LinePlotResult r = line_plot("loss", loss, o); r.picked_x) marker_ = *r.picked_x;
  ImGui::SameLine(0, em() * 2);
  const Series rate[] = {{.name = "learning rate", .x = data_.steps, .y = data_.rate}};
  line_plot("rate", rate,
            {.x_title = "step (log)",
             .y_title = "learning rate (log)",
             .size = half,
             .log_x = true,
             .log_y = true});
  ImGui::Dummy({0, em() * 0.4f});
  const float height = ImGui::GetContentRegionAvail().y, third = (room.x - em() * 4) / 3;
  const Series waves[] = {{.name = "sin p/10", .x = data_.wave_at, .y = data_.wave_slow},
                          {.name = "cos p/2.2", .x = data_.wave_at, .y = data_.wave_fast, .points = true}};
  line_plot("waves", waves, {.x_title = "position", .size = {third, height * 0.62f}});
  const ImVec2 below = ImGui::GetCursorScreenPos();
  ImGui::SameLine(0, em() * 2);
  std::vector<double> row;
  for (int i = 0; i < 7; ++i) row.push_back(data_.weights.at(5, i));
  const unsigned char off[] = {0, 0, 0, 0, 0, 0, 1};
  column_chart("columns", row,
               {.names = data_.tokens,
                .size = {third, height},
                .role = Role::Output,
                .percent = true,
                .selected = 2,
                .faded = off,
                .y_title = "probability",
                .target = "columns"});
  ImGui::SameLine(0, em() * 2);
  const HistogramSeries values[] = {{.name = "near zero", .values = data_.near_zero},
                                    {.name = "tall", .values = data_.tall.values}};
  histogram_plot("bins", values, {.size = {third, height}, .lo = -3, .hi = 3, .x_title = "value"});
  move_cursor(below);
  line_plot("nothing", {},
            {.size = {third, height * 0.36f}, .compact = true, .empty_text = "no loss yet: press play"});
}

void Gallery::draw_buttons() {
  panel_header("Buttons", "names are what scripts click");
  switch (transport("gallery.transport", playing_, stage_ == 0, stage_ == 5)) {
    case TransportAction::PlayPause: playing_ = !playing_; break;
    case TransportAction::Forward: ++stage_; break;
    case TransportAction::Back: --stage_; break;
    case TransportAction::First: stage_ = 0; break;
    case TransportAction::Last: stage_ = 5; break;
    case TransportAction::None: break;
  }
  ImGui::SameLine(0, em());
  ImGui::AlignTextToFramePadding();
  dim_text("stage " + std::to_string(stage_) + " of 5");
  if (text_button("gallery.primary", Icon::Play, "Train", "Start training", {.primary = true})) ++clicks_;
  ImGui::SameLine();
  if (text_button("gallery.plain", "Open a text file…", "Any UTF-8 file")) ++clicks_;
  ImGui::SameLine();
  text_button("gallery.toggled", "√d on", "Scale the scores", {.toggled = true});
  ImGui::SameLine();
  text_button("gallery.disabled", "Disabled", nullptr, {.enabled = false});
  const Icon icons[] = {Icon::Reset,       Icon::Undo,         Icon::Redo,        Icon::Sun,  Icon::Moon,
                        Icon::Gear,        Icon::Folder,       Icon::Save,        Icon::Plus, Icon::Minus,
                        Icon::Close,       Icon::Menu,         Icon::Camera,      Icon::Eye,  Icon::EyeOff,
                        Icon::ChevronLeft, Icon::ChevronRight, Icon::ChevronDown, Icon::Info, Icon::Search};
  for (std::size_t i = 0; i < std::size(icons); ++i) {
    icon_button(("icon" + std::to_string(i)).c_str(), icons[i], "An icon",
                {.toggled = i == 3, .enabled = i != 2, .plain = i > 9});
    if (i % 10 != 9) ImGui::SameLine(0, em() * 0.3f);
  }
  const Role roles[] = {Role::Query,    Role::Key,      Role::Value, Role::Output,
                        Role::Residual, Role::Gradient, Role::Masked};
  for (Role role : roles) badge(role_name(role), role), ImGui::SameLine();
  badge("previous token");
}

void Gallery::draw_fields() {
  panel_header("Fields");
  text_field("gallery.sentence", typed_, "Type a sentence");
  std::string empty;
  text_field("gallery.empty", empty, "A hint where nothing is typed yet");
  slider("gallery.slider", "Temperature", value_, 0.0f, 2.0f);
  count_ = stepper("gallery.stepper", "waves", count_,
                   {.less = std::max(count_ - 1, std::int64_t{1}), .more = count_ + 1});
  ImGui::SameLine(0, em() * 2);
  stepper("gallery.least", "at its least", 1, {.less = 1, .more = 2});
  ImGui::SameLine(0, em() * 2);
  stepper("gallery.small", "small", count_, {.less = count_ - 1, .more = count_ + 1, .small = true});
  const char* modes[] = {"per matrix", "per row", "symmetric", "fixed"};
  segmented("gallery.range", modes, choice_);
  toggle("gallery.switch", "Scale by √dₖ", switched_, "Divide the scores by the root of the head size");
  ImGui::Checkbox("ImGui's own checkbox", &switched_);
  ImGui::SetNextItemWidth(em() * 12);
  ImGui::Combo("preset", &choice_, "reverse\0translate\0characters\0nanogpt-cpu\0");
  ImGui::ProgressBar(value_ / 2, {em() * 16, em() * 0.9f}, "");
  int digits = widgets().digits;
  ImGui::SetNextItemWidth(em() * 10);
  if (ImGui::SliderInt("digits", &digits, 2, 7)) widgets().digits = digits;
}

void Gallery::controls_page() {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  ImGui::BeginChild("buttons", {room.x / 2 - em(), room.y});
  draw_buttons();
  ImGui::Dummy({0, em()});
  panel_header("Glyphs");
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(required_glyphs());
  ImGui::PushFont(fonts().mono);
  ImGui::TextUnformatted(required_glyphs());
  ImGui::TextUnformatted("0123456789 −0.50 +1.25 (−0.30)×0.20 1.2e−5 −∞ NaN");
  ImGui::PopFont();
  ImGui::PopTextWrapPos();
  ImGui::EndChild();
  ImGui::SameLine(0, em() * 2);
  if (upper_ <= 0) upper_ = em() * 26;
  ImGui::BeginGroup();
  ImGui::BeginChild("fields", {0, upper_});
  draw_fields();
  ImGui::EndChild();
  upper_ = splitter("gallery.level", upper_,
                    {.divider = Divider::Horizontal,
                     .least = em() * 10,
                     .most = room.y * 0.8f,
                     .length = ImGui::GetContentRegionAvail().x})
               .value_or(upper_);
  ImGui::BeginChild("nothing", {0, 0}, true);
  empty_note("No model is loaded.", "Choose a preset above, or drop a folder on the window.");
  ImGui::EndChild();
  ImGui::EndGroup();
}

}  // namespace attnlab

// The inspector's head: the number's name, its value and its gradient.
#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/base/format.h"
#include "app/feature/opened_features.h"
#include "app/state/trail.h"
#include "app/views/common/tensor_words.h"
#include "app/views/inspector/frame.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/imgui_versions.h"
#include "core/autograd/node.h"
#include "core/language/messages.h"
#include "core/models/model_sites.h"
#include "core/text/escaped_text.h"
#include "core/trace/derivation_text.h"

namespace attnlab {
namespace {

constexpr const char* kCopyFormats[] = {tr_mark("Text"), "LaTeX", "CSV", "JSON"};
constexpr const char* kCopyPopup = "copy as";

void draw_formats(const Derivation& derivation, const std::string& words) {
  if (key_pressed(parse_key("Escape").key, false)) ImGui::CloseCurrentPopup();
  for (int i = 0; i < 4; ++i) {
    const std::string name = "inspector.copy[0," + std::to_string(i) + "]";
    const bool pressed = ImGui::MenuItem((tr(kCopyFormats[i]) + ("###" + name)).c_str());
    mark(name, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    if (pressed)
      ImGui::SetClipboardText(
          copied(derivation, static_cast<CopyFormat>(i), widgets().digits, words).c_str());
  }
}

}  // namespace

std::string copied(const Derivation& derivation, CopyFormat format, int digits, const std::string& words) {
  const DerivationStyle all{digits, 0};
  switch (format) {
    case CopyFormat::Latex: return derivation_latex(derivation, {digits, 8}) + "\n";
    case CopyFormat::Csv: return derivation_csv(derivation);
    case CopyFormat::Json: return escaped_dump(derivation_json(derivation), 2) + "\n";
    case CopyFormat::Text: break;
  }
  const std::string name = derivation.cell.text() + (words.empty() ? "" : "  " + words);
  if (derivation.is_leaf) return name + " = " + format_exact(static_cast<float>(derivation.value)) + "\n";
  return name + "\n" + derivation.formula + "\n" + derivation_text(derivation, all) + "\n";
}

void draw_inspector_title(const Derivation* derivation, const std::string& words) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  panel_header(tr("Why this number?"));
  if (!derivation) return;
  const ImVec2 after = ImGui::GetCursorScreenPos();
  const char* const copy = tr("Copy");
  const float button = text_size(fonts().ui, copy).x + ImGui::GetStyle().FramePadding.x * 2.4f;
  move_cursor({start.x + width - button, start.y - em() * 0.1f});
  if (text_button("inspector.copy", copy, tr("Copies this derivation as text, LaTeX, CSV or JSON"),
                  {.size = std::ceil(em() * 1.5f)}))
    ImGui::OpenPopup(kCopyPopup);
  if (ImGui::BeginPopup(kCopyPopup)) {
    draw_formats(*derivation, words);
    ImGui::EndPopup();
  }
  move_cursor(after);
}

namespace {

std::vector<CellName> trail_of(const AppState& state) {
  std::vector<CellName> trail;
  for (const FollowedFrom& before : state.trail) trail.push_back(before.explained);
  trail.push_back(inspected_cell(state));
  return trail;
}

void go_back(const InspectorFrame& frame, std::size_t steps) {
  for (std::size_t i = 0; i < steps; ++i) frame.emit({"inspect.back", {}});
}

/// One cell of the trail as a small button; true when pressed.
bool draw_crumb(const InspectorFrame& frame, const CellName& cell, std::size_t i, bool last) {
  const std::string name = "inspector.trail[0," + std::to_string(i) + "]";
  const std::string words = cell_title(frame.trace, cell.tensor);
  const ImVec2 size{text_size(fonts().small, words).x + em() * 0.5f, std::ceil(em() * 1.4f)};
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool pressed = ImGui::InvisibleButton(name.c_str(), size) && !last;
  const Box box = box_at(at, size);
  mark(name, box);
  const Palette& p = theme().palette;
  if (ImGui::IsItemHovered() && !last) {
    window_canvas().fill(box, p.raised_hover, em() * 0.25f);
  }
  tip(cell.text());
  draw_text_in(window_canvas(), fonts().small, box, last ? p.text : p.text_dim, words, Align::Centre);
  return pressed;
}

/// Continues the line if `width` more pixels fit, else begins a new one.
void wrap_before_crumb(float width) { next_on_line(width, em() * 0.1f); }

void draw_trail(const InspectorFrame& frame) {
  const std::vector<CellName> trail = trail_of(frame.model.state);
  if (trail.size() < 2) return;
  if (icon_button("inspector.back", Icon::ChevronLeft, tr("Back to the previous number"),
                  {.size = std::ceil(em() * 1.5f)})) {
    go_back(frame, 1);
  }
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, em() * 0.1f});
  for (std::size_t i = 0; i < trail.size(); ++i) {
    const std::string words = cell_title(frame.trace, trail[i].tensor);
    wrap_before_crumb(text_size(fonts().small, words).x + em() * 1.6f);
    if (i > 0) {
      const Box arrow = reserve({em() * 0.8f, std::ceil(em() * 1.4f)});
      draw_text_in(window_canvas(), fonts().small, arrow, theme().palette.text_faint, "▸", Align::Centre);
      ImGui::SameLine(0, 0);
    }
    if (draw_crumb(frame, trail[i], i, i + 1 == trail.size())) go_back(frame, trail.size() - 1 - i);
  }
  ImGui::PopStyleVar();
}

/// The number that was followed to is on a stage that is not on screen.
void draw_stage_link(const InspectorFrame& frame) {
  const AppState& state = frame.model.state;
  if (!stage_went_along(state) || on_stage(state, steps::kFeature)) return;
  if (text_button("inspector.show", tr("Show it in {1}", tr(steps::kFeature.title)),
                  tr("The view on the stage may not show this number"), {.size = std::ceil(em() * 1.5f)}))
    frame.emit({"view", {std::string(steps::kFeature.name)}});
}

void draw_name(const InspectorFrame& frame) {
  const CellName& cell = frame.derivation.cell;
  const Role role = tensor_role(frame.trace, cell.tensor);
  const Box line = reserve({ImGui::GetContentRegionAvail().x, std::ceil(em() * 1.9f)});
  const std::string title = cell_title(frame.trace, cell.tensor);
  const bool large = text_size(fonts().heading, title).x <= line.width();
  draw_text_in(window_canvas(), large ? fonts().heading : fonts().ui_bold, line,
               role == Role::None ? theme().palette.text : role_text(role), title);
  const std::string words = index_words(frame.trace, cell, frame.model.vocabularies.get());
  if (!words.empty()) wrapped_text(fonts().ui, theme().palette.text, words);
  const std::string place = tensor_place(frame.trace, cell.tensor);
  if (!place.empty()) wrapped_text(fonts().small, theme().palette.text_dim, place);
  wrapped_text(fonts().mono_small, theme().palette.text_dim, cell.text());
}

/// The value or the gradient.
struct HeadFigure {
  std::string label, number;
  Role role = Role::None;
  std::string name{};  ///< script name of a link
  CellName target{};   ///< the cell that a link opens
  std::string tip{};
  bool plain = false;  ///< words, not a number
};

/// A float in the six digits that any float holds, short numbers such as 0.5 as they are. The shortest
/// exact text would change its length with the last bit, which processors round their own way.
std::string figure_number(float value) {
  constexpr std::size_t kShort = 6;
  const std::string exact = format_exact(value);
  return exact.size() <= kShort ? exact : format_small(value, std::numeric_limits<float>::digits10);
}

HeadFigure value_figure(const InspectorFrame& frame) {
  const CellName cell = value_cell(frame.derivation.cell);
  const Real value = frame.tensor.value[static_cast<std::size_t>(frame.tensor.shape.offset(cell.index))];
  HeadFigure figure{tr("value"), figure_number(static_cast<float>(value))};
  figure.tip = format_exact(static_cast<float>(value));
  if (!frame.gradient()) return figure;
  figure.name = "inspector.value";
  figure.target = cell;
  figure.tip = tr("{1}: where the value comes from", figure.tip);
  return figure;
}

HeadFigure gradient_figure(const InspectorFrame& frame, bool wide) {
  const CellName cell = value_cell(frame.derivation.cell);
  HeadFigure figure{wide ? tr("gradient ∂loss/∂value") : tr("gradient"), "", Role::Gradient};
  if (!frame.gradient_at_hand()) {
    figure.number = tr("is being computed…");
    figure.plain = true;
    return figure;
  }
  const double gradient = gradient_at(frame.tensor, cell);
  const bool none = std::isnan(gradient) || gradient == 0;
  figure.number = !none  ? format_small(gradient, std::max(4, widgets().digits))
                  : wide ? tr("no gradient flows here")
                         : tr("none flows here");
  figure.plain = none;
  if (std::isnan(gradient)) return figure;
  if (frame.gradient()) return figure;
  figure.name = "inspector.gradient";
  figure.target = gradient_name(cell);
  figure.tip = tr("Where the gradient comes from: the chain rule");
  return figure;
}

/// The largest font in which the number fits into `room` pixels: numbers are not cut.
ImFont* figure_font(const HeadFigure& figure, float room) {
  if (figure.plain) return fonts().ui;
  for (ImFont* font : {fonts().heading, fonts().ui_bold, fonts().ui})
    if (text_size(font, figure.number).x <= room) return font;
  return fonts().small;
}

/// A label with its number below, or at the right end of the line. A link is marked under the pointer.
void draw_figure(const InspectorFrame& frame, const Box& box, bool below, const HeadFigure& figure) {
  const Canvas canvas = window_canvas();
  const Palette& p = theme().palette;
  const Box area = grown(box, em() * 0.2f);
  move_cursor(area.min);
  if (figure.name.empty()) {
    ImGui::Dummy(area.size());
  } else {
    if (ImGui::InvisibleButton(figure.name.c_str(), area.size())) frame.emit(inspect_command(figure.target));
    mark(figure.name, area);
    if (ImGui::IsItemHovered()) {
      canvas.fill(area, p.raised_hover, em() * 0.25f);
      ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
  }
  if (!figure.tip.empty()) tip(figure.tip);
  const Box words{box.min, {box.max.x, below ? box.min.y + std::ceil(em() * 1.15f) : box.max.y}};
  const float name = text_size(fonts().small, figure.label).x;
  draw_text_in(canvas, fonts().small, words, p.text_dim, figure.label);
  if (!figure.name.empty())
    draw_text_in(canvas, fonts().small, {{words.min.x + name + em() * 0.3f, words.min.y}, words.max},
                 p.accent, "▸");
  const Box number{below ? ImVec2{box.min.x, words.max.y} : box.min, box.max};
  const Colour ink = figure.plain ? p.text_dim : figure.role == Role::None ? p.text : role_text(figure.role);
  const float room = below ? number.width() : number.width() - name - em() * 1.4f;
  draw_text_in(canvas, figure_font(figure, room), number, ink, figure.number,
               below ? Align::Left : Align::Right);
}

/// Draws value and gradient side by side, or below each other in a narrow panel; the inspected one comes
/// first.
void draw_value(const InspectorFrame& frame) {
  const float width = ImGui::GetContentRegionAvail().x, pad = em() * 0.65f;
  const bool wide = width >= em() * 20;
  ImGui::Dummy({0, em() * 0.15f});
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const Box box = reserve({width, std::ceil(em() * (wide ? 3.5f : 4.2f))});
  const ImVec2 after = ImGui::GetCursorScreenPos();
  window_canvas().fill(box, theme().palette.raised, em() * 0.35f);
  const Box inner{{box.min.x + pad, box.min.y + pad * 0.6f}, {box.max.x - pad, box.max.y - pad * 0.5f}};
  const ImVec2 middle{inner.min.x + inner.width() * 0.52f, inner.centre().y};
  const Box first{inner.min, wide ? ImVec2{middle.x - pad, inner.max.y} : ImVec2{inner.max.x, middle.y}};
  const Box second{wide ? ImVec2{middle.x, inner.min.y} : ImVec2{inner.min.x, middle.y}, inner.max};
  const HeadFigure value = value_figure(frame), gradient = gradient_figure(frame, wide);
  draw_figure(frame, first, wide, frame.gradient() ? gradient : value);
  draw_figure(frame, second, wide, frame.gradient() ? value : gradient);
  move_cursor(start);
  ImGui::Dummy({width, after.y - start.y - ImGui::GetStyle().ItemSpacing.y});
}

std::string gradient_leaf_words(const InspectorFrame& frame) {
  if (frame.tensor.is(model_sites::kMeanLoss))
    return tr("∂loss/∂loss = 1: every gradient begins here and flows back through the model.");
  if (std::isnan(frame.trace.loss()))
    return tr("No position of this text counts as a target, so there is no loss and every gradient is 0.");
  return tr("The loss does not depend on this number, so its gradient is 0.");
}

std::string leaf_words(const InspectorFrame& frame) {
  if (frame.gradient()) return gradient_leaf_words(frame);
  const bool learned = std::any_of(frame.trace.parameters().begin(), frame.trace.parameters().end(),
                                   [&](const TraceTensor& t) { return t.name == frame.tensor.name; });
  if (!learned) return tr("This number is given, not computed.");
  const std::string words = tr_plural("A learned weight, one of {1} in {2}, after {3} step.",
                                      "A learned weight, one of {1} in {2}, after {3} steps.",
                                      frame.trace.step(), format_count(frame.tensor.shape.size()),
                                      frame.tensor.shape.text(), format_count(frame.trace.step()));
  if (!frame.gradient_at_hand()) return words;
  const double gradient = gradient_at(frame.tensor, frame.derivation.cell);
  if (std::isnan(gradient) || gradient == 0) return words;
  return words + " " +
         (gradient > 0 ? tr("A smaller value would lower the loss of this text.")
                       : tr("A larger value would lower the loss of this text."));
}

}  // namespace

void draw_inspector_head(const InspectorFrame& frame) {
  draw_trail(frame);
  draw_stage_link(frame);
  draw_name(frame);
  draw_value(frame);
  if (frame.derivation.edited) {
    const Index at = frame.tensor.shape.offset(frame.derivation.cell.index);
    const auto computed = static_cast<double>(frame.tensor.node->computed->value[at]);
    badge(tr("edited; computed as {1}", format_number(computed, widgets().digits)), Role::Gradient);
  }
  if (frame.derivation.is_leaf) dim_text(leaf_words(frame));
}

}  // namespace attnlab

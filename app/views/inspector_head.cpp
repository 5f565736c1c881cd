// The inspector's head: which number this is, its value and its gradient.
#include <algorithm>
#include <cmath>

#include "app/theme/format.h"
#include "app/views/inspector_parts.h"
#include "app/views/tensor_words.h"
#include "app/widgets/context.h"
#include "app/widgets/controls.h"
#include "core/trace/derivation_text.h"

namespace attnlab {

namespace {

/// Terms of a sum that are copied as text.
constexpr std::size_t kCopiedTerms = 4096;

std::string text_of(const Derivation& derivation) {
  const std::string name = derivation.cell.text();
  if (derivation.is_leaf) return name + " = " + format_exact(static_cast<float>(derivation.value));
  return name + "\n" + derivation.formula + "\n" +
         derivation_text(derivation, {widgets().digits, kCopiedTerms}) + "\n";
}

std::vector<CellName> trail_of(const AppState& state) {
  std::vector<CellName> trail = {chosen_cell(state)};
  trail.insert(trail.end(), state.inspected.begin(), state.inspected.end());
  return trail;
}

void go_back(const InspectorFrame& frame, std::size_t steps) {
  for (std::size_t i = 0; i < steps; ++i) frame.emit({"inspect.back", {}});
}

/// One cell of the trail as a small button; true when pressed.
bool draw_crumb(const CellName& cell, std::size_t i, bool last) {
  const std::string name = "inspector.trail[0," + std::to_string(i) + "]";
  const std::string words = cell_title(cell.tensor);
  const ImVec2 size{text_size(fonts().small, words).x + em() * 0.5f, std::ceil(em() * 1.4f)};
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool pressed = ImGui::InvisibleButton(name.c_str(), size) && !last;
  const Box box = box_at(at, size);
  mark(name, box);
  const Palette& p = theme().palette;
  if (ImGui::IsItemHovered() && !last) {
    ImGui::GetWindowDrawList()->AddRectFilled(box.min, box.max, p.raised_hover, em() * 0.25f);
  }
  tip(cell.text());
  draw_text_in(ImGui::GetWindowDrawList(), fonts().small, box, last ? p.text : p.text_dim, words,
               Align::Centre);
  return pressed;
}

/// Continues the line if `width` more pixels fit, else begins a new one.
void flow(float width) {
  ImGui::SameLine(0, em() * 0.1f);
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

void draw_trail(const InspectorFrame& frame) {
  const std::vector<CellName> trail = trail_of(frame.model.state);
  if (trail.size() < 2) return;
  if (icon_button("inspector.back", Icon::ChevronLeft, "Back to the number before",
                  {.size = std::ceil(em() * 1.5f)})) {
    go_back(frame, 1);
  }
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, em() * 0.1f});
  for (std::size_t i = 0; i < trail.size(); ++i) {
    const std::string words = cell_title(trail[i].tensor);
    flow(text_size(fonts().small, words).x + em() * 1.6f);
    if (i > 0) {
      const Box arrow = reserve({em() * 0.8f, std::ceil(em() * 1.4f)});
      draw_text_in(ImGui::GetWindowDrawList(), fonts().small, arrow, theme().palette.text_faint, "▸",
                   Align::Centre);
      ImGui::SameLine(0, 0);
    }
    if (draw_crumb(trail[i], i, i + 1 == trail.size())) go_back(frame, trail.size() - 1 - i);
  }
  ImGui::PopStyleVar();
}

/// Text wrapped to the panel, anywhere if need be.
void wrapped(ImFont* font, Colour colour, const std::string& text) {
  ImGui::PushFont(font);
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::PushTextWrapPos(0.0f);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

void draw_name(const InspectorFrame& frame) {
  const CellName& cell = frame.derivation.cell;
  const Role role = tensor_role(cell.tensor);
  const Box line = reserve({ImGui::GetContentRegionAvail().x, std::ceil(em() * 1.9f)});
  draw_text_in(ImGui::GetWindowDrawList(), fonts().heading, line,
               role == Role::None ? theme().palette.text : role_text(role), cell_title(cell.tensor));
  const std::string words = index_words(frame.trace, cell, frame.model.vocabularies.get());
  if (!words.empty()) wrapped(fonts().ui, theme().palette.text, words);
  const std::string place = tensor_place(cell.tensor);
  if (!place.empty()) wrapped(fonts().small, theme().palette.text_dim, place);
  wrapped(fonts().mono_small, theme().palette.text_dim, cell.text());
}

/// A label with its number: under it, or at the right end of its line.
void draw_figure(const Box& box, bool below, std::string_view label, ImFont* font, Colour ink,
                 const std::string& number) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Box words{box.min, {box.max.x, below ? box.min.y + std::ceil(em() * 1.15f) : box.max.y}};
  draw_text_in(list, fonts().small, words, theme().palette.text_dim, label);
  const Box figure{below ? ImVec2{box.min.x, words.max.y} : box.min, box.max};
  draw_text_in(list, font, figure, ink, number, below ? Align::Left : Align::Right);
}

/// Value and gradient side by side, or one above the other in a narrow panel.
void draw_value(const InspectorFrame& frame) {
  const Palette& p = theme().palette;
  const double gradient = gradient_at(frame.tensor, frame.derivation.cell);
  const float width = ImGui::GetContentRegionAvail().x, pad = em() * 0.65f;
  const bool wide = width >= em() * 20;
  ImGui::Dummy({0, em() * 0.15f});
  const Box box = reserve({width, std::ceil(em() * (wide ? 3.5f : 4.2f))});
  ImGui::GetWindowDrawList()->AddRectFilled(box.min, box.max, p.raised, em() * 0.35f);
  const Box inner{{box.min.x + pad, box.min.y + pad * 0.6f}, {box.max.x - pad, box.max.y - pad * 0.5f}};
  const ImVec2 middle{inner.min.x + inner.width() * 0.52f, inner.centre().y};
  const Box first{inner.min, wide ? ImVec2{middle.x - pad, inner.max.y} : ImVec2{inner.max.x, middle.y}};
  const Box second{wide ? ImVec2{middle.x, inner.min.y} : ImVec2{inner.min.x, middle.y}, inner.max};
  draw_figure(first, wide, "value", fonts().heading, p.text,
              format_exact(static_cast<float>(frame.derivation.value)));
  const char* const label = wide ? "gradient ∂loss/∂value" : "gradient";
  if (std::isnan(gradient)) {
    draw_figure(second, wide, label, fonts().ui, p.text_dim,
                wide ? "no gradient flows here" : "none flows here");
  } else {
    draw_figure(second, wide, label, fonts().heading, role_text(Role::Gradient),
                format_number(gradient, std::max(4, widgets().digits)));
  }
}

std::string leaf_words(const InspectorFrame& frame) {
  const bool learned = std::any_of(frame.trace.parameters().begin(), frame.trace.parameters().end(),
                                   [&](const TraceTensor& t) { return t.name == frame.tensor.name; });
  if (!learned) return "A given number: nothing is computed for it.";
  std::string words = "A learned weight: training sets it, no other number of this pass does. One of " +
                      format_count(frame.tensor.shape.size()) + " in a tensor of shape " +
                      frame.tensor.shape.text() + ", after " + format_count(frame.trace.step()) + " steps.";
  const double gradient = gradient_at(frame.tensor, frame.derivation.cell);
  if (std::isnan(gradient) || gradient == 0) return words;
  return words + " Its gradient says that making it " + (gradient > 0 ? "smaller" : "larger") +
         " would lower the loss.";
}

}  // namespace

void draw_inspector_title(const Derivation* derivation) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  panel_header("Why this number?");
  if (!derivation) return;
  const ImVec2 after = ImGui::GetCursorScreenPos();
  const float button = text_size(fonts().ui, "Copy").x + ImGui::GetStyle().FramePadding.x * 2.4f;
  ImGui::SetCursorScreenPos({start.x + width - button, start.y - em() * 0.1f});
  if (text_button("inspector.copy", "Copy", "Copy this derivation as text",
                  {.size = std::ceil(em() * 1.5f)})) {
    ImGui::SetClipboardText(text_of(*derivation).c_str());
  }
  ImGui::SetCursorScreenPos(after);
}

void draw_inspector_head(const InspectorFrame& frame) {
  draw_trail(frame);
  draw_name(frame);
  draw_value(frame);
  if (frame.derivation.edited) {
    badge("edited", Role::Gradient);
    dim_text("An edit changed this value.");
  }
  if (frame.derivation.is_leaf) dim_text(leaf_words(frame));
}

}  // namespace attnlab

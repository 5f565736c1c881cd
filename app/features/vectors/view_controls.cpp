// Controls over the points: which axes, words of directions, search, lasso, paths.
#include <algorithm>

#include "app/features/vectors/choice.h"
#include "app/features/vectors/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/views/runs/past_steps.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/stepper.h"

namespace attnlab {
namespace {

struct VectorsBy {
  std::string_view name;
  const char* title;
};
constexpr VectorsBy kVectorsBy[] = {
    {"pca", "components"}, {"directions", "directions"}, {"neighbours", "neighbours"}};

/// What fields hold while they have the keyboard.
struct VectorFields {
  struct Field {
    std::string text;
    bool active = false;
  };
  Field search, from, to, low, high;
};

/// The next item goes on the same line if `width` fits there.
void vector_item_beside(float width) {
  ImGui::SameLine(0, em() * 0.8f);
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

void vector_field(const VectorsFrame& frame, const char* option, const char* hint, const std::string& now,
                  VectorFields::Field& field, float width) {
  if (!field.active) field.text = now;
  bool changed = false;
  text_field(("vectors." + std::string(option)).c_str(), field.text, hint, width, &changed);
  field.active = ImGui::IsItemActive();
  if (changed) frame.choose(option, field.text);
}

void vector_label(const char* words) {
  const Box box = reserve({text_size(fonts().ui, words).x + em() * 0.1f, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui, box, theme().palette.text_dim, words, Align::Left, Cut::Meant);
  ImGui::SameLine(0, em() * 0.4f);
}

/// "across [king] to [queen]".
void draw_direction(const VectorsFrame& frame, const char* label, std::pair<const char*, const char*> names,
                    std::pair<const std::string*, const std::string*> now,
                    std::pair<VectorFields::Field*, VectorFields::Field*> fields) {
  const float width = em() * 6;
  vector_label(label);
  const std::string at_0 = frame.in_words("{word} at 0"), at_1 = frame.in_words("{word} at 1");
  vector_field(frame, names.first, at_0.c_str(), *now.first, *fields.first, width);
  ImGui::SameLine(0, em() * 0.3f);
  vector_label("→");
  vector_field(frame, names.second, at_1.c_str(), *now.second, *fields.second, width);
}

void draw_directions(const VectorsFrame& frame) {
  VectorFields& f = frame.model.remembered<VectorFields>();
  const VectorsChoice& c = frame.choice;
  draw_direction(frame, "across", {"from", "to"}, {&c.from, &c.to}, {&f.from, &f.to});
  vector_item_beside(em() * 19);
  draw_direction(frame, "up", {"low", "high"}, {&c.low, &c.high}, {&f.low, &f.high});
}

void draw_component(const VectorsFrame& frame, const char* option, const char* label, Index now) {
  const auto width = static_cast<Index>(frame.set().rows.width);
  const Index value = std::clamp(static_cast<Index>(now), Index{1}, width);
  const Index wanted = stepper("vectors." + std::string(option), label, value,
                               {.less = std::max(value - 1, Index{1}), .more = std::min(value + 1, width)});
  if (wanted != value) frame.choose(option, std::to_string(wanted));
}

void draw_components(const VectorsFrame& frame) {
  draw_component(frame, "across", "across: PC", frame.choice.across);
  vector_item_beside(em() * 9);
  draw_component(frame, "up", "up: PC", frame.choice.up);
}

void draw_paths_control(const VectorsFrame& frame) {
  if (!has_timeline(frame.model) || !frame.table().changes() || frame.choice.by == "neighbours") return;
  vector_item_beside(em() * 6);
  bool paths = frame.choice.paths;
  const std::string ways = frame.in_words("The ways of the chosen {words} over the kept steps  (H)");
  if (toggle("vectors.paths", "paths", paths, ways.c_str())) frame.choose("paths", paths ? "on" : "off");
  ImGui::SameLine(0, em() * 0.5f);
  const bool plays = frame.model.screen.timeline_plays;
  if (icon_button("vectors.play", plays ? Icon::Pause : Icon::Play, "The kept steps, one after another  (K)",
                  {.toggled = plays}))
    frame.emit({"timeline.play", {"toggle"}});
}

}  // namespace

void draw_vector_controls(const VectorsFrame& frame) {
  choose_row("vectors.by", kVectorsBy, frame.choice.by,
             [&](const std::string& name) { frame.choose("by", name); });
  if (frame.choice.by == "pca" && frame.set().rows.width > 2) {  // two numbers are the axes themselves
    vector_item_beside(em() * 18);
    draw_components(frame);
  }
  if (frame.choice.by == "directions") {
    vector_item_beside(em() * 19);
    draw_directions(frame);
  }
  vector_item_beside(em() * 9);
  VectorFields& fields = frame.model.remembered<VectorFields>();
  vector_field(frame, "search", "search", frame.choice.search, fields.search, em() * 8);
  ImGui::SameLine(0, em() * 0.8f);
  if (ImGui::GetContentRegionAvail().x < em() * 6) ImGui::NewLine();
  bool lasso = frame.choice.lasso;
  if (toggle("vectors.lasso", "lasso", lasso, "Dragging chooses the points that it goes round  (Shift)"))
    frame.choose("lasso", lasso ? "on" : "off");
  draw_paths_control(frame);
}

}  // namespace attnlab

// Beside the points: the selected vector, the vectors nearest to it, an analogy, the selection.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "app/base/format.h"
#include "app/features/vectors/choice.h"
#include "app/features/vectors/view_frame.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

constexpr Index kAnalogyAnswers = 5;

double length_of(std::span<const Real> row) {
  double square = 0;
  for (const Real each : row) square += double(each) * double(each);
  return std::sqrt(square);
}

/// "row 57 · length 3.21 · in the text".
std::string row_facts(const VectorsFrame& frame, Index row) {
  const std::string number = std::to_string(row);
  std::string text =
      frame.table().of == VectorTable::Of::Entries ? tr("ID {1}", number) : tr("row {1}", number);
  text += " · " + tr("length {1}", format_number(length_of(frame.set().rows.row(row)), widgets().digits));
  if (frame.is_in_text(row)) text += std::string(" · ") + tr("in the text");
  return text;
}

/// A name with its cosine as a bar; a click selects the vector.
void draw_near_row(const VectorsFrame& frame, const std::string& target, Index row, double cosine,
                   float width) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const float line = std::ceil(em() * 1.45f);
  const Box box = box_at(ImGui::GetCursorScreenPos(), {width, line});
  ImGui::PushID(target.c_str());
  if (ImGui::InvisibleButton("near", box.size())) frame.look_at(row);
  const bool over = ImGui::IsItemHovered();
  ImGui::PopID();
  mark(target, box);
  if (over) canvas.fill(box, p.raised, em() * 0.2f);
  const float number = std::ceil(text_size(fonts().mono_small, "−0.000").x + em() * 0.3f);
  const float bars = std::floor((width - number) * 0.42f);
  const Box rail{{box.max.x - number - bars, box.min.y + em() * 0.45f},
                 {box.max.x - number, box.max.y - em() * 0.45f}};
  canvas.fill(rail, p.raised, em() * 0.1f);
  const float share = float(std::clamp(cosine, 0.0, 1.0));
  canvas.fill({rail.min, {rail.min.x + rail.width() * share, rail.max.y}}, role_colour(Role::Residual));
  draw_text_in(canvas, fonts().ui, {box.min, {rail.min.x - em() * 0.3f, box.max.y}},
               frame.is_chosen(row) ? series_colour(1) : p.text, frame.name_with_position(row), Align::Left,
               Cut::Meant);
  draw_text_in(canvas, fonts().mono_small, {{rail.max.x, box.min.y}, box.max}, p.text_dim,
               format_fixed(cosine, 3), Align::Right);
}

void draw_rows_near(const VectorsFrame& frame, const char* target, std::span<const Neighbour> near,
                    float width) {
  for (std::size_t i = 0; i < near.size(); ++i)
    draw_near_row(frame, std::string(target) + "[" + std::to_string(i) + ",0]", near[i].id, near[i].cosine,
                  width);
}

void draw_focus(const VectorsFrame& frame, float width) {
  const Palette& p = theme().palette;
  if (frame.focus < 0)
    return wrapped_text(fonts().ui, p.text_dim, tr("Click a point to see the vectors nearest to it."), width);
  const Box title = reserve({width, std::ceil(em() * 1.5f)});
  draw_text_in(window_canvas(), fonts().ui_bold, title, p.text, frame.name_with_position(frame.focus),
               Align::Left, Cut::Meant);
  wrapped_text(fonts().small, p.text_dim, row_facts(frame, frame.focus), width);
  const bool chosen = frame.is_chosen(frame.focus);
  if (text_button("vectors.pick", chosen ? tr("Remove from the selection") : tr("Add to the selection"),
                  chosen ? tr("Removes this vector from the selection  (X)")
                         : tr("Adds this vector to the selection  (X)")))
    frame.emit({"vectors.pick", {std::to_string(frame.focus)}});
  group_label(tr("nearest by cosine"));
  draw_rows_near(frame, "vectors.near", nearest_of_focus(frame), width);
}

/// The answers of an analogy, computed again for other names or vectors.
struct AnalogyKept {
  VectorResultsPtr of;
  std::string a, b, c;
  std::vector<Neighbour> near;
  std::string error;
};

void find_answers(const VectorsFrame& frame, AnalogyKept& kept) {
  const VectorsChoice& choice = frame.choice;
  kept = {frame.kept, choice.a, choice.b, choice.c, {}, {}};
  try {
    const Index rows[] = {row_named(frame.set(), choice.a), row_named(frame.set(), choice.b),
                          row_named(frame.set(), choice.c)};
    kept.near = nearest_rows(frame.set().rows, analogy(frame.set().rows, rows[0], rows[1], rows[2]),
                             kAnalogyAnswers, rows);
  } catch (const std::invalid_argument& wrong) {
    kept.error = wrong.what();
  }
}

const AnalogyKept& answers_of(const VectorsFrame& frame) {
  AnalogyKept& kept = frame.model.remembered<AnalogyKept>();
  const VectorsChoice& choice = frame.choice;
  if (kept.of != frame.kept || kept.a != choice.a || kept.b != choice.b || kept.c != choice.c)
    find_answers(frame, kept);
  return kept;
}

/// The text of the fields while they have the keyboard.
struct AnalogyFields {
  std::string text[3];
  bool active[3] = {};
};

void draw_analogy_fields(const VectorsFrame& frame, float width) {
  AnalogyFields& fields = frame.model.remembered<AnalogyFields>();
  const VectorsChoice& c = frame.choice;
  const std::string* const now[] = {&c.a, &c.b, &c.c};
  constexpr const char *kNames[] = {"a", "b", "c"}, *kSigns[] = {"", "−", "+"};
  const float sign = em() * 0.9f, each = std::floor((width - 2 * sign) / 3);
  for (int i = 0; i < 3; ++i) {
    if (i > 0) {
      ImGui::SameLine(0, 0);
      const Box box = reserve({sign, ImGui::GetFrameHeight()});
      draw_text_in(window_canvas(), fonts().ui, box, theme().palette.text, kSigns[i], Align::Centre);
      ImGui::SameLine(0, 0);
    }
    if (!fields.active[i]) fields.text[i] = *now[i];
    bool changed = false;
    text_field(("vectors.analogy[0," + std::to_string(i) + "]").c_str(), fields.text[i], kNames[i], each,
               &changed);
    fields.active[i] = ImGui::IsItemActive();
    if (changed) frame.choose(kNames[i], fields.text[i]);
  }
}

void draw_analogy(const VectorsFrame& frame, float width) {
  if (frame.table().of != VectorTable::Of::Entries) return;
  const Palette& p = theme().palette;
  group_label(tr("analogy: a − b + c"));
  draw_analogy_fields(frame, width);
  const VectorsChoice& c = frame.choice;
  if (c.a.empty() || c.b.empty() || c.c.empty())
    return wrapped_text(fonts().small, p.text_dim,
                        tr("a is to b as the answer is to c: uncle − man + woman."), width);
  const AnalogyKept& kept = answers_of(frame);
  if (!kept.error.empty()) return wrapped_text(fonts().small, p.bad, kept.error, width);
  draw_rows_near(frame, "vectors.found", kept.near, width);
  wrapped_text(fonts().small, p.text_dim,
               tr("Nearest by cosine to a − b + c, without normalization of the three vectors; a, b, and c "
                  "are excluded."),
               width);
}

/// "cat, dog, cow", "cat, dog, … and 5 more".
std::string selection_text(const VectorsFrame& frame) {
  constexpr std::size_t kMostNames = 12;
  if (frame.chosen.empty())
    return tr("Empty. Drag a lasso around points with Shift, or click points with Ctrl.");
  std::string names;
  for (std::size_t i = 0; i < std::min(frame.chosen.size(), kMostNames); ++i)
    names += (i > 0 ? ", " : "") + frame.name_with_position(frame.chosen[i]);
  if (frame.chosen.size() <= kMostNames) return names;
  return tr("{1} and {2} more", names,
            format_count(static_cast<std::int64_t>(frame.chosen.size() - kMostNames)));
}

void draw_chosen(const VectorsFrame& frame, float width) {
  group_label(tr("selection"));
  wrapped_text(fonts().ui, theme().palette.text_dim, selection_text(frame), width);
  if (frame.focus >= 0 &&
      text_button("vectors.all_near", tr("Select nearest"),
                  tr("The selection becomes the selected vector and the vectors nearest to it"))) {
    std::vector<Index> rows{frame.focus};
    for (const Neighbour& near : nearest_of_focus(frame)) rows.push_back(near.id);
    std::ranges::sort(rows);
    frame.emit({"vectors.choose", {rows_text(rows)}});
  }
  if (frame.chosen.empty()) return;
  if (frame.focus >= 0) ImGui::SameLine(0, em() * 0.4f);
  if (text_button("vectors.none", tr("Clear"))) frame.emit({"vectors.choose", {"none"}});
}

}  // namespace

void draw_vector_panel(const VectorsFrame& frame, const Box& box) {
  move_cursor(box.min);
  ImGui::BeginChild("panel", box.size(), false, ImGuiWindowFlags_NoBackground);
  const float width = box.width() - ImGui::GetStyle().ScrollbarSize;
  draw_focus(frame, width);
  ImGui::Dummy({0, em() * 0.3f});
  draw_analogy(frame, width);
  ImGui::Dummy({0, em() * 0.3f});
  draw_chosen(frame, width);
  ImGui::EndChild();
}

}  // namespace attnlab

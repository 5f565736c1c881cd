// Bars of classes.
#include "app/views/input_bar/class_list.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/base/format.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

constexpr float kLineHeight = 1.3f, kColumnWidth = 15;  // in em

/// Ids of the shown classes: all in order, or the most probable that fit.
std::vector<TokenId> shown_classes(std::span<const Real> probabilities, std::size_t room) {
  std::vector<TokenId> ids(probabilities.size());
  std::iota(ids.begin(), ids.end(), 0);
  if (ids.size() <= room) return ids;
  std::ranges::stable_sort(ids, [&](TokenId a, TokenId b) { return probabilities[a] > probabilities[b]; });
  ids.resize(room);
  return ids;
}

struct ClassLine {
  TokenId id;
  std::string name;
  double probability;
  bool right, best;
};

bool draw_line(const ClassLine& line, const Box& box, float names) {
  const std::string target = "classes[0," + std::to_string(line.id) + "]";
  move_cursor(box.min);
  const bool pressed = ImGui::InvisibleButton(target.c_str(), box.size());
  mark(target, box);
  if (text_size(fonts().ui, line.name).x > names) tip(line.name);
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const float percent = em() * 3.2f, inset = std::floor(box.height() * 0.2f);
  const Box bar{{box.min.x + names, box.min.y + inset}, {box.max.x - percent, box.max.y - inset}};
  const Colour colour = line.right ? p.good : line.best ? p.bad : p.accent;
  const Colour ink = line.right ? p.good : line.best ? p.text : p.text_dim;
  draw_text_in(canvas, fonts().ui, {box.min, {bar.min.x - em() * 0.4f, box.max.y}}, ink, line.name,
               Align::Left, Cut::Meant);
  canvas.fill(bar, ImGui::IsItemHovered() ? p.raised_hover : p.raised, em() * 0.15f);
  const float end = bar.min.x + bar.width() * float(line.probability);
  canvas.fill({bar.min, {end, bar.max.y}}, faded(colour, 0.7f), em() * 0.15f);
  draw_text_in(canvas, fonts().mono_small, {{bar.max.x, box.min.y}, box.max}, p.text_dim,
               format_percent(line.probability, 1), Align::Right);
  return pressed;
}

/// Of a column of classes, and of the names in it.
struct ColumnWidths {
  float all, names;
};

/// Long names widen the columns where there is room, and take up to two thirds.
ColumnWidths column_widths(const ViewModel& model, std::span<const TokenId> ids, float room) {
  float longest = 0;
  for (const TokenId id : ids)
    longest = std::max(longest, text_size(fonts().ui, model.vocabularies->target.entry(id)).x);
  const float usual = std::min(room, em() * 20), wanted = longest + em() * 0.6f;
  const float all = std::min(room, std::max(usual, usual * 0.6f + wanted)), inner = all - em() * 1.2f;
  return {all, std::clamp(wanted, (usual - em() * 1.2f) * 0.4f, inner * 0.66f)};
}

}  // namespace

float draw_class_list(const ViewModel& model, const Box& box, const Emit& emit) {
  const TraceTensor* output = model.trace->find("output.probabilities");
  const float height = std::ceil(em() * kLineHeight);
  if (!output || output->shape.last(1) != 1 || box.width() < em() * 8) return 0;
  const auto rows = static_cast<std::size_t>(std::max(1.0f, box.height() / height));
  const auto columns = static_cast<std::size_t>(std::max(1.0f, box.width() / (em() * kColumnWidth)));
  const std::vector<TokenId> ids = shown_classes(output->value, rows * columns);
  const auto best = std::ranges::max_element(output->value) - output->value.begin();
  const TokenId wanted = model.trace->batch().target.at(0);
  const ColumnWidths widths = column_widths(model, ids, std::floor(box.width() / float(columns)));
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const ImVec2 at{box.min.x + float(i / rows) * widths.all, box.min.y + float(i % rows) * height};
    const ClassLine line{ids[i], model.vocabularies->target.entry(ids[i]), double(output->value[ids[i]]),
                         ids[i] == wanted, ids[i] == best && wanted != kIgnoredTarget};
    if (draw_line(line, box_at(at, {widths.all - em() * 1.2f, height}), widths.names))
      emit({"inspect", {"output.probabilities", "0,0," + std::to_string(ids[i])}});
  }
  return float(std::min(rows, ids.size())) * height;
}

}  // namespace attnlab

// The steps of softmax side by side, with a bar for each exponential and each weight.
#include "app/widgets/product/softmax_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <numeric>

#include "app/base/format.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/targets.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// Score, score − largest, exponential, share.
inline constexpr std::size_t kSoftmaxColumns = 4;

/// The name of the line below the keys.
inline constexpr const char* kSoftmaxSums = tr_mark("max, sum");

/// Widths in pixels.
struct SoftmaxWidths {
  float names = 0;
  std::array<float, kSoftmaxColumns> columns{};  ///< 0: not drawn
  int digits = 3;

  /// Where a column begins, from the table's left edge.
  float before(std::size_t column) const {
    return std::accumulate(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(column), names);
  }
  float all() const { return before(kSoftmaxColumns); }
};

/// Which columns are drawn, from the most to the fewest.
using ColumnSet = std::array<bool, kSoftmaxColumns>;
constexpr ColumnSet kColumnSets[] = {
    {true, true, true, true}, {true, false, true, true}, {true, false, false, true}};

/// Width of the longest of some numbers with so many decimals, as wide as a number from 0 to 1 at least.
float number_width(std::initializer_list<double> numbers, int digits) {
  float width = text_size(fonts().mono, "−0.").x + text_size(fonts().mono, "0").x * float(digits);
  for (const double number : numbers)
    width = std::max(width, text_size(fonts().mono, format_fixed(number, digits)).x);
  return width + em() * 0.9f;
}

/// What each column needs: of numbers of one sign, the largest is the longest.
std::array<float, kSoftmaxColumns> needed_widths(const SoftmaxSteps& steps, std::span<const float> scores,
                                                 int digits) {
  double least = 0, most = 0;
  for (const float each : scores) {
    if (!std::isfinite(each)) continue;
    least = std::min(least, double(each));
    most = std::max(most, double(each));
  }
  return {number_width({least, most}, digits), number_width({least - most}, digits),
          number_width({std::max(1.0, steps.sum)}, digits), number_width({1.0}, digits)};
}

/// The shortest name of a key, in em.
constexpr float kShortestName = 2.4f;

/// The shortest names: the line of sums is named completely.
float shortest_names() {
  return std::max(kShortestName * em(),
                  std::ceil(text_size(fonts().small, tr(kSoftmaxSums)).x + em() * 0.6f));
}

/// Shares out `room`, where the columns and the shortest name fit; false where they do not. Columns are of
/// one width where the names are whole as well.
bool share_room(float room, float wanted, const ColumnSet& drawn, SoftmaxWidths& w) {
  const float shortest = shortest_names(), parts = float(std::ranges::count(drawn, true));
  float widest = 0, all = 0;
  for (std::size_t c = 0; c < kSoftmaxColumns; ++c) {
    if (!drawn[c]) w.columns[c] = 0;
    widest = std::max(widest, w.columns[c]);
    all += w.columns[c];
  }
  if (shortest + all > room) return false;
  w.names = std::clamp(room - all, shortest, std::max(wanted, shortest));
  const float each = std::floor((room - wanted) / parts), more = std::floor((room - w.names - all) / parts);
  for (float& column : w.columns)
    if (column > 0) column = each >= widest ? each : column + more;
  return true;
}

/// Divides `room`: numbers have priority over complete names, which want `names`, and all columns over wide
/// ones; at last numbers have fewer decimals than the program's.
SoftmaxWidths softmax_widths(float room, float names, const SoftmaxSteps& steps,
                             std::span<const float> scores) {
  SoftmaxWidths w;
  for (w.digits = widgets().digits; w.digits >= 1; --w.digits)
    for (const ColumnSet& drawn : kColumnSets) {
      w.columns = needed_widths(steps, scores, w.digits);
      if (share_room(room, names, drawn, w)) return w;
    }
  w.digits = 1;
  w.names = std::max(kShortestName * em(), room - w.all());  // what the numbers leave
  return w;
}

struct SoftmaxRows {
  const SoftmaxTableOptions& o;
  std::span<const float> scores;
  const SoftmaxSteps& steps;
  Box bounds;
  SoftmaxWidths widths;
  float row;
  Canvas canvas;

  bool has(std::size_t column) const { return widths.columns[column] > 0; }
  Box cell(int r, std::size_t c) const {
    const float x = bounds.min.x + widths.before(c), y = bounds.min.y + row * float(r + 1);
    return {{x, y}, {x + widths.columns[c], y + row}};
  }
  bool masked(int r) const {
    const float s = scores[r];
    return std::isinf(s) && s < 0;
  }
  Box line(int r) const { return {{bounds.min.x, cell(r, 0).min.y}, {bounds.max.x, cell(r, 0).max.y}}; }
};

std::string name_of(const SoftmaxTableOptions& o, int i) {
  return o.name ? display_token(o.name(i)) : std::to_string(i);
}

double weight_of(const SoftmaxTableOptions& o, const SoftmaxSteps& steps, int i) {
  const auto at = static_cast<std::size_t>(i);
  return at < o.weights.size() ? double(o.weights[at]) : steps.probabilities[at];
}

/// Width of the name column: the widest name, within reason.
float name_column(const SoftmaxTableOptions& o, int count) {
  float width = text_size(fonts().small, tr(kSoftmaxSums)).x;
  for (int i = 0; i < std::min(count, 256); ++i)
    width = std::max(width, text_size(fonts().ui, name_of(o, i)).x);
  return std::min(width, em() * 8) + em() * 0.9f;
}

/// The table fills its room, but for columns that would be too wide to read.
float room_of(const SoftmaxTableOptions& o, float names) {
  const float widest = names + em() * 7.5f * float(kSoftmaxColumns);
  return o.size.x > 0 ? o.size.x : std::min(ImGui::GetContentRegionAvail().x, widest);
}

/// The heading stays in sight where its window scrolls.
void draw_heading(const SoftmaxRows& t) {
  const Palette& p = theme().palette;
  const std::string names[kSoftmaxColumns] = {t.o.score_name, "− max", "exp", tr("÷ sum")};
  const float scrolled = std::clamp(clip_box().min.y - t.bounds.min.y, 0.0f, t.bounds.height() - 2 * t.row);
  const Box line{{t.bounds.min.x, t.bounds.min.y + scrolled},
                 {t.bounds.max.x, t.cell(0, 0).min.y + scrolled}};
  if (scrolled > 0) t.canvas.fill(line, p.panel);
  for (std::size_t c = 0; c < kSoftmaxColumns; ++c) {
    if (!t.has(c)) continue;
    Box box = t.cell(-1, c);
    box = {{box.min.x, line.min.y}, {box.max.x - em() * 0.5f, line.max.y}};
    draw_text_in(t.canvas, fonts().small, box,
                 c == kSoftmaxColumns - 1 ? role_text(Role::Output) : p.text_dim, names[c], Align::Right);
  }
  t.canvas.fill({{line.min.x, line.max.y - 1}, line.max}, p.border);
}

void draw_bar(const SoftmaxRows& t, const Box& cell, double fraction, Colour colour) {
  if (!(fraction > 0)) return;
  const float inset = std::max(2.0f, t.row * 0.14f), room = cell.width() - em() * 0.3f;
  const float width = std::max(1.0f, room * float(std::min(fraction, 1.0)));
  const ImVec2 min{cell.max.x - em() * 0.2f - width, cell.min.y + inset};
  t.canvas.fill({min, {cell.max.x - em() * 0.2f, cell.max.y - inset}}, colour, em() * 0.15f);
}

void draw_value(const SoftmaxRows& t, int r, std::size_t c, double number, Colour ink) {
  if (!t.has(c)) return;
  Box box = t.cell(r, c);
  box.max.x -= em() * 0.5f;
  draw_text_in(t.canvas, fonts().mono, box, ink, format_fixed(number, t.widths.digits), Align::Right);
}

void draw_row(const SoftmaxRows& t, int i, bool hovered) {
  const Palette& p = theme().palette;
  const auto at = static_cast<std::size_t>(i);
  const bool masked = t.masked(i);
  const Box line = t.line(i);
  if (i == t.o.selected || hovered)
    t.canvas.fill(line, i == t.o.selected ? p.accent_soft : p.raised, em() * 0.2f);
  if (masked) {
    const Box rest{{t.cell(i, 0).min.x, line.min.y + 1}, {line.max.x, line.max.y - 1}};
    draw_hatch(t.canvas, rest);
    draw_veil(t.canvas, rest, 0.72f);
  }
  const Box name{{line.min.x + em() * 0.3f, line.min.y},
                 {line.min.x + t.widths.names - em() * 0.3f, line.max.y}};
  draw_text_in(t.canvas, fonts().ui, name, i == t.o.selected ? p.text : p.text_dim, name_of(t.o, i),
               Align::Left, Cut::Meant);
  const double weight = weight_of(t.o, t.steps, i);
  if (t.has(2)) draw_bar(t, t.cell(i, 2), t.steps.exponentials[at], faded(p.text_faint, 0.32f));
  draw_bar(t, t.cell(i, 3), weight, faded(role_colour(Role::Output), theme().dark() ? 0.5f : 0.42f));
  const Colour ink = masked ? p.text_dim : p.text;
  const double numbers[kSoftmaxColumns] = {double(t.scores[at]), t.steps.shifted[at],
                                           t.steps.exponentials[at], weight};
  for (std::size_t c = 0; c < kSoftmaxColumns; ++c) draw_value(t, i, c, numbers[c], ink);
}

/// Of very many rows, those in sight alone are named one by one, and all as cells of a grid.
void draw_rows(const SoftmaxRows& t, int count, int hovered) {
  constexpr int kMany = 512;
  const Box clip = clip_box(), all{t.line(0).min, t.line(count - 1).max};
  int first = 0, end = count;
  if (count > kMany) {
    const auto at = [&](float y) { return static_cast<int>(std::floor((y - all.min.y) / t.row)); };
    first = std::clamp(at(clip.min.y), 0, count);
    end = std::clamp(at(clip.max.y) + 1, first, count);
    const Box seen = intersection(all, clip);
    mark_target_grid(t.o.target, {all.min.x, all.min.y, all.max.x, all.max.y},
                     {seen.min.x, seen.min.y, seen.max.x, seen.max.y}, count, 1);
  }
  for (int i = first; i < end; ++i) {
    if (!t.o.target.empty()) mark(t.o.target + "[" + std::to_string(i) + ",0]", t.line(i));
    if (ImGui::IsRectVisible(t.line(i).min, t.line(i).max)) draw_row(t, i, i == hovered);
  }
}

/// "entropy 1.84 of 2.58 bits", shorter where that does not fit.
std::string entropy_text(const SoftmaxRows& t, int count, float width) {
  const std::string number = format_fixed(t.steps.entropy, 2),
                    most = format_fixed(std::log2(std::max(count, 1)), 2);
  for (const std::string& text :
       {tr("entropy {1} of {2} bits", number, most), tr("{1} of {2} bits", number, most)})
    if (text_size(fonts().small, text).x <= width) return text;
  return tr("{1} bits", number);
}

void draw_sums(const SoftmaxRows& t, int count) {
  const Palette& p = theme().palette;
  const Box line = t.line(count);
  t.canvas.fill({line.min, {line.max.x, line.min.y + 1}}, p.border);
  double total = 0;
  for (int i = 0; i < count; ++i) total += weight_of(t.o, t.steps, i);
  const Box name{{line.min.x + em() * 0.3f, line.min.y}, {line.min.x + t.widths.names, line.max.y}};
  const bool fits = text_size(fonts().small, tr(kSoftmaxSums)).x <= name.width();
  draw_text_in(t.canvas, fonts().small, name, p.text_dim, fits ? tr(kSoftmaxSums) : tr("sums"));
  draw_value(t, count, 0, t.steps.largest, p.text_dim);
  draw_value(t, count, 2, t.steps.sum, p.text_dim);
  draw_value(t, count, 3, total, p.text_dim);
  const Box below{{line.min.x + em() * 0.3f, line.max.y}, {line.max.x - em() * 0.5f, line.max.y + t.row}};
  draw_text_in(t.canvas, fonts().small, below, p.text_dim, entropy_text(t, count, below.width()),
               Align::Right);
}

}  // namespace

SoftmaxTableResult softmax_table(const char* id, std::span<const float> scores,
                                 const SoftmaxTableOptions& o) {
  const auto count = static_cast<int>(scores.size());
  const SoftmaxSteps own = o.steps ? SoftmaxSteps() : softmax_steps(scores);
  const SoftmaxSteps& steps = o.steps ? *o.steps : own;
  const float names = name_column(o, count);
  const SoftmaxWidths w = softmax_widths(room_of(o, names), names, steps, scores);
  const float row = std::ceil(em() * 1.5f);
  const Box bounds = box_at(ImGui::GetCursorScreenPos(), {w.all(), row * float(count + 3)});
  SoftmaxTableResult r;
  r.bounds = bounds;
  KeepsDirection kept;
  kept.within(bounds);
  const bool pressed = ImGui::InvisibleButton(id, bounds.size());
  const SoftmaxRows t{o, scores, steps, bounds, w, row, window_canvas()};
  if (ImGui::IsItemHovered()) {
    const int line = static_cast<int>(std::floor((ImGui::GetIO().MousePos.y - bounds.min.y) / row)) - 1;
    if (line >= 0 && line < count) r.hovered = line;
  }
  if (pressed) r.clicked = r.hovered;
  if (r.hovered >= 0 && text_size(fonts().ui, name_of(o, r.hovered)).x > w.names - em() * 0.6f)
    tip(name_of(o, r.hovered));
  mark_part(o.target, "softmax", bounds);
  draw_rows(t, count, r.hovered);
  draw_sums(t, count);
  draw_heading(t);
  return r;
}

}  // namespace attnlab

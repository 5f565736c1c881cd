// One step of the online softmax for one query, with its numbers, beside the standard softmax. Also the
// memory of standard attention and of tiles.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "app/base/format.h"
#include "app/features/tiles/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/formula/formula.h"
#include "app/widgets/tokens/token_text.h"
#include "core/analysis/heads/attention_traffic.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

std::string traffic_text(double bytes) {
  constexpr std::array<const char*, 4> kUnits{" B", " kB", " MB", " GB"};
  std::size_t unit = 0;
  for (; bytes >= 1000 && unit + 1 < kUnits.size(); ++unit) bytes /= 1000;
  return (unit == 0 ? format_count(std::llround(bytes)) : format_number(bytes, 3)) + kUnits[unit];
}

/// One length of text.
struct LengthLine {
  std::string what;
  AttentionTraffic whole, tiled;
};

/// Keys that the tiles read together.
Index key_rows(const TilesFrame& f) {
  Index rows = 0;
  for (Index tile = 0; tile < f.tiles(); ++tile)
    for (Index b = 0; b < f.blocks(); ++b)
      if (!f.hidden(b, tile)) rows += std::min(f.size, f.keys() - b * f.size);
  return rows;
}

std::vector<LengthLine> lines_of(const TilesFrame& f) {
  std::vector<LengthLine> lines{{tr("this text"), whole_matrix_traffic(f.queries(), f.keys(), f.features()),
                                 tiled_traffic(f.queries(), key_rows(f), f.features())}};
  constexpr Index kTile = 64;
  for (const Index t : {Index{1024}, Index{8192}})
    lines.push_back({tr("{1} tokens", format_count(t)), whole_matrix_traffic(t, t, f.features()),
                     tiled_traffic(t, all_key_rows(t, t, kTile), f.features())});
  return lines;
}

void draw_cells(ImVec2 at, float width, ImFont* font, Colour colour,
                const std::array<std::string, 5>& cells) {
  const float first = width * 0.26f, rest = (width - first) / 4, height = em() * 1.35f;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const float x = i == 0 ? 0 : first + rest * float(i - 1);
    draw_text_in(window_canvas(), font, box_at({at.x + x, at.y}, {i == 0 ? first : rest, height}), colour,
                 cells[i], i == 0 ? Align::Left : Align::Right);
  }
}

}  // namespace

void draw_tiles_memory(const TilesFrame& f, float width) {
  const Palette& p = theme().palette;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float line = em() * 1.35f;
  draw_text_in(window_canvas(), fonts().ui_bold, box_at(at, {width, line}), p.text,
               tr("Memory of this head, calculated"));
  const float half = width * 0.26f + (width - width * 0.26f) / 2;
  draw_text_in(window_canvas(), fonts().small, box_at({at.x, at.y + line}, {half, line}), p.text_dim,
               tr("full matrices"), Align::Right);
  draw_text_in(window_canvas(), fonts().small, box_at({at.x, at.y + line}, {width, line}), p.text_dim,
               tr("tiles"), Align::Right);
  draw_cells({at.x, at.y + 2 * line}, width, fonts().small, p.text_dim,
             {"", tr("stored"), tr("moved"), tr("stored"), tr("moved")});
  float y = at.y + 3 * line;
  for (const LengthLine& l : lines_of(f)) {
    draw_cells({at.x, y}, width, fonts().ui, p.text,
               {l.what, traffic_text(l.whole.stored), traffic_text(l.whole.moved),
                traffic_text(l.tiled.stored), traffic_text(l.tiled.moved)});
    y += line;
  }
  move_cursor({at.x, y + em() * 0.2f});
  ImGui::BeginGroup();
  wrapped_text(
      fonts().ui, p.text_dim,
      tr("Stored: in addition to Q, K, V and the context. Moved: queries once, keys and values for each "
         "tile that attends to them. Longer texts: blocks of 64, without a mask."),
      width);
  ImGui::EndGroup();
}

namespace {

using namespace math;

constexpr float kSize = 0.7f;

/// The numbers of the step.
struct StepNumbers {
  Index feature = 0;
  double m = 0, l = 0, o = 0;  ///< before the step
  double block_max = 0, m_new = 0, l_new = 0, o_new = 0;
  double rescale = 1, exponentials = 0, products = 0;  ///< e^{m−m′}, Σ e^{s−m′}, Σ e^{s−m′}·v

  explicit StepNumbers(const TilesFrame& f) {
    const Index b = f.block(), q = f.query();
    feature = std::min<Index>(f.stage.selection.feature, f.features() - 1);
    m = f.maximum(q, b - 1), l = f.sum(q, b - 1), o = f.output(q, feature, b - 1);
    m_new = f.maximum(q, b), l_new = f.sum(q, b), o_new = f.output(q, feature, b);
    rescale = double(f.walk.rescale_at(b, q - f.first_query()));
    block_max = -std::numeric_limits<double>::infinity();
    for (Index k = f.first_key(); k < f.end_of_keys(); ++k) {
      const double s = f.masked.at(static_cast<int>(q), static_cast<int>(k));
      if (s == -std::numeric_limits<double>::infinity()) continue;     // whatever the value is
      if (!(s <= block_max) && !std::isnan(block_max)) block_max = s;  // NaN stays
      const double e = std::exp(s - m_new);
      exponentials += e;
      products += e * double(f.value.at(static_cast<int>(k), static_cast<int>(feature)));
    }
  }
};

int digits(const TilesFrame& f) { return static_cast<int>(f.stage.model.screen.digits); }

Formula value_of(const TilesFrame& f, double value) { return number(format_number(value, digits(f))); }
/// A number as a factor, in brackets if it is negative.
Formula factor_of(const TilesFrame& f, double value) {
  return value < 0 ? paren(value_of(f, value)) : value_of(f, value);
}

Formula m() { return var("m"); }
Formula l() { return var("l"); }
Formula o() { return sub(var("o", Role::Output), var("d")); }
Formula after(Formula x) { return sup(std::move(x), text("′")); }
Formula rescale() { return sup(text("e"), row({m(), op("−"), after(m())})); }
Formula exponentials() {
  return row({sub(text("Σ"), var("k")), sup(text("e"), row({sub(var("s"), var("k")), op("−"), after(m())}))});
}

std::vector<Formula> formulas(const TilesFrame& f, const StepNumbers& n) {
  const auto v = [&](double x) { return value_of(f, x); };
  return {row({after(m()), rel(), call("max", row({m(), punct(), var("s")})), rel(),
               call("max", row({v(n.m), punct(), v(n.block_max)})), rel(), v(n.m_new)}),
          row({rescale(), rel(), sup(text("e"), row({v(n.m), op("−"), factor_of(f, n.m_new)})), rel(),
               v(n.rescale)}),
          row({after(l()), rel(), l(), op("·"), rescale(), op("+"), exponentials(), rel(), v(n.l), op("·"),
               v(n.rescale), op("+"), v(n.exponentials), rel(), v(n.l_new)}),
          row({after(o()), rel(), o(), op("·"), rescale(), op("+"), exponentials(),
               sub(var("v", Role::Value), text("k,d")), rel(), v(n.o), op("·"), v(n.rescale), op("+"),
               factor_of(f, n.products), rel(), v(n.o_new)})};
}

/// The context of the standard softmax; 0 if all keys of a query are masked.
double plain_context(const TilesFrame& f, Index q, Index d) {
  const auto l = double(f.numbers.plain.sum[q]);
  return l == 0 ? 0 : double(f.numbers.plain.output[q * f.features() + d]) / l;
}

/// The absolute value of a difference; only a bound for rounding errors, which depend on the processor.
std::string size_text(double difference) {
  return std::abs(difference) < 1e-6 ? tr("less than {1}", format_number(1e-6, 2))
                                     : format_number(std::abs(difference), 2);
}

/// o ÷ l against the standard softmax.
void draw_result(const TilesFrame& f, const StepNumbers& n, float width) {
  const double plain = plain_context(f, f.query(), n.feature);
  const double found = n.l_new == 0 ? 0 : n.o_new / n.l_new;
  FormulaOptions options;
  options.size = kSize;
  options.wrap_width = width;
  const FormulaResult drawn = draw_formula("tiles.result",
                                           row({after(o()), op("÷"), after(l()), rel(), factor_of(f, n.o_new),
                                                op("÷"), value_of(f, n.l_new), rel(), value_of(f, found)}),
                                           options);
  const std::string words = !f.done() || std::isnan(found - plain)
                                ? tr("standard softmax: {1}", format_number(plain, digits(f)))
                                : tr("difference from the standard softmax: {1}", size_text(found - plain));
  const Box line = drawn.bounds;
  draw_text_in(window_canvas(), fonts().ui,
               {{line.max.x + em(), line.min.y}, {line.min.x + width, line.max.y}},
               f.done() ? role_text(Role::Output) : theme().palette.text_dim, words);
}

/// The largest of some numbers; NaN if one is NaN.
struct Largest {
  double value = 0;
  void take(double x) {
    if (!(x <= value) && !std::isnan(value)) value = x;
  }
};

/// The differences from the current tile's result to the standard softmax, and from the standard softmax to
/// the model's context.
struct TileEnd {
  Largest own, apart, edited;

  explicit TileEnd(const TilesFrame& f) {
    const Index last = f.blocks() - 1;
    for (Index q = f.first_query(); q < f.end_of_queries(); ++q)
      for (Index d = 0; d < f.features(); ++d) {
        const double l = f.sum(q, last), plain = plain_context(f, q, d);
        const double context = l == 0 ? 0 : f.output(q, d, last) / l;
        own.take(std::abs(context));
        apart.take(std::abs(context - plain));
        const double went_on = f.context.at(static_cast<int>(q), static_cast<int>(d));
        if (!(std::isnan(plain) && std::isnan(went_on))) edited.take(std::abs(plain - went_on));
      }
  }
};

std::string end_words(const TilesFrame& f, const TileEnd& end) {
  if (!std::isfinite(end.own.value))
    return tr(
        "The result of this tile contains NaN or infinite numbers, because a score or a value is NaN or "
        "infinite.");
  if (std::isnan(end.apart.value))
    return tr(
        "Tiles do not read masked values. The standard product multiplies them by 0, which gives NaN for "
        "NaN and ∞.");
  const std::string most = size_text(end.apart.value);
  return f.by_kernel ? tr("In the end, the outputs of this tile differ from the standard softmax only by "
                          "rounding: {1} at most.",
                          most)
                     : tr("In the end, the outputs of this tile differ from the standard softmax only by the "
                          "order of the sums: {1} at most.",
                          most);
}

void draw_whole(const TilesFrame& f, float width) {
  const TileEnd end(f);
  std::string words =
      f.why_not.empty() ? "" : tr("{1}, so the processor computed these numbers.", f.why_not) + " ";
  words += end_words(f, end);
  if (!f.stage.model.state.edits.empty() && !(end.edited.value <= 1e-3))
    words += " " + (std::isnan(end.edited.value) ? tr("Afterwards, an edit changes the context.")
                                                 : tr("Afterwards, an edit changes the context by up to {1}.",
                                                      format_number(end.edited.value, 2)));
  wrapped_text(fonts().ui, theme().palette.text_dim, words, width);
}

/// Why this step does not compute anything; "" if it does.
std::string nothing_words(const TilesFrame& f, const StepNumbers& n) {
  if (f.in_vain())
    return tr(
        "Every score of this block is −∞, and e to the power of −∞ is 0, so nothing changes. The kernel "
        "stores the visible keys of these queries as at most two ranges, and this block is inside one.");
  if (f.skipped())
    return tr(
        "Nothing is read and nothing changes, because every score of this block is −∞ and e to the power "
        "of −∞ is 0.");
  if (n.m_new == -std::numeric_limits<double>::infinity())
    return tr(
        "All keys so far are masked for this query, so nothing changes. If all keys are masked, its context "
        "is 0.");
  return "";
}

}  // namespace

void draw_tiles_step(const TilesFrame& f, float width) {
  const StepNumbers n(f);
  const float left = ImGui::GetCursorPosX();
  wrapped_text(fonts().ui_bold, theme().palette.text,
               tr("Query “{1}”, feature d = {2}", display_token(f.stage.queries.name(f.query())),
                  std::to_string(n.feature)),
               width);
  const std::string nothing = nothing_words(f, n);
  if (!nothing.empty()) {
    ImGui::SetCursorPosX(left);
    wrapped_text(fonts().ui, theme().palette.text_dim, nothing, width);
  } else {
    FormulaOptions options;
    options.size = kSize;
    options.wrap_width = width;
    int i = 0;
    for (const Formula& formula : formulas(f, n))
      draw_formula(("tiles.formula." + std::to_string(i++)).c_str(), formula, options);
  }
  if (nothing.empty() || n.l_new > 0) draw_result(f, n, width);
  draw_whole(f, width);
}

}  // namespace attnlab

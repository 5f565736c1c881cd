// The KV cache: a row for each forward pass, a column for each position, and the work of the pass there.
// Script names: generation.cache (switch), generation.pass[i,0] (rows).
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/generation/choice.h"
#include "app/features/generation/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

/// The work of a pass at a position.
enum class Work { None, Computed, Cached, Forgotten };

struct CacheGrid {
  const GenerationFrame& frame;
  const std::vector<DecodingStep>& steps;
  Index prompt = 0, positions = 0;
  bool cached = true;
  Box bounds;
  float label = 0, cell = 0, row = 0, head = 0, numbers = 0;

  Box box(int pass, Index position) const {
    const float x = bounds.min.x + label + cell * float(position),
                y = bounds.min.y + head + row * float(pass);
    return {{x, y}, {x + cell, y + row}};
  }
  float right() const { return bounds.min.x + label + cell * float(positions); }
};

/// The text has `prompt + pass` tokens in a pass; the newest `work.positions` of them are computed.
Work work_at(const CacheGrid& g, std::size_t pass, Index position) {
  const DecodingStep& step = g.steps[pass];
  const Index text = g.prompt + static_cast<Index>(pass), first = text - step.length;
  if (position >= text) return Work::None;
  if (position < first) return Work::Forgotten;
  const Index computed = g.cached ? step.work.positions : step.recomputed.positions;
  return position >= text - computed ? Work::Computed : Work::Cached;
}

void draw_cells(const Canvas& canvas, const Box& box, Work work) {
  const float gap = box.width() > em() * 0.5f ? 1.0f : 0.0f;
  const Box inner{{box.min.x + gap, box.min.y + gap}, {box.max.x - gap, box.max.y - gap}};
  if (work == Work::Computed) canvas.fill(inner, role_colour(Role::Key), em() * 0.12f);
  if (work == Work::Cached) canvas.fill(inner, faded(role_colour(Role::Value), 0.45f), em() * 0.12f);
  if (work == Work::Forgotten) draw_hatch(canvas, inner);
}

/// Draws a pass's cells one by one; cells too narrow to distinguish are joined with neighbors of the same
/// kind.
void draw_work(const CacheGrid& g, std::size_t pass) {
  const Canvas canvas = window_canvas();
  const int row = static_cast<int>(pass);
  const bool single = g.cell > em() * 0.5f;
  for (Index from = 0; from < g.positions;) {
    const Work work = work_at(g, pass, from);
    Index to = from + 1;
    while (!single && to < g.positions && work_at(g, pass, to) == work) ++to;
    draw_cells(canvas, {g.box(row, from).min, g.box(row, to - 1).max}, work);
    from = to;
  }
}

std::string token_at(const CacheGrid& g, Index position) {
  const auto at = static_cast<std::size_t>(position);
  const auto& prompt = g.frame.result.sampled.prompt;
  return display_token(g.frame.name(at < prompt.size() ? prompt[at] : g.steps[at - prompt.size()].token));
}

/// Draws the tokens above the columns, turned if columns are narrow.
void draw_head(const CacheGrid& g) {
  const Canvas canvas = window_canvas();
  const Palette& p = theme().palette;
  if (g.cell < em() * 0.7f) return;
  for (Index i = 0; i < g.positions; ++i) {
    const Box column = g.box(0, i);
    draw_text_upwards(canvas, fonts().small,
                      {{column.min.x, g.bounds.min.y}, {column.max.x, column.min.y - em() * 0.25f}},
                      i < g.prompt ? p.text_dim : p.text, token_at(g, i));
  }
}

/// Only attention computes scores of all earlier positions; a recurrent network keeps its state.
bool has_scores(const CacheGrid& g) { return is_transformer(g.frame.model.trace->config()); }

void draw_pass(const CacheGrid& g, std::size_t pass, bool chosen) {
  const Canvas canvas = window_canvas();
  const Palette& p = theme().palette;
  const DecodingStep& step = g.steps[pass];
  const Box first = g.box(static_cast<int>(pass), 0);
  const Box line{{g.bounds.min.x, first.min.y}, {g.bounds.max.x, first.max.y}};
  mark("generation.pass[" + std::to_string(pass) + ",0]", line);
  if (!ImGui::IsRectVisible(line.min, line.max)) return;
  if (chosen) canvas.fill(line, p.accent_soft, em() * 0.2f);
  draw_text_in(canvas, fonts().small, {line.min, {line.min.x + g.label - em() * 0.4f, line.max.y}},
               chosen ? p.text : p.text_dim, "→ " + display_token(g.frame.name(step.token)), Align::Right);
  draw_work(g, pass);
  const DecodingWork& work = g.cached ? step.work : step.recomputed;
  const float half = g.numbers / 2;
  const Box one{{g.right(), line.min.y}, {g.right() + half, line.max.y}};
  draw_text_in(canvas, fonts().mono_small, one, p.text, format_count(work.positions), Align::Right);
  if (!has_scores(g)) return;
  draw_text_in(canvas, fonts().mono_small, {{one.max.x, line.min.y}, {one.max.x + half, line.max.y}}, p.text,
               format_count(work.scores), Align::Right);
}

void draw_number_heads(const CacheGrid& g) {
  const Canvas canvas = window_canvas();
  const float half = g.numbers / 2, top = g.bounds.min.y + g.head - em() * 1.3f;
  const Box one{{g.right(), top}, {g.right() + half, top + em() * 1.2f}};
  draw_text_in(canvas, fonts().small, one, theme().palette.text_dim, tr("positions"), Align::Right);
  if (!has_scores(g)) return;
  draw_text_in(canvas, fonts().small, {{one.max.x, one.min.y}, {one.max.x + half, one.max.y}},
               theme().palette.text_dim, tr("scores"), Align::Right);
}

DecodingWork total(const std::vector<DecodingStep>& steps, DecodingWork DecodingStep::*of) {
  DecodingWork sum;
  for (const DecodingStep& step : steps) {
    const DecodingWork& work = step.*of;
    sum.passes += work.passes;
    sum.positions += work.positions;
    sum.scores += work.scores;
  }
  return sum;
}

void legend_entry(Work work, const char* text) {
  const float line = ImGui::GetFrameHeight(), size = em() * 1.1f;
  const Box box = reserve({size, line});
  draw_cells(window_canvas(), box_at({box.min.x, box.min.y + (line - size) / 2}, {size, size}), work);
  ImGui::SameLine(0, em() * 0.4f);
  ImGui::AlignTextToFramePadding();
  dim_text(text);
  ImGui::SameLine(0, em() * 1.4f);
}

void draw_legend(const CacheGrid& g) {
  legend_entry(Work::Computed, has_scores(g) ? tr("keys and values computed in this pass")
                                             : tr("states computed in this pass"));
  if (g.cached)
    legend_entry(Work::Cached, has_scores(g) ? tr("cached from earlier passes") : tr("in the cached state"));
  if (g.steps.back().length < g.positions - 1) legend_entry(Work::Forgotten, tr("beyond the context"));
  ImGui::NewLine();
}

/// "65.5 kB".
std::string cache_text(Index bytes) {
  const std::string text = format_compact(double(bytes));
  const std::size_t unit = text.find_last_of("0123456789") + 1;
  return text.substr(0, unit) + " " + text.substr(unit) + "B";
}

/// Without a causal mask, keys and values of earlier positions change with each token, and a cache is
/// useless.
bool can_cache(const GenerationFrame& frame) { return frame.model.trace->config().causal; }

/// A recurrent network keeps one state, regardless of the length of the text.
void draw_state_totals(const GenerationFrame& frame, const std::vector<DecodingStep>& steps) {
  wrapped_text(fonts().ui, theme().palette.text,
               tr("A recurrent network caches its state instead of keys and values: {1} positions go through "
                  "the layers, each once. Without the cached state, the text would be read again for each "
                  "token: {2} positions. At the end, the state takes {3}.",
                  format_count(total(steps, &DecodingStep::work).positions),
                  format_count(total(steps, &DecodingStep::recomputed).positions),
                  cache_text(steps.back().cache_bytes)),
               ImGui::GetContentRegionAvail().x);
  if (writes_answer(frame.model.format))
    dim_text(has_picture(frame.model.format) ? tr("The picture is read once, in the first pass.")
                                             : tr("The source is read once, in the first pass."));
}

void draw_totals(const GenerationFrame& frame, const std::vector<DecodingStep>& steps) {
  if (!is_transformer(frame.model.trace->config())) return draw_state_totals(frame, steps);
  const DecodingWork cached = total(steps, &DecodingStep::work),
                     again = total(steps, &DecodingStep::recomputed);
  if (!can_cache(frame))
    return wrapped_text(
        fonts().ui, theme().palette.text,
        tr("Without a causal mask, earlier positions attend to the new one, so their keys and "
           "values change with each token and cannot be cached. {1} positions go through the "
           "layers, and {2} scores per head and layer are computed.",
           format_count(again.positions), format_count(again.scores)));
  const double factor = double(again.positions) / double(cached.positions);
  const std::string text = tr(
      "With the cache, {1} positions go through the layers, and {2} scores per head and layer are computed. "
      "Without it, there would be {3} positions ({4} times as many) and {5} scores. At the end, the cache "
      "takes {6}.",
      format_count(cached.positions), format_count(cached.scores), format_count(again.positions),
      format_number(factor, 3), format_count(again.scores), cache_text(steps.back().cache_bytes));
  wrapped_text(fonts().ui, theme().palette.text, text, ImGui::GetContentRegionAvail().x);
  if (writes_answer(frame.model.format))
    dim_text(has_picture(frame.model.format)
                 ? tr("Keys and values of the picture are computed once, in the first pass.")
                 : tr("Keys and values of the source are computed once, in the first pass."));
}

CacheGrid make_grid(const GenerationFrame& frame, ImVec2 room, float below) {
  const auto& steps = frame.result.sampled.steps;
  CacheGrid g{frame,
              steps,
              count_of(frame.result.sampled.prompt),
              0,
              frame.choice.cache && can_cache(frame),
              {},
              0,
              0,
              0,
              0,
              0};
  g.positions = g.prompt + count_of(steps) - 1;
  for (const DecodingStep& step : steps)
    g.label = std::max(g.label, text_size(fonts().small, "→ " + display_token(frame.name(step.token))).x);
  g.label = std::min(g.label, em() * 7) + em() * 0.8f;
  g.numbers = em() * 10;
  for (Index i = 0; i < g.positions; ++i)
    g.head = std::max(g.head, text_size(fonts().small, token_at(g, i)).x);
  g.head = std::clamp(g.head + em() * 0.4f, em() * 1.6f, em() * 5);
  const auto columns = float(std::max<Index>(g.positions, 1));
  g.cell = std::clamp(std::floor((room.x - g.label - g.numbers) / columns), 2.0f, em() * 2.6f);
  const auto rows = float(steps.size());
  g.row = std::clamp(std::floor((room.y - below - g.head) / rows), em() * 1.1f, em() * 1.9f);
  return g;
}

}  // namespace

void draw_decoding_cache(const GenerationFrame& frame) {
  const auto& steps = frame.result.sampled.steps;
  const bool cacheable = can_cache(frame);
  bool cached = frame.choice.cache;
  const bool state = !is_transformer(frame.model.trace->config());
  if (cacheable && toggle("generation.cache", state ? tr("cache the state") : tr("cache keys and values"),
                          cached, tr("Off: every pass computes all positions again")))
    frame.choose("cache", cached ? "on" : "off");
  if (cacheable) ImGui::SameLine(0, em() * 1.6f);
  ImGui::AlignTextToFramePadding();
  const float below = em() * 4.8f;
  CacheGrid g = make_grid(frame,
                          {ImGui::GetContentRegionAvail().x + ImGui::GetCursorPosX(),
                           ImGui::GetContentRegionAvail().y - ImGui::GetFrameHeight()},
                          below);
  g.cell = std::min(g.cell, em() * 2.6f);
  draw_legend(g);
  const float height = ImGui::GetContentRegionAvail().y - below;
  ImGui::BeginChild("passes", {0, height}, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
  const float wide = g.label + g.cell * float(g.positions) + g.numbers + em() * 0.5f;
  g.bounds = reserve({wide, g.head + g.row * float(steps.size())});
  draw_head(g);
  draw_number_heads(g);
  for (std::size_t pass = 0; pass < steps.size(); ++pass) {
    draw_pass(g, pass, pass == frame.step());
    const Box first = g.box(static_cast<int>(pass), 0);
    const Box line{{g.bounds.min.x, first.min.y}, {g.bounds.max.x, first.max.y}};
    if (ImGui::IsWindowHovered() && line.contains(ImGui::GetIO().MousePos) && ImGui::IsMouseClicked(0))
      frame.choose("step", std::to_string(pass));
  }
  ImGui::EndChild();
  draw_totals(frame, steps);
}

}  // namespace attnlab

// The map of samples: a row per probe, a column per kept step; a click or drag goes to a step.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/training/view_sample_tokens.h"
#include "app/features/training/view_samples.h"
#include "app/views/runs/past_steps.h"
#include "app/views/runs/step_axis.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"

namespace attnlab {
namespace {

/// Shares of right tokens, and which are not known yet; computed when the history changes.
struct RightShares {
  const SampleHistory* of = nullptr;
  std::uint64_t version = 0;
  std::vector<float> cells;
  std::vector<unsigned char> unknown;
  std::vector<Index> steps;
};

const RightShares& shares_of(const ViewModel& model, const SampleHistory& history) {
  RightShares& cache = model.remembered<RightShares>();
  if (cache.of == &history && cache.version == history.version && cache.steps.size() == history.steps.size())
    return cache;
  cache = {&history, history.version, {}, {}, {}};
  const std::size_t rows = history.probes->size(), columns = history.steps.size();
  cache.cells.assign(rows * columns, 0);
  cache.unknown.assign(rows * columns, 1);
  for (std::size_t c = 0; c < columns; ++c) {
    cache.steps.push_back(history.steps[c].step);
    if (!history.steps[c].value) continue;
    for (std::size_t r = 0; r < rows; ++r) {
      cache.cells[r * columns + c] = static_cast<float>((*history.steps[c].value)[r].share());
      cache.unknown[r * columns + c] = 0;
    }
  }
  return cache;
}

/// The numbers of the rows in the map and in the list.
std::vector<std::string> numbers(std::size_t count) {
  std::vector<std::string> all;
  for (std::size_t i = 1; i <= count; ++i) all.push_back(std::to_string(i));
  return all;
}

void draw_tooltip(const SamplesFrame& samples, Cell cell) {
  const AtStep<Samples>& at = samples.history.steps[static_cast<std::size_t>(cell.col)];
  const auto row = static_cast<std::size_t>(cell.row);
  const Example& probe = samples.probes()[row];
  begin_tooltip();
  value_line("step", format_count(at.step));
  if (!probe.source.empty()) dim_text(probe.source);
  if (!at.value) {
    dim_text("not worked out yet");
  } else {
    const Sample& sample = (*at.value)[row];
    value_line("right", std::to_string(sample.right) + " of " + std::to_string(sample.tokens.size()));
    const float width = std::min(sample_tokens_width(sample, samples.characters) + em() * 1.5f, em() * 40);
    const Box box = reserve({width, sample_tokens_height()});
    draw_sample_tokens(window_canvas(), box.min, width, sample, samples.characters);
  }
  end_tooltip();
}

}  // namespace

void draw_samples_map(const SamplesFrame& samples) {
  const RightShares& shares = shares_of(samples.frame.model, samples.history);
  const std::vector<std::string> names = numbers(samples.probes().size());
  const float room = ImGui::GetContentRegionAvail().x;
  const float left = std::ceil(em() * 1.6f), columns = static_cast<float>(shares.steps.size());
  HeatMapOptions o;
  o.scale = {Scale::Sequential, RangeMode::Fixed, {0, 1}};
  o.rows.names = names;
  o.cols.hidden = true;
  o.cell_height = std::ceil(em() * 1.15f);
  o.cell_width = std::min((room - left) / columns, em() * 2.5f);
  if (o.cell_width > 3) o.cell_width = std::floor(o.cell_width);
  o.size = {room, o.cell_height * static_cast<float>(names.size())};
  o.legend = o.numbers = o.tooltip = o.zooms_across = o.zooms_down = false;
  o.target = "samples.map";
  o.highlight_col = nearest_step(shares.steps, step_on_screen(samples.frame.model));
  MatrixView view =
      matrix_view(shares.cells.data(), static_cast<int>(names.size()), static_cast<int>(shares.steps.size()));
  view.mask = shares.unknown.data();
  const HeatMapResult map = heat_map("samples.map", view, o);
  const float axis = draw_step_axis(map.cells, shares.steps, step_on_screen(samples.frame.model));
  ImGui::Dummy({room, axis + em() * 0.3f});
  if (map.hovered && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) draw_tooltip(samples, *map.hovered);
  drag_over_steps("samples.map", map.cells, shares.steps, samples.frame.model, samples.frame.emit);
}

void draw_samples_legend(const SamplesFrame& samples, float used) {
  const bool choices = samples.kind == SamplesFrame::Kind::Choices;
  const std::string_view from = choices ? "wrong" : "no token right", to = choices ? "right" : "all right";
  const float gap = em() * 0.5f, bar = em() * 6;
  const float left = text_size(fonts().small, from).x + gap, right = text_size(fonts().small, to).x + gap;
  const float room = ImGui::GetContentRegionAvail().x, height = std::ceil(em() * 1.4f);
  const bool same_line = used + em() * 2 + left + bar + right <= room;
  if (same_line) move_cursor({ImGui::GetCursorScreenPos().x, ImGui::GetItemRectMin().y});
  const Box line = reserve({room, height});
  const Box all{{line.max.x - left - bar - right - em(), line.min.y}, {line.max.x - em() + 1, line.max.y}};
  const Canvas canvas = window_canvas();
  const ColourMap& map = colour_map(Scale::Sequential);
  draw_text_in(canvas, fonts().small, all, theme().palette.text_dim, from);
  draw_text_in(canvas, fonts().small, {{all.max.x - right + gap - 1, all.min.y}, all.max},
               theme().palette.text_dim, to);
  const Colour stops[] = {map.at(0), map.at(0.25f), map.at(0.5f), map.at(0.75f), map.at(1)};
  const float half = em() * 0.3f, y = all.centre().y;
  canvas.gradient({{all.min.x + left, y - half}, {all.min.x + left + bar, y + half}}, stops);
}

}  // namespace attnlab

// Samples: a summary, the map over all steps, and the answers at the step on screen.
#include "app/features/training/view_samples.h"

#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/feature/results.h"
#include "app/views/runs/past_steps.h"
#include "app/views/runs/step_plot.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"
#include "core/config/no_such_kind.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// Shares of correct tokens, and which are not known yet; computed when the history changes.
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
      cache.cells[r * columns + c] = float((*history.steps[c].value)[r].share());
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
  const AtStep<Samples>& at = samples.history.steps[cell.col];
  const auto row = static_cast<std::size_t>(cell.row);
  const Example& probe = samples.probes()[row];
  begin_tooltip();
  value_line(tr("step"), format_count(at.step));
  if (!probe.source.empty()) dim_text(probe.source);
  if (!at.value) {
    dim_text(tr("not computed yet"));
  } else {
    const Sample& sample = (*at.value)[row];
    value_line(tr("correct"),
               tr("{1} of {2}", std::to_string(sample.right), std::to_string(sample.tokens.size())));
    const float width = std::min(sample_tokens_width(sample, samples.characters) + em() * 1.5f, em() * 40);
    const Box box = reserve({width, sample_tokens_height()});
    draw_sample_tokens(window_canvas(), box.min, width, sample, samples.characters);
  }
  end_tooltip();
}

/// Draws the share of correct tokens of each probe at each stored step. Script names:
/// samples.map[ROW,COLUMN].
void draw_samples_map(const SamplesFrame& samples) {
  const RightShares& shares = shares_of(samples.frame.model, samples.history);
  const std::vector<std::string> names = numbers(samples.probes().size());
  const float room = ImGui::GetContentRegionAvail().x;
  const float left = std::ceil(em() * 1.6f), columns = float(shares.steps.size());
  HeatMapOptions o;
  o.scale = {Scale::Sequential, RangeMode::Fixed, {0, 1}};
  o.rows.names = names;
  o.cols.hidden = true;
  o.cell_height = std::ceil(em() * 1.15f);
  o.cell_width = std::min((room - left) / columns, em() * 2.5f);
  if (o.cell_width > 3) o.cell_width = std::floor(o.cell_width);
  o.size = {room, o.cell_height * float(names.size())};
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

/// Draws the legend of the map at the right end of the line above, beyond the `used` width, or below that
/// line.
void draw_samples_legend(const SamplesFrame& samples, float used) {
  const bool choices = samples.kind == SamplesFrame::Kind::Choices;
  const std::string_view from = choices ? tr("incorrect") : tr("none correct"),
                         to = choices ? tr("correct") : tr("all correct");
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

using SamplesStep = AtStep<Samples>;

bool any_right(const SamplesStep& step) {
  return step.value && std::ranges::any_of(*step.value, &Sample::all_right);
}
bool all_right(const SamplesStep& step) {
  return step.value && std::ranges::all_of(*step.value, &Sample::all_right);
}

/// The share of correct tokens among all tokens of all probes.
double share_right(const Samples& samples) {
  double right = 0, all = 0;
  for (const Sample& sample : samples) {
    right += double(sample.right);
    all += double(sample.tokens.size());
  }
  return all > 0 ? right / all : 0;
}

/// "5 of 8 examples are correct at step 900."
std::string count_sentence(const SamplesStep& now) {
  const auto right = std::ranges::count_if(*now.value, &Sample::all_right);
  const auto count = static_cast<std::ptrdiff_t>(now.value->size());
  const std::string step = format_count(now.step), all = std::to_string(count);
  if (right == count) return tr("All {1} examples are correct at step {2}.", all, step);
  if (right == 0) return tr("None of the {1} examples is correct at step {2}.", all, step);
  return tr_plural("{1} of {2} examples is correct at step {3}.",
                   "{1} of {2} examples are correct at step {3}.", right, std::to_string(right), all, step);
}

/// The first step, for comparison: single correct tokens may be luck.
const SamplesStep* first_step(const SampleHistory& history) {
  const SamplesStep& first = history.steps.front();
  return first.value && first.step < history.now.step ? &first : nullptr;
}

std::string text_sentence(const SampleHistory& history) {
  std::string text = tr("{1} of the next tokens are predicted correctly at step {2}.",
                        format_percent(share_right(*history.now.value), 0), format_count(history.now.step));
  if (const SamplesStep* first = first_step(history))
    text += " " + tr("At step {1}, the accuracy was {2}.", format_count(first->step),
                     format_percent(share_right(*first->value), 0));
  return text;
}

std::string choices_sentence(const SampleHistory& history) {
  std::string text = count_sentence(history.now);
  const SamplesStep* const first = first_step(history);
  if (!first) return text;
  const auto right = std::ranges::count_if(*first->value, &Sample::all_right);
  return text + " " +
         tr_plural("At step {1}, {2} was correct.", "At step {1}, {2} were correct.", right,
                   format_count(first->step), std::to_string(right));
}

SamplesFrame::Kind kind_of(const ViewModel& model, const SampleHistory& history) {
  using enum SamplesFrame::Kind;
  switch (model.format) {
    case Format::Pairs:
    case Format::PictureText: return Answers;
    case Format::Stream: return history.probes->front().source.empty() ? Text : Answers;
    case Format::Class:
    case Format::Picture: return Choices;
    case Format::Masked:
    case Format::Labels: return SamplesFrame::Kind::Labels;
    case Format::WordContext:
    case Format::Numbers: break;  // has_samples()
  }
  no_such_kind("format of samples");
}

void draw_content(const TrainingFrame& frame, const SampleHistory& history) {
  const SamplesFrame samples{frame, history,
                             frame.model.vocabularies->target.level() == TokenLevel::Characters,
                             kind_of(frame.model, history)};
  const std::string known = samples_sentence(history, samples.kind);
  const std::string sentence = known.empty() ? tr("Computing predictions…") : known;
  wrapped_text(fonts().ui_bold, theme().palette.text, sentence);
  draw_samples_legend(samples, text_size(fonts().ui_bold, sentence).x);
  ImGui::Dummy({0, em() * 0.1f});
  draw_samples_map(samples);
  draw_samples_rows(samples);
}

}  // namespace

std::string samples_sentence(const SampleHistory& history, SamplesFrame::Kind kind) {
  if (!history.now.value || history.now.value->empty() || history.steps.empty()) return "";
  if (kind == SamplesFrame::Kind::Text) return text_sentence(history);
  if (kind == SamplesFrame::Kind::Choices) return choices_sentence(history);
  const std::string now = count_sentence(history.now);
  const auto first = std::ranges::find_if(history.steps, any_right);
  const auto whole = std::ranges::find_if(history.steps, all_right);
  if (first == history.steps.end()) return now;
  const std::string step = format_count(first->step);
  if (first == whole) return now + " " + tr("All became correct at step {1}.", step);
  if (whole == history.steps.end()) return now + " " + tr("The first became correct at step {1}.", step);
  return now + " " +
         tr("The first became correct at step {1}, and all at step {2}.", step, format_count(whole->step));
}

void draw_training_samples(const TrainingFrame& frame) {
  if (!has_timeline(frame.model))
    return empty_note(tr("No steps of this model are stored."),
                      tr("Train it to see how its predictions change."));
  const auto& history = frame.model.analyses->of<SampleHistory>();
  ImGui::BeginChild("samples", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  if (history && !history->error.empty()) {
    empty_note(history->error, "");
  } else if (history && !history->probes->empty()) {
    draw_content(frame, *history);
  }
  ImGui::EndChild();
}

}  // namespace attnlab

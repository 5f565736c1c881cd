// Accuracy by length: a model with a fixed vector and one with attention, measured while both learn.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/base/format.h"
#include "app/features/alignment/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/stepper.h"
#include "app/widgets/plots/line_plot.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

constexpr std::array<Index, 3> kLongestStrings{10, 20, 30};

std::string length_run_name(const LengthRun& run) {
  return run.alignment->looks_back() ? tr("{1} attention", tr(run.alignment->title)) : tr("fixed vector");
}

/// The curves of one run.
struct LengthCurve {
  std::string name;
  std::vector<double> x, y;
};

double exact_match(const Counts& counts) { return counts.shares().sequences; }

LengthCurve by_length(const LengthExperiment& e, const LengthRun& run) {
  LengthCurve curve{length_run_name(run), {}, {}};
  for (std::size_t band = 0; band < e.bands.size(); ++band) {
    curve.x.push_back(e.bands[band].middle());
    curve.y.push_back(100 * exact_match(run.counts.back()[band]));
  }
  return curve;
}

/// The exact match on the longest sources, by step.
LengthCurve of_longest(const LengthRun& run) {
  LengthCurve curve{length_run_name(run), {}, {}};
  for (std::size_t k = 0; k < run.at.size(); ++k) {
    curve.x.push_back(static_cast<double>(run.at[k]));
    curve.y.push_back(100 * exact_match(run.counts[k].back()));
  }
  return curve;
}

std::vector<Series> length_series(const std::vector<LengthCurve>& curves) {
  std::vector<Series> all;
  for (std::size_t i = 0; i < curves.size(); ++i)
    all.push_back({.name = curves[i].name,
                   .x = curves[i].x,
                   .y = curves[i].y,
                   .colour = series_colour(static_cast<int>(i)),
                   .thickness = 2.4f,
                   .points = true});
  return all;
}

/// The next item follows on the same line if `width` fits there.
void length_item_beside(float width) { next_on_line(width, em()); }

void choose_size(const AlignmentFrame& frame, const char* option, const char* label, Index now, Index less,
                 Index more) {
  length_item_beside(text_size(fonts().ui, label).x + em() * 8);
  const Index chosen = stepper(std::string("alignment.") + option, label, now, {.less = less, .more = more});
  if (chosen != now) frame.choose(option, std::to_string(chosen));
}

/// The length of strings before or after `now`.
Index next_longest(Index now, bool up) {
  Index next = now;
  for (const Index length : kLongestStrings) {
    if (up && length > now) return length;
    if (!up && length < now) next = length;
  }
  return next;
}

void choose_models(const AlignmentFrame& frame) {
  const LengthSettings& s = frame.choice.lengths;
  std::vector<const char*> kinds, tasks;
  std::vector<std::string> names;
  int kind = 0, task = 0;
  for (const AlignmentKind& each : alignment_kinds()) {
    if (!each.looks_back()) continue;
    if (each.name == s.alignment) kind = static_cast<int>(kinds.size());
    kinds.push_back(tr(each.title.data()));
    names.emplace_back(each.name);
  }
  for (const LengthTask& each : length_tasks()) {
    if (each.name == s.task) task = static_cast<int>(tasks.size());
    tasks.push_back(tr(each.title.data()));
  }
  ImGui::AlignTextToFramePadding();
  dim_text(tr("fixed vector vs."));
  ImGui::SameLine(0, em() * 0.5f);
  if (segmented("alignment.with", kinds, kind)) frame.choose("with", names[static_cast<std::size_t>(kind)]);
  length_item_beside(segmented_width(tasks));
  if (segmented("alignment.task", tasks, task))
    frame.choose("task", std::string(length_tasks()[static_cast<std::size_t>(task)].name));
}

/// Half of `now`, at least `least`; twice `now`, at most `most`; beyond these, `now` itself.
Index halved(Index now, Index least) { return now > least ? std::max(now / 2, least) : now; }
Index doubled(Index now, Index most) { return now < most ? std::min(now * 2, most) : now; }

void choose_length_sizes(const AlignmentFrame& frame) {
  const LengthSettings& s = frame.choice.lengths;
  if (!length_task(s.task).task.empty())
    choose_size(frame, "longest", tr("max. letters"), s.longest, next_longest(s.longest, false),
                next_longest(s.longest, true));
  choose_size(frame, "width", tr("units"), s.width, halved(s.width, 16), doubled(s.width, 128));
  choose_size(frame, "steps", tr("steps"), s.steps, halved(s.steps, 250), doubled(s.steps, 8000));
}

void draw_length_controls(const AlignmentFrame& frame, const LengthExperiment* result) {
  choose_models(frame);
  if (!frame.choice.experiment) {
    if (text_button("alignment.start", Icon::Play, tr("Train both"),
                    tr("Trains two models, in addition to your own"), {.primary = true}))
      frame.choose("experiment", "on");
  } else {
    const bool done = result && result->finished;
    if (text_button("alignment.stop", done ? Icon::Reset : Icon::Close, done ? tr("Clear") : tr("Stop")))
      frame.choose("experiment", "off");
  }
  choose_length_sizes(frame);
}

std::string lengths_words(const LengthExperiment& e) {
  const LengthRun &fixed = e.runs.front(), &other = e.runs.back();
  const std::string now = format_count(fixed.at.empty() ? 0 : fixed.at.back()),
                    steps = format_count(e.settings.steps);
  Index examples = 0;
  for (const LengthBand& band : e.bands) examples += band.count();
  return (e.finished ? tr("Done after {1} of {2} steps.", now, steps)
                     : tr("After {1} of {2} steps.", now, steps)) +
         " " +
         tr("Parameters: {2} ({1}) and {4} ({3}). Both models have the same type of cell ({5}, {6} units), "
            "batches, and seed ({7}).",
            length_run_name(fixed), format_count(fixed.parameters), length_run_name(other),
            format_count(other.parameters), e.preset.model.cell, std::to_string(e.preset.model.width),
            std::to_string(e.preset.training.seed)) +
         " " +
         tr("Exact match on {1} held-out examples: the share whose whole output is correct.",
            format_count(examples));
}

/// "96.5 %  193 of 200".
void draw_exact_match(const Box& box, const Counts& counts) {
  const std::string share = counts.rows ? format_percent(exact_match(counts)) : "–";
  const Box top{box.min, {box.max.x, box.centre().y}}, below{{box.min.x, box.centre().y}, box.max};
  draw_text_in(window_canvas(), fonts().mono, top, theme().palette.text, share, Align::Right);
  draw_text_in(window_canvas(), fonts().small, below, theme().palette.text_dim,
               tr("{1} of {2}", format_count(counts.right_rows), format_count(counts.rows)), Align::Right);
}

/// A row for each model, a column for each band of lengths.
void draw_length_table(const LengthExperiment& e, float width) {
  const Canvas canvas = window_canvas();
  float label = text_size(fonts().small, tr("source tokens")).x;
  for (const LengthRun& run : e.runs) label = std::max(label, text_size(fonts().ui, length_run_name(run)).x);
  label = std::ceil(label + em() * 1.6f);
  const float column = std::floor(
      std::min((width - label) / static_cast<float>(std::max<std::size_t>(e.bands.size(), 1)), em() * 8));
  const float line = std::ceil(em() * 1.5f), high = std::ceil(em() * 2.7f);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const auto cell = [&](std::size_t band, float top, float height) {
    return box_at({start.x + label + column * static_cast<float>(band), top}, {column, height});
  };
  draw_text_in(canvas, fonts().small, box_at(start, {label, line}), theme().palette.text_dim,
               tr("source tokens"));
  for (std::size_t band = 0; band < e.bands.size(); ++band)
    draw_text_in(canvas, fonts().ui_bold, cell(band, start.y, line), theme().palette.text,
                 e.bands[band].name(), Align::Right);
  float y = start.y + line;
  for (std::size_t r = 0; r < e.runs.size(); ++r) {
    const LengthRun& run = e.runs[r];
    canvas.fill(box_at({start.x, y + high * 0.3f}, {em() * 0.7f, em() * 0.7f}),
                series_colour(static_cast<int>(r)), em() * 0.15f);
    draw_text_in(canvas, fonts().ui, {{start.x + em(), y}, {start.x + label, y + high}}, theme().palette.text,
                 length_run_name(run));
    for (std::size_t band = 0; band < e.bands.size(); ++band)
      draw_exact_match(cell(band, y, high), run.counts.back()[band]);
    y += high;
  }
  move_cursor(start);
  ImGui::Dummy({label + column * static_cast<float>(e.bands.size()), y - start.y});
}

void draw_length_note(const AlignmentFrame& frame) {
  const std::string& error = frame.model.analyses->error<LengthExperiment>();
  if (!frame.model.training_config)
    return empty_note(tr("This model came without its task, so it cannot be trained here."),
                      tr("Choose a preset in the menu."));
  if (!error.empty())
    return empty_note(tr("The models could not be trained: {1}", error), tr("Choose other settings above."));
  if (frame.choice.experiment) return empty_note(tr("Building the two models…"));
  empty_note(tr("Two models of the same width learn the same task: one reads the source only through a fixed "
                "vector, the other also attends to the source."),
             std::string(tr(length_task(frame.choice.lengths.task).sentence)) + " " +
                 tr("Their exact match on held-out examples is measured by source length."));
}

void draw_length_plots(const LengthExperiment& e, ImVec2 room) {
  std::vector<LengthCurve> lengths, learning;
  for (const LengthRun& run : e.runs) {
    lengths.push_back(by_length(e, run));
    learning.push_back(of_longest(run));
  }
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float gap = em() * 1.2f;
  const bool beside = room.x > em() * 44;
  const ImVec2 size{beside ? std::floor((room.x - gap) / 2) : room.x,
                    beside ? room.y : std::floor((room.y - gap) / 2)};
  line_plot("lengths", length_series(lengths),
            {.x_title = tr("source tokens"),
             .y_title = tr("exact match in %"),
             .size = size,
             .x_values = AxisValues::Whole,
             .y_lo = 0,
             .y_hi = 100,
             .x_lo = static_cast<double>(e.bands.front().shortest),
             .x_hi = static_cast<double>(e.bands.back().longest),
             .target = "alignment.lengths"});
  move_cursor(beside ? ImVec2{start.x + size.x + gap, start.y} : ImVec2{start.x, start.y + size.y + gap});
  line_plot("learning", length_series(learning),
            {.x_title = tr("step"),
             .y_title = tr("exact match in %, sources of {1} tokens", e.bands.back().name()),
             .size = size,
             .x_values = AxisValues::Whole,
             .y_lo = 0,
             .y_hi = 100,
             .x_lo = 0,
             .x_hi = static_cast<double>(e.settings.steps),
             .target = "alignment.learning"});
}

bool is_length_measured(const LengthExperiment* e) {
  return e && !e->bands.empty() &&
         std::ranges::none_of(e->runs, [](const LengthRun& run) { return run.counts.empty(); });
}

}  // namespace

void draw_alignment_length(const AlignmentFrame& frame) {
  const LengthExperiment* const result = frame.model.found<LengthExperiment>();
  if (!frame.model.figure) draw_length_controls(frame, result);
  if (!frame.model.analyses) return;
  if (!is_length_measured(result)) return draw_length_note(frame);
  ImGui::BeginChild("lengths", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const float width = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
  wrapped_text(fonts().ui, theme().palette.text_dim, lengths_words(*result), width);
  for (const LengthRun& run : result->runs)
    if (!run.failure.empty())
      wrapped_text(fonts().ui, role_text(Role::Gradient), length_run_name(run) + ": " + run.failure, width);
  draw_length_table(*result, width);
  ImGui::Dummy({0, em() * 0.2f});
  const float rest = ImGui::GetContentRegionAvail().y - em() * 0.3f;
  draw_length_plots(*result, {width, std::max(rest, em() * 13)});
  ImGui::EndChild();
}

}  // namespace attnlab

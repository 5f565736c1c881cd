// Compare: this pass and another, tensor by tensor, with the difference as a map of its own.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/compare/choice.h"
#include "app/state/made_commands.h"
#include "app/views/common/predictions.h"
#include "app/views/common/stage_frame.h"
#include "app/views/common/stage_text.h"
#include "app/views/common/stale.h"
#include "app/views/common/tensor_words.h"
#include "app/views/common/view_page.h"
#include "app/views/input_bar/token_fields.h"
#include "app/views/runs/past_steps.h"
#include "app/views/stage/compared_maps.h"
#include "app/views/stage/tensor_stage.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/stepper.h"
#include "core/language/messages.h"
#include "core/layers/position_scheme.h"
#include "core/text/escaped_text.h"

namespace attnlab {
namespace {

using With = Comparison::With;

struct CompareTextField {
  FieldCopy copy;
};

/// The first sentence to compare with: an example that is not on screen.
std::string other_example(const ViewModel& model) {
  const bool source = has_source(model);
  const std::string& now = source ? model.state.source : model.state.target;
  for (const Example& example : model.examples)
    if (const std::string& text = source ? example.source : example.target; text != now) return text;
  return now;
}

void choose_with(const ViewModel& model, With with, const Emit& emit) {
  if (with == With::Edits) return emit({"compare.edits", {}});
  if (with == With::Weights) return emit({"compare.weights", {}});
  if (!has_picture(model.format)) return emit({"compare.text", {other_example(model)}});
  const auto count = static_cast<Index>(model.pictures ? model.pictures->size() : 0);
  emit({"compare.picture", {std::to_string(count > 1 ? (model.state.picture + 1) % count : 0)}});
}

void draw_text_choice(const ViewModel& model, const Emit& emit) {
  FieldCopy& field = model.remembered<CompareTextField>().copy;
  if (!field.active) field.text = on_one_line(model.state.comparison.text);
  bool changed = false;
  text_field("compare.text", field.text, tr("type another text"),
             std::min(ImGui::GetContentRegionAvail().x, em() * 30), &changed);
  field.active = ImGui::IsItemActive();
  if (changed) emit({"compare.text", {with_line_ends(field.text)}});
}

void draw_picture_choice(const ViewModel& model, const Emit& emit) {
  const Index last = static_cast<Index>(model.pictures ? model.pictures->size() : 0) - 1;
  const Index now = static_cast<Index>(model.state.comparison.picture);
  const Index next = stepper("compare.picture", tr("picture"), now,
                             {std::max(now - 1, Index{0}), std::min(now + 1, std::max(last, Index{0}))});
  if (next != now) emit({"compare.picture", {std::to_string(next)}});
}

/// Buttons for the stored steps before and after the step in the comparison.
void draw_kept_steps(const ViewModel& model, const Emit& emit) {
  const auto& kept = model.record->timeline->states;
  const Index now = model.state.comparison.weights->step;
  const auto at = std::ranges::lower_bound(kept, now, {}, &TrainingState::step);
  const bool here = at != kept.end() && (*at)->step() == now;
  const auto after = here ? std::next(at) : at;
  const auto go = [&](const StatePtr& state) { emit({"compare.weights", {std::to_string(state->step())}}); };
  if (icon_button("compare.step.previous", Icon::ChevronLeft, tr("Previous stored step"),
                  {.enabled = at != kept.begin()}))
    go(*std::prev(at));
  ImGui::SameLine(0, em() * 0.3f);
  if (icon_button("compare.step.next", Icon::ChevronRight, tr("Next stored step"),
                  {.enabled = after != kept.end()}))
    go(*after);
  ImGui::SameLine(0, em() * 0.6f);
}

void draw_weights_choice(const ViewModel& model, const Emit& emit) {
  if (has_timeline(model)) draw_kept_steps(model, emit);
  const std::string words = tr("with step {1}", format_count(model.state.comparison.weights->step));
  const Box box = reserve({text_size(fonts().ui, words).x + em(), ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui, box, theme().palette.text_dim, words);
  ImGui::SameLine();
  if (text_button("compare.keep", tr("Use the step on screen"),
                  tr("Then train or go back to see what differs from this step")))
    emit({"compare.weights", {}});
}

/// Draws the choice of the other pass: compare.with[0,i], compare.text, compare.picture, compare.keep.
void draw_compare_choice(const ViewModel& model, const Emit& emit) {
  const char* const kinds[] = {tr("without the edits"),
                               has_picture(model.format) ? tr("another picture") : tr("another text"),
                               tr("weights of another step")};
  const With with = model.state.comparison.with;
  int kind = static_cast<int>(with);
  if (segmented("compare.with", kinds, kind)) choose_with(model, static_cast<With>(kind), emit);
  if (with == With::Edits) return;
  if (ImGui::GetContentRegionAvail().x > segmented_width(kinds) + em() * 20) ImGui::SameLine(0, em() * 1.2f);
  if (with == With::Weights) return draw_weights_choice(model, emit);
  has_picture(model.format) ? draw_picture_choice(model, emit) : draw_text_choice(model, emit);
}

/// A tensor of this pass with its change; none if the tensor of the other pass is missing or has another
/// size.
struct ChangedTensor {
  const TraceTensor* tensor;
  const TensorChange* change;
};

/// The rows, sorted once for a comparison.
struct ChangedTensors {
  const TraceDiff* of = nullptr;
  std::uint64_t version = 0;
  bool sorted = false;
  std::vector<ChangedTensor> all;
};

/// The change relative to the other pass; infinite if cells became masked or visible.
double size_of(const TensorChange& change) {
  return std::isinf(change.largest) ? change.largest : change.relative;
}

/// The changed tensors, without equal ones and those that only this pass has.
std::vector<ChangedTensor> rows_of(const TraceDiff& diff, bool sorted) {
  std::vector<ChangedTensor> rows;
  for (const TensorChange& change : diff.tensors())
    if (change.largest > 0) rows.push_back({change.after, &change});
  for (const std::string& name : diff.unmatched())
    if (const TraceTensor* tensor = diff.after().find(name);
        tensor && tensor->shape.rank() > 1 && diff.before().find(name))
      rows.push_back({tensor, nullptr});
  const auto order = [](const ChangedTensor& row) { return row.tensor; };
  std::ranges::sort(rows, {}, order);  // tensors lie in the order of computation
  const auto size = [](const ChangedTensor& row) { return row.change ? size_of(*row.change) : -1; };
  if (sorted) std::ranges::stable_sort(rows, std::ranges::greater(), size);
  return rows;
}

const std::vector<ChangedTensor>& changed_rows(const CompareFrame& frame) {
  ChangedTensors& rows = frame.model.remembered<ChangedTensors>();
  const bool sorted = frame.model.state.choices.of<CompareChoice>().sorted;
  if (rows.of != &frame.diff || rows.version != frame.model.trace_version || rows.sorted != sorted)
    rows = {&frame.diff, frame.model.trace_version, sorted, rows_of(frame.diff, sorted)};
  return rows.all;
}

/// The left ends of a row's bar and number, from the left edge.
struct ChangeColumns {
  float bar, number, end;
  explicit ChangeColumns(float width)
      : bar(std::floor(width - em() * 7.5f)), number(std::floor(width - em() * 4.4f)), end(width) {}
};

/// The command that opens the most changed cell.
Command open_most_changed(const TraceDiff& diff, const ChangedTensor& row) {
  if (!row.change) return {"select.tensor", {row.tensor->name}};
  const std::vector<double> cells = diff.difference(row.tensor->name);
  const auto size = [](double x) { return std::isnan(x) ? -1.0 : std::abs(x); };
  const auto most = std::ranges::max_element(cells, {}, size);
  const auto index = row.tensor->shape.index_of(most - cells.begin());
  return show_command({row.tensor->name, {index.begin(), index.begin() + row.tensor->shape.rank()}});
}

void draw_change(const ChangedTensor& row, const Box& box, const ChangeColumns& c) {
  const Canvas canvas = window_canvas();
  const Palette& p = theme().palette;
  const float x = box.min.x, middle = box.centre().y, half = em() * 0.28f;
  if (!row.change) {
    draw_text_in(canvas, fonts().small, {{x + c.bar, box.min.y}, {x + c.end, box.max.y}}, p.text_dim,
                 tr("different size"), Align::Right);
    return;
  }
  const float share = float(std::min(size_of(*row.change), 1.0));
  canvas.fill({{x + c.bar, middle - half}, {x + c.bar + (c.number - c.bar) * share, middle + half}},
              role_colour(Role::Gradient), em() * 0.15f);
  draw_text_in(canvas, fonts().mono_small, {{x + c.number, box.min.y}, {x + c.end, box.max.y}}, p.text,
               std::isinf(size_of(*row.change)) ? "∞" : format_percent(row.change->relative, 1),
               Align::Right);
}

std::string row_tip(const ChangedTensor& row) {
  if (!row.change) return row.tensor->name;
  return tr("{1}: ‖after − before‖ / ‖before‖ = {2}, largest change {3}", row.tensor->name,
            format_percent(row.change->relative, 2), format_number(row.change->largest, widgets().digits));
}

/// "scores  enc 0 · self".
void draw_name(const ChangedTensor& row, const Box& box) {
  const Canvas canvas = window_canvas();
  const std::string label = fitted(fonts().ui, tensor_label(*row.tensor), box.width());
  draw_text_in(canvas, fonts().ui, box, row.tensor->edited ? role_text(Role::Gradient) : theme().palette.text,
               label);
  const float used = text_size(fonts().ui, label).x + em() * 0.6f;
  if (box.width() - used < em() * 2) return;
  draw_text_in(canvas, fonts().small, {{box.min.x + used, box.min.y}, box.max}, theme().palette.text_dim,
               fitted(fonts().small, row.tensor->place.shorter_titles().back(), box.width() - used));
}

void draw_row(const CompareFrame& frame, const ChangedTensor& row, int number, const Box& box,
              const ChangeColumns& c) {
  move_cursor(box.min);
  const std::string id = "compare.row[" + std::to_string(number) + ",0]";
  const bool chosen = row.tensor->name == frame.cell.tensor;
  const bool pressed = ImGui::Selectable(("##" + id).c_str(), chosen, 0, box.size());
  mark(id, box);
  tip(row_tip(row));
  draw_name(row, {{box.min.x + em() * 0.3f, box.min.y}, {box.min.x + c.bar - em() * 0.5f, box.max.y}});
  draw_change(row, box, c);
  if (pressed) frame.emit(open_most_changed(frame.diff, row));
}

void draw_rows(const CompareFrame& frame, const std::vector<ChangedTensor>& rows) {
  const ChangeColumns c(ImGui::GetContentRegionAvail().x - em() * 0.4f);
  const float height = std::ceil(em() * 1.5f);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const Box sight = clip_box();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Box box = box_at({start.x, start.y + height * float(i)}, {c.end, height});
    if (!intersection(box, sight).empty()) draw_row(frame, rows[i], static_cast<int>(i), box, c);
  }
  move_cursor(start);
  ImGui::Dummy({c.end, height * float(rows.size())});
}

/// A figure does not scroll: of many tensors, it shows the first ones and the number of the others.
void draw_first_rows(const CompareFrame& frame, const std::vector<ChangedTensor>& rows) {
  const auto lines = static_cast<std::size_t>(ImGui::GetContentRegionAvail().y / std::ceil(em() * 1.5f));
  if (rows.size() <= lines) return draw_rows(frame, rows);
  const std::size_t shown = std::max<std::size_t>(lines, 2) - 1;
  draw_rows(frame, {rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(shown)});
  dim_text(tr("and {1} more", std::to_string(rows.size() - shown)));
}

/// All tensors with the size of their change: compare.row[i,0], compare.sorted.
void draw_compare_list(const CompareFrame& frame, ImVec2 size) {
  ImGui::BeginChild("compare list", size, false, ImGuiWindowFlags_NoBackground);
  const std::vector<ChangedTensor>& rows = changed_rows(frame);
  panel_header(tr("Differences"), tr("‖Δ‖ / ‖before‖"));
  tip_term("relative change");
  bool sorted = frame.model.state.choices.of<CompareChoice>().sorted;
  if (toggle("compare.sorted", tr("most different first"), sorted))
    frame.emit({"choose", {"compare.sorted", sorted ? "on" : "off"}});
  ImGui::BeginChild("rows", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  if (rows.empty()) {
    wrapped_text(fonts().ui, theme().palette.text_dim, tr("Both passes have the same numbers."));
  } else {
    frame.model.figure ? draw_first_rows(frame, rows) : draw_rows(frame, rows);
  }
  ImGui::EndChild();
  ImGui::EndChild();
}

/// Edits to begin with, each of which ablates a part of this model.
void draw_first_edits(const ViewModel& model, const Emit& emit) {
  wrapped_text(fonts().ui, theme().palette.text,
               tr("No edits yet. Ablate a part to see how every number changes without it:"));
  ImGui::Dummy({0, em() * 0.4f});
  const ModelConfig& config = model.trace->config();
  if (!attentions_of(config).empty()) {
    const Selection& s = model.state.selection;
    dim_text(breadcrumb(s, config.causal));
    if (text_button("compare.first.head", tr("Ablate head {1}", std::to_string(s.head))))
      emit(edit_command(head_edit(s, HeadEdit::How::Zero, config.heads)));
    if (text_button("compare.first.scaling", tr("Do not divide scores by √d")))
      emit(edit_command(scaling_edit(s)));
    if (hides_keys(*model.trace, attention_prefix(s)) &&
        text_button("compare.first.mask", tr("Remove the mask")))
      emit(edit_command(mask_edit(s)));
    if (position_scheme(config.positions).encodes_positions() &&
        text_button("compare.first.positions", tr("Remove the positions")))
      emit(edit_command(SwitchOff{SwitchOff::What::Positions}));
  }
  if (text_button("compare.first.number", tr("Change a number…"))) emit({"panel", {"edits", "on"}});
  ImGui::Dummy({0, em() * 0.4f});
  dim_text(tr("Or compare with another text, or with the weights of another step: choose above."));
}

/// The note if there is no comparison yet: why, and what to do.
void draw_no_comparison(const ViewModel& model, const Emit& emit) {
  if (is_stale(model)) return;  // the stage shows why
  if (!model.comparison.error.empty())
    return empty_note(tr("Could not compute the other pass: {1}", model.comparison.error),
                      tr("Change the choice above."));
  if (model.state.comparison.with == With::Edits && model.state.edits.empty())
    return draw_first_edits(model, emit);
  empty_note(tr("Computing the other pass…"));
}

/// The most probable tokens up to the predicted end.
std::vector<TokenId> until_end(const Tokenizer& words, const std::vector<Prediction>& all) {
  std::vector<TokenId> ids;
  for (const Prediction& p : all) {
    if (words.has_special_tokens() && p.token == words.eos()) break;
    ids.push_back(p.token);
  }
  return ids;
}

/// "le chat noir", or "positive 83 %": the output of a pass as a whole; "" for an output at each token.
std::string said(const ViewModel& model, const Trace& trace) {
  const Tokenizer& words = model.vocabularies->target;
  const std::vector<Prediction> all = predictions(trace);
  if (writes_answer(model.format))
    return "“" + on_one_line(escaped_text(words.decode(until_end(words, all)))) + "”";
  if (all.empty() || !gives_class(model.format)) return "";
  return "“" + prediction_words(model.format, words, all[0].token) + "” " +
         format_percent(double(all[0].probability), 0);
}

/// The effect of the difference, in one line.
std::string result_text(const ViewModel& model, const TraceDiff& diff) {
  const std::string effect = effect_text(model, diff);
  if (model.state.comparison.with != With::Text || !model.vocabularies) return effect;
  const std::string before = said(model, diff.before()), after = said(model, diff.after());
  if (before.empty()) return effect;
  const SideNames names = side_names(model);
  return names.before + ": " + before + " · " + names.after + ": " + after;
}

/// The cell to compare. Gradients are not compared: the value stands for its gradient.
CellName looked_at(const AppState& state) {
  const CellName cell = chosen_cell(state);
  return is_gradient(cell.tensor) ? value_cell(cell) : cell;
}

struct ComparedDifference {
  CachedMatrix<float> cells;
};

CompareFrame frame_of(const ViewModel& model, const Emit& emit, const TraceTensor& tensor, Index head) {
  return {model,
          emit,
          *model.comparison.diff,
          side_names(model),
          looked_at(model.state),
          sides_of(model.remembered<ComparedDifference>().cells, model, tensor, head)};
}

/// The list beside the maps if both fit, else below them.
void draw_parts(const CompareFrame& frame) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float list = std::clamp(std::floor(room.x * 0.3f), em() * 17, em() * 30), gap = em() * 1.5f;
  if (room.x - list - gap >= em() * 26) {
    draw_compare_list(frame, {list, 0});
    ImGui::SameLine(0, gap);
    return draw_compare_maps(frame, {0, 0});
  }
  const float maps = std::max(std::floor(room.y * 0.68f), em() * 16);
  draw_compare_maps(frame, {0, maps});
  draw_compare_list(frame, {0, std::max(room.y - maps - em() * 0.5f, em() * 9)});
}

void draw_compare(const ViewModel& model, const Emit& emit) {
  if (!model.figure) draw_compare_choice(model, emit);
  if (!model.comparison.diff) return draw_no_comparison(model, emit);
  // The bar of edits shows the effect of edits.
  if (model.figure || model.state.comparison.with != With::Edits)
    wrapped_text(fonts().ui, role_text(Role::Gradient), result_text(model, *model.comparison.diff));
  ImGui::Dummy({0, em() * 0.3f});
  const CellName cell = looked_at(model.state);
  const TraceTensor* tensor = model.trace->find(cell.tensor);
  if (!tensor)
    return empty_note(tr("This model does not have the tensor {1}.", cell.tensor),
                      tr("Select another one in the map."));
  draw_parts(frame_of(model, emit, *tensor, head_of(cell)));
}

}  // namespace

namespace compare {
extern const ViewPage kPage = {.draw = draw_compare};
}

}  // namespace attnlab

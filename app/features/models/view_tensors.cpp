// Tensors of both models: how far each is from its counterpart, and the selected one in both.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/models/choice.h"
#include "app/features/models/view_frame.h"
#include "app/state/made_commands.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/tensor_words.h"
#include "app/views/stage/compared_maps.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

struct AlignedKind {
  std::string_view name;  ///< in the option "of"
  const char* title;
};
constexpr AlignedKind kAlignedKinds[] = {{"weights", tr_mark("learned weights")},
                                         {"pass", tr_mark("activations")}};

/// The rows, sorted once for a comparison.
struct AlignedRows {
  std::uint64_t version = 0;
  std::string of;
  bool sorted = false;
  std::vector<const AlignedTensor*> all;
};

const AlignedTensors& aligned_of(const ModelsFrame& frame) {
  return frame.choice.of == "pass" ? frame.two()->passes : frame.two()->parameters;
}

/// What is not a number comes last.
double difference_order(const AlignedTensor* tensor) {
  const double relative = tensor->distance.relative();
  return std::isnan(relative) ? -1 : relative;
}

const std::vector<const AlignedTensor*>& aligned_rows(const ModelsFrame& frame) {
  AlignedRows& rows = frame.model.remembered<AlignedRows>();
  const ModelsChoice& c = frame.choice;
  if (rows.version == frame.results.version && rows.of == c.of && rows.sorted == c.sorted) return rows.all;
  rows = {frame.results.version, c.of, c.sorted, {}};
  for (const AlignedTensor& tensor : aligned_of(frame).tensors) rows.all.push_back(&tensor);
  if (c.sorted) std::ranges::stable_sort(rows.all, std::ranges::greater(), difference_order);
  return rows.all;
}

/// The left ends of a row's numbers, from its left edge.
struct AlignedColumns {
  float difference, relative, cosine, end;
  explicit AlignedColumns(float width)
      : difference(std::floor(width - em() * 14.4f)),
        relative(std::floor(width - em() * 10.4f)),
        cosine(std::floor(width - em() * 4.2f)),
        end(width) {}
};

std::string number_or_dash_of(double value, int decimals) {
  return std::isfinite(value) ? format_fixed(value, decimals) : "–";
}

std::string relative_text(double relative) {
  return std::isfinite(relative) ? format_percent(relative, 1) : "–";
}

void draw_aligned_heads(const AlignedColumns& c) {
  const Box line = reserve({c.end, std::ceil(em() * 1.3f)});
  const float x = line.min.x;
  const auto head = [&](float from, float to, const char* text, const char* term) {
    const Box box{{x + from, line.min.y}, {x + to, line.max.y}};
    draw_text_in(window_canvas(), fonts().small, box, theme().palette.text_dim, text, Align::Right);
    if (*term) tip_term(term, box);
  };
  head(c.difference, c.relative, "‖Δ‖", "");
  head(c.relative, c.cosine, tr("‖Δ‖ / ‖other‖"), "relative change");
  head(c.cosine, c.end, tr("cosine"), "cosine similarity");
}

void draw_aligned_numbers(const VectorDistance& d, const Box& box, const AlignedColumns& c) {
  const float x = box.min.x;
  const auto number = [&](float from, float to, const std::string& text) {
    draw_text_in(window_canvas(), fonts().mono_small, {{x + from, box.min.y}, {x + to, box.max.y}},
                 theme().palette.text, text, Align::Right);
  };
  number(c.difference, c.relative, format_number(d.difference, 3));
  number(c.relative, c.cosine, relative_text(d.relative()));
  number(c.cosine, c.end, number_or_dash_of(d.cosine, 3));
}

/// "query weight  enc 0 · self".
void draw_aligned_name(const ModelsFrame& frame, const AlignedTensor& tensor, const Box& box) {
  const TraceTensor* const shown = frame.model.trace->find(tensor.name);
  const std::string label = fitted(fonts().ui, shown ? tensor_label(*shown) : tensor.name, box.width());
  draw_text_in(window_canvas(), fonts().ui, box, theme().palette.text, label);
  const float used = text_size(fonts().ui, label).x + em() * 0.6f;
  if (box.width() - used < em() * 2) return;
  draw_text_in(window_canvas(), fonts().small, {{box.min.x + used, box.min.y}, box.max},
               theme().palette.text_dim,
               fitted(fonts().small, tensor.place.shorter_titles().back(), box.width() - used));
}

void aligned_tip(const AlignedTensor& tensor) {
  if (!ImGui::IsItemHovered()) return;
  const VectorDistance& d = tensor.distance;
  const int digits = widgets().digits;
  begin_tooltip();
  ImGui::TextUnformatted((tensor.name + " " + tensor.shape.text()).c_str());
  value_line(tr("‖this − other‖"), format_number(d.difference, digits));
  value_line(tr("‖this‖"), format_number(d.norm, digits));
  value_line(tr("‖other‖"), format_number(d.other_norm, digits));
  value_line(tr("cosine"), number_or_dash_of(d.cosine, 4));
  value_line(tr("largest |this − other|"), format_number(d.largest, digits));
  end_tooltip();
}

void draw_aligned_row(const ModelsFrame& frame, const AlignedTensor& tensor, std::size_t number,
                      const Box& box, const AlignedColumns& c) {
  move_cursor(box.min);
  const std::string id = "models.tensor[" + std::to_string(number) + ",0]";
  const bool chosen = chosen_cell(frame.model.state).tensor == tensor.name;
  const bool pressed = ImGui::Selectable(("##" + id).c_str(), chosen, 0, box.size());
  mark(id, box);
  aligned_tip(tensor);
  draw_aligned_name(frame, tensor,
                    {{box.min.x + em() * 0.3f, box.min.y}, {box.min.x + c.difference, box.max.y}});
  draw_aligned_numbers(tensor.distance, box, c);
  if (pressed) frame.emit({"select.tensor", {tensor.name}});
}

void draw_aligned_rows(const ModelsFrame& frame, const std::vector<const AlignedTensor*>& rows,
                       const AlignedColumns& c) {
  const float height = std::ceil(em() * 1.5f);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const Box sight = clip_box();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Box box = box_at({start.x, start.y + height * float(i)}, {c.end, height});
    if (!intersection(box, sight).empty()) draw_aligned_row(frame, *rows[i], i, box, c);
  }
  move_cursor(start);
  ImGui::Dummy({c.end, height * float(rows.size())});
}

std::string unmatched_words(const AlignedTensors& aligned) {
  const auto count = static_cast<std::int64_t>(aligned.unmatched.size());
  if (count == 0) return "";
  return tr_plural("{1} tensor exists in only one model or has different shapes: {2}.",
                   "{1} tensors exist in only one model or have different shapes, such as {2}.", count,
                   format_count(count), aligned.unmatched.front());
}

void draw_aligned_list(const ModelsFrame& frame, ImVec2 size) {
  ImGui::BeginChild("models tensors", size, false, ImGuiWindowFlags_NoBackground);
  choose_row("models.of", kAlignedKinds, frame.choice.of,
             [&](const std::string& name) { frame.choose("of", name); });
  bool sorted = frame.choice.sorted;
  if (toggle("models.sorted", tr("largest difference first"), sorted))
    frame.choose("sorted", sorted ? "on" : "off");
  const std::vector<const AlignedTensor*>& rows = aligned_rows(frame);
  const AlignedColumns columns(ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize);
  draw_aligned_heads(columns);
  const std::string left_out = unmatched_words(aligned_of(frame));
  const float below = left_out.empty() ? 0 : em() * 4.2f;
  ImGui::BeginChild("rows", {0, -below - 1}, false, ImGuiWindowFlags_NoBackground);
  if (rows.empty()) {
    wrapped_text(fonts().ui, theme().palette.text_dim,
                 tr("No tensor has the same name and shape in both models."));
  } else {
    draw_aligned_rows(frame, rows, columns);
  }
  ImGui::EndChild();
  if (below > 0) wrapped_text(fonts().small, theme().palette.text_dim, left_out);
  ImGui::EndChild();
}

struct AlignedDifference {
  CachedMatrix<float> cells;
};

/// The selected tensor in both models and the difference, drawn as in the view Compare.
void draw_aligned_maps(const ModelsFrame& frame, ImVec2 size) {
  const TwoModels& two = *frame.two();
  CellName cell = chosen_cell(frame.model.state);
  if (is_gradient(cell.tensor)) cell = value_cell(cell);
  const TraceTensor *const mine = two.mine->find(cell.tensor), *const other =
                                                                   two.other ? two.other->find(cell.tensor)
                                                                             : nullptr;
  if (!mine || !other || !frame.results.diff) {
    if (two.other)
      return empty_note(tr("The other run does not have the tensor {1}.", cell.tensor),
                        tr("Select a tensor in the list."));
    return empty_note(no_text_words(two));
  }
  const std::uint64_t version = joined(frame.model.trace_version, frame.results.version);
  const Index head = head_of(cell);
  Sides sides{matrix_slice(mine, head, version), matrix_slice(other, head, joined(version, 1)), {}};
  sides.difference = sides.after;
  sides.difference.view =
      difference_of(frame.model.remembered<AlignedDifference>().cells, sides.after.view, sides.before.view);
  draw_compare_maps({frame.model, frame.emit, *frame.results.diff, {frame.other, frame.mine}, cell, sides},
                    size);
}

}  // namespace

void draw_models_tensors(const ModelsFrame& frame) {
  if (!frame.two()) return void(draw_no_passes(frame));
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float list = std::clamp(std::floor(room.x * 0.36f), em() * 24, em() * 36), gap = em() * 1.5f;
  if (room.x - list - gap >= em() * 26) {
    draw_aligned_list(frame, {list, 0});
    ImGui::SameLine(0, gap);
    return draw_aligned_maps(frame, {0, 0});
  }
  const float maps = std::max(std::floor(room.y * 0.6f), em() * 19);
  draw_aligned_maps(frame, {0, maps});
  draw_aligned_list(frame, {0, std::max(room.y - maps - em() * 0.5f, em() * 10)});
}

}  // namespace attnlab

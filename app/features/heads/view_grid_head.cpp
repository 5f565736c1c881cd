// A head in the grid: weights, badge, tooltip, and what is hovered. Script names:
// heads.ATTENTION.LAYER.HEAD (heads.decoder_self.0.2).
#include "app/features/heads/view_grid_head.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "app/views/common/hover.h"
#include "app/views/common/stage_frame.h"
#include "app/views/map/model_map_layout.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map_axes.h"
#include "app/widgets/heat_map/thumbnail.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// The least height of a cell with its token beside it, in lines.
constexpr float kLeastLine = 0.87f;

float token_gap() { return std::ceil(em() * 0.35f); }

float widest_of(const TokenAxis& axis) {
  return widest_label(axis.labels("", Role::None), static_cast<int>(axis.names.size()));
}

bool fits(const HeadTokens& tokens, ImVec2 thumb) {
  const auto has_room = [](const TokenAxis& axis, float length) {
    return length / float(std::max<std::size_t>(axis.names.size(), 1)) >= label_line() * kLeastLine;
  };
  return has_room(tokens.queries, thumb.y - em() * 0.4f) && has_room(tokens.keys, thumb.x - em() * 0.4f);
}

Colour token_colour(const TokenAxis& axis, std::size_t i) {
  const bool unknown = i < axis.unknown.size() && axis.unknown[i] != 0;
  return unknown ? theme().palette.bad : theme().palette.text_dim;
}

/// Center of cell `i` of `count` in a thumbnail's side from `low` to `high`.
float middle_of(std::size_t i, std::size_t count, float low, float high) {
  return low + (high - low) * (float(i) + 0.5f) / float(count);
}

}  // namespace

std::vector<HeadTokens> tokens_that_fit(const Trace& trace, const std::vector<AttentionKind>& kinds,
                                        HeadsSpace& space) {
  std::vector<HeadTokens> all;
  HeadsSpace with = space;
  for (const AttentionKind kind : kinds) {
    all.push_back({query_tokens(trace, kind), key_tokens(trace, kind)});
    with.row_label = std::max(with.row_label, space.row_label + widest_of(all.back().queries) + token_gap());
    with.col_label = std::max(with.col_label, widest_of(all.back().keys) + token_gap());
  }
  const ImVec2 thumb = plan_heads(with).thumb;
  if (!std::ranges::all_of(all, [&](const HeadTokens& tokens) { return fits(tokens, thumb); })) return {};
  space = with;
  return all;
}

void draw_query_tokens(const TokenAxis& queries, const Box& thumbnail) {
  const float half = label_line() / 2, right = thumbnail.min.x - token_gap(), width = em() * 6.5f;
  const AxisLabels labels = queries.labels("", Role::None);
  for (std::size_t i = 0; i < queries.names.size(); ++i) {
    const float y = middle_of(i, queries.names.size(), thumbnail.min.y, thumbnail.max.y);
    draw_text_in(window_canvas(), fonts().small, {{right - width, y - half}, {right, y + half}},
                 token_colour(queries, i), label_text(labels, static_cast<int>(i)), Align::Right, Cut::Meant);
  }
}

void draw_key_tokens(const TokenAxis& keys, const Box& thumbnail) {
  const float half = label_line() / 2, bottom = thumbnail.min.y - token_gap(), height = em() * 6.5f;
  const AxisLabels labels = keys.labels("", Role::None);
  for (std::size_t i = 0; i < keys.names.size(); ++i) {
    const float x = middle_of(i, keys.names.size(), thumbnail.min.x, thumbnail.max.x);
    draw_text_upwards(window_canvas(), fonts().small, {{x - half, bottom - height}, {x + half, bottom}},
                      token_colour(keys, i), label_text(labels, static_cast<int>(i)), Cut::Meant);
  }
}

namespace {

/// The value of a bar of full length.
double most_of(const HeadGrid& grid, const KnownHead& head) {
  switch (grid.measure.most) {
    case HeadMeasure::Most::One: return 1;
    case HeadMeasure::Most::Possible: return head.possible;
    case HeadMeasure::Most::Largest: return grid.largest;
  }
  throw std::logic_error("a measure of heads without a largest value");
}

void draw_head_badge(const HeadGrid& grid, const KnownHead& head, const Box& box) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const Box face{{box.min.x, box.min.y + 2}, box.max};
  canvas.fill(face, p.raised, em() * 0.2f);
  const bool harms = grid.measure.harms(head);
  Box bar{{face.min.x, face.max.y - std::max(2.0f, std::floor(em() * 0.2f))}, face.max};  // below the digits
  bar.max.x = bar.min.x + std::round(bar.width() * head_bar_share(grid, head));
  if (bar.width() >= 1)
    canvas.fill(bar, role_colour(harms ? Role::Gradient : Role::Output), bar.height() / 2);
  const std::vector<std::string> words = measured_words(grid.measure, head);
  const std::string text = grid.measure.is_name_alone(head)
                               ? longest_that_fits(words, fonts().small, box.width() - em() * 0.3f)
                               : words[std::min(grid.form, words.size() - 1)];
  draw_text_in(canvas, fonts().small, face, p.text, text, Align::Centre);
}

/// The head that the pointer rests on, and since when.
struct HeadTipWait {
  Selection head;
  double since = 0;
  int last_frame = 0;
};

/// The tooltip of a head on which the pointer rests.
void head_tip(const HeadGrid& grid, const KnownHead& head) {
  constexpr double kRest = 0.5;
  HeadTipWait& wait = grid.model.remembered<HeadTipWait>();
  const bool rests = wait.head == head.place && ImGui::GetFrameCount() <= wait.last_frame + 1;
  wait.last_frame = ImGui::GetFrameCount();
  if (!rests) {
    wait.head = head.place;
    wait.since = ImGui::GetTime();
  }
  if (ImGui::GetTime() - wait.since < kRest) return void(widgets().animating = true);
  begin_tooltip();
  ImGui::TextUnformatted(breadcrumb(head.place, grid.model.trace->config().causal).c_str());
  for (const HeadMeasure* measure : measures_for(grid.model))
    if (!measure->names_pattern) value_line(tr(measure->label), measured_number(*measure, head));
  dim_text(tr("Double-click to open this head."));
  end_tooltip();
}

/// The head's weights, or, for long texts, their computed thumbnail.
MatrixView face_of(const HeadGrid& grid, const KnownHead& head, const TensorSlice& weights) {
  if (!head.small || head.small->cells.empty())
    return weights.view.cells() <= 4096 ? weights.view : MatrixView{};
  return matrix_view(head.small->cells.data(), static_cast<int>(head.small->rows),
                     static_cast<int>(head.small->columns),
                     overview_version(grid.model) * 4096 + static_cast<std::uint64_t>(head.place.layer * 64) +
                         static_cast<std::uint64_t>(head.place.head));
}

/// Marks row and column of the query and the key that are hovered in any view.
void draw_hovered(const Box& cells, const KnownHead& head, const MatrixView& weights) {
  if (weights.empty()) return;
  const HoverGrid grid = attention_grid(cells, head.place, weights.rows, weights.cols);
  hover_grid(grid);
  const Hovered& now = hovered();
  const float height = cells.height() / float(weights.rows), width = cells.width() / float(weights.cols);
  const Canvas canvas = window_canvas().unrecorded();
  if (now.query.position >= 0 && now.query.source == *grid.query_source &&
      now.query.position < weights.rows) {
    const float y = cells.min.y + height * float(now.query.position);
    canvas.frame({{cells.min.x, y}, {cells.max.x, y + std::max(height, 2.0f)}}, role_text(Role::Query));
  }
  if (now.key.position >= 0 && now.key.source == *grid.key_source && now.key.position < weights.cols) {
    const float x = cells.min.x + width * float(now.key.position);
    canvas.frame({{x, cells.min.y}, {x + std::max(width, 2.0f), cells.max.y}}, role_text(Role::Key));
  }
}

}  // namespace

float head_bar_share(const HeadGrid& grid, const KnownHead& head) {
  const double value = grid.measure.value(head);
  if (std::isnan(value)) return 0;
  const double most = most_of(grid, head);
  if (grid.measure.is_name_alone(head)) return 0;
  return most > 0 ? float(std::clamp(std::abs(value) / most, 0.0, 1.0)) : 0;
}

std::string longest_that_fits(const std::vector<std::string>& words, ImFont* font, float width) {
  for (const std::string& word : words)
    if (text_size(font, word).x <= width) return word;
  return "";
}

std::size_t badge_form_that_fits(const HeadGrid& grid, const std::vector<std::vector<KnownHead>>& groups,
                                 float thumb) {
  std::size_t form = 0;
  for (const auto& group : groups)
    for (const KnownHead& head : group) {
      if (grid.measure.is_name_alone(head)) continue;
      const std::vector<std::string> words = measured_words(grid.measure, head);
      while (form + 1 < words.size() && text_size(fonts().small, words[form]).x > thumb - em() * 0.3f) ++form;
    }
  return form;
}

void draw_grid_head(const HeadGrid& grid, const KnownHead& head, ImVec2 at, ImVec2 size, float badge) {
  const Selection &place = head.place, &chosen = grid.model.state.selection;
  const std::string name = "heads." + head_name(place.attention, place.layer, place.head);
  const Box box = box_at(at, size);
  move_cursor(at);
  if (!ImGui::IsRectVisible(box.min, {box.max.x, box.max.y + badge})) return mark(name, box);
  const TensorSlice weights = matrix_slice(grid.model.trace->find(stage_tensor(place, Stage::Softmax)),
                                           place.head, grid.model.trace_version);
  ThumbnailOptions o;
  o.scale = weight_scale(weights.view);
  o.size = box.size();
  o.fills = true;
  o.selected =
      chosen.attention == place.attention && chosen.layer == place.layer && chosen.head == place.head;
  o.ablated = head_is_out(*grid.model.trace, place);
  o.edited = weights.tensor && weights.tensor->edited;
  o.target = name;
  const ThumbnailResult r = thumbnail(name.c_str(), face_of(grid, head, weights), o);
  draw_head_badge(grid, head, {{box.min.x, box.max.y}, {box.max.x, box.max.y + badge}});
  draw_hovered(r.cells, head, weights.view);
  if (head_hovered(place)) window_canvas().unrecorded().frame(box, theme().palette.accent, em() * 0.25f);
  if (r.hovered) head_tip(grid, head);
  if (r.clicked)
    grid.emit({"select.attention",
               {std::string(attention_name(place.attention)), std::to_string(place.layer),
                std::to_string(place.head)}});
  if (r.hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
    grid.emit({"choose", {"heads.open", "on"}});
}

}  // namespace attnlab

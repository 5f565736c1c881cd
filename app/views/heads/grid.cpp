// All heads as thumbnails with their measure. Script names: heads.badge[0,i] the measures (or
// heads.badge.list), heads.sorted, heads.open, heads.ATTENTION.LAYER.HEAD (heads.decoder_self.0.2).
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "app/views/common/attention_hover.h"
#include "app/views/common/model_map_layout.h"
#include "app/views/common/stage_frame.h"
#include "app/views/heads/frame.h"
#include "app/views/heads/layout.h"
#include "app/views/heads/tokens.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/legend.h"
#include "app/widgets/heat_map/thumbnail.h"

namespace attnlab {
namespace {

/// The grid as it is drawn in this frame.
struct HeadGrid {
  const ViewModel& model;
  const Emit& emit;
  const HeadMeasure& measure;
  double largest = 0;    ///< over all heads, for a measure without a natural maximum
  std::size_t form = 0;  ///< the index of the longest form of measured words that fits all heads
};

/// The value of a bar as long as can be.
double most_of(const HeadGrid& grid, const KnownHead& head) {
  switch (grid.measure.most) {
    case HeadMeasure::Most::One: return 1;
    case HeadMeasure::Most::Possible: return head.possible;
    case HeadMeasure::Most::Largest: return grid.largest;
  }
  throw std::logic_error("a measure of heads without a largest value");
}

/// The length of a head's bar, from 0 to 1.
float bar_share(const HeadGrid& grid, const KnownHead& head) {
  const double value = grid.measure.value(head);
  if (std::isnan(value)) return 0;
  const double most = most_of(grid, head);
  if (grid.measure.is_name_alone(head)) return 0;
  return most > 0 ? static_cast<float>(std::clamp(std::abs(value) / most, 0.0, 1.0)) : 0;
}

/// The longest form that fits.
std::string fitting(const std::vector<std::string>& words, ImFont* font, float width) {
  for (const std::string& word : words)
    if (text_size(font, word).x <= width) return word;
  return "";
}

/// The longest form of the badges that fits all heads with a number.
std::size_t form_that_fits(const HeadGrid& grid, const std::vector<std::vector<KnownHead>>& groups,
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

void draw_head_badge(const HeadGrid& grid, const KnownHead& head, const Box& box) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const Box face{{box.min.x, box.min.y + 2}, box.max};
  canvas.fill(face, p.raised, em() * 0.2f);
  const bool harms = grid.measure.harms(head);
  Box bar{{face.min.x, face.max.y - std::max(2.0f, std::floor(em() * 0.2f))}, face.max};  // below the digits
  bar.max.x = bar.min.x + std::round(bar.width() * bar_share(grid, head));
  if (bar.width() >= 1)
    canvas.fill(bar, role_colour(harms ? Role::Gradient : Role::Output), bar.height() / 2);
  const std::vector<std::string> words = measured_words(grid.measure, head);
  const std::string text = grid.measure.is_name_alone(head)
                               ? fitting(words, fonts().small, box.width() - em() * 0.3f)
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
    if (!measure->names_pattern) value_line(measure->label, measured_number(*measure, head));
  dim_text("A double click opens it.");
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
  const float height = cells.height() / static_cast<float>(weights.rows),
              width = cells.width() / static_cast<float>(weights.cols);
  const Canvas canvas = window_canvas().unrecorded();
  if (now.query.position >= 0 && now.query.source == *grid.query_source &&
      now.query.position < weights.rows) {
    const float y = cells.min.y + height * static_cast<float>(now.query.position);
    canvas.frame({{cells.min.x, y}, {cells.max.x, y + std::max(height, 2.0f)}}, role_text(Role::Query));
  }
  if (now.key.position >= 0 && now.key.source == *grid.key_source && now.key.position < weights.cols) {
    const float x = cells.min.x + width * static_cast<float>(now.key.position);
    canvas.frame({{x, cells.min.y}, {x + std::max(width, 2.0f), cells.max.y}}, role_text(Role::Key));
  }
}

void draw_head(const HeadGrid& grid, const KnownHead& head, ImVec2 at, ImVec2 size, float badge) {
  const Selection &place = head.place, &chosen = grid.model.state.selection;
  const std::string name = "heads." + head_name(place.attention, place.layer, place.head);
  const Box box = box_at(at, size);
  ImGui::SetCursorScreenPos(at);
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

/// Titles of a group, its layers and its heads.
void draw_labels(const HeadsPlan& plan, int group, AttentionKind kind, const ModelConfig& config,
                 ImVec2 origin, const HeadsSpace& space) {
  const Canvas canvas = window_canvas();
  const Palette& p = theme().palette;
  const auto corner = [&](int row, int head) {
    const ImVec2 at = plan.place(group, row, head, space.row_label);
    return ImVec2{origin.x + at.x, origin.y + at.y};
  };
  const ImVec2 first = corner(0, 0);
  const float line = std::ceil(em() * 1.3f), left = first.x - space.row_label,
              top = first.y - space.col_label;
  draw_text_in(canvas, fonts().ui_bold,
               {{left, first.y - plan.heading}, {left + plan.group.x, top - line - em() * 0.2f}}, p.text,
               attention_title(kind, config.causal));
  for (int head = 0; head < config.heads; ++head) {
    const Box box = box_at({corner(0, head).x, top - line}, {plan.thumb.x, line});
    const std::string number = std::to_string(head);
    draw_text_in(canvas, fonts().small, box, p.text_dim,
                 fitting({"head " + number, number}, fonts().small, plan.thumb.x), Align::Centre);
  }
  for (int row = 0; row < config.layers; ++row) {
    const float y = corner(row, 0).y;
    draw_text_in(canvas, fonts().small, {{left, y}, {first.x - em() * 0.5f, y + plan.thumb.y}}, p.text_dim,
                 "layer " + std::to_string(config.layers - 1 - row));
  }
}

void draw_by_layer(HeadGrid& grid, const std::vector<std::vector<KnownHead>>& groups,
                   const std::vector<AttentionKind>& kinds) {
  const ModelConfig& config = grid.model.trace->config();
  const ImVec2 room = ImGui::GetContentRegionAvail(), origin = ImGui::GetCursorScreenPos();
  HeadsSpace space;
  space.width = room.x;
  space.height = room.y;
  space.groups = static_cast<int>(groups.size());
  space.layers = static_cast<int>(config.layers);
  space.heads = static_cast<int>(config.heads);
  space.em = em();
  space.row_label = text_size(fonts().small, "layer 00").x + em() * 0.5f;
  const std::vector<HeadTokens> tokens = tokens_that_fit(*grid.model.trace, kinds, space);
  const HeadsPlan plan = plan_heads(space);
  grid.form = form_that_fits(grid, groups, plan.thumb.x);
  for (int g = 0; g < space.groups; ++g) {
    draw_labels(plan, g, kinds[static_cast<std::size_t>(g)], config, origin, space);
    for (const KnownHead& head : groups[static_cast<std::size_t>(g)]) {
      const ImVec2 at = plan.place(g, static_cast<int>(config.layers - 1 - head.place.layer),
                                   static_cast<int>(head.place.head), space.row_label);
      const ImVec2 corner{origin.x + at.x, origin.y + at.y};
      draw_head(grid, head, corner, plan.thumb, plan.badge);
      if (tokens.empty()) continue;
      const HeadTokens& own = tokens[static_cast<std::size_t>(g)];
      if (head.place.head == 0) draw_query_tokens(own.queries, box_at(corner, plan.thumb));
      if (head.place.layer == config.layers - 1) draw_key_tokens(own.keys, box_at(corner, plan.thumb));
    }
  }
  ImGui::SetCursorScreenPos(origin);
  ImGui::Dummy(plan.total);
}

/// "enc 0·1": short enough for a thumbnail.
std::string short_place(const Selection& s, bool alone) {
  constexpr const char* kShort[] = {"enc ", "self ", "cross "};
  return (alone ? "" : kShort[static_cast<int>(s.attention)]) + std::to_string(s.layer) + "·" +
         std::to_string(s.head);
}

void draw_in_order(HeadGrid& grid, const std::vector<std::vector<KnownHead>>& groups) {
  std::vector<KnownHead> all;
  for (const auto& group : groups) all.insert(all.end(), group.begin(), group.end());
  const auto rank = [&](const KnownHead& head) {
    const double value = grid.measure.value(head);
    const bool pattern = grid.measure.names_pattern;
    return std::isnan(value) ? -1e9 : pattern ? static_cast<double>(bar_share(grid, head)) : value;
  };
  std::ranges::stable_sort(all, std::greater(), rank);
  const ImVec2 room = ImGui::GetContentRegionAvail(), origin = ImGui::GetCursorScreenPos();
  const int count = static_cast<int>(all.size());
  const FlowPlan plan = plan_flow(room.x, room.y, count, em());
  grid.form = form_that_fits(grid, groups, plan.thumb);
  for (int i = 0; i < count; ++i) {
    const KnownHead& head = all[static_cast<std::size_t>(i)];
    const ImVec2 at = plan.place(i), corner{origin.x + at.x, origin.y + at.y};
    draw_text_in(window_canvas(), fonts().small,
                 {{corner.x, corner.y - plan.label}, {corner.x + plan.thumb, corner.y}},
                 theme().palette.text_dim, short_place(head.place, groups.size() == 1), Align::Centre);
    draw_head(grid, head, corner, {plan.thumb, plan.thumb}, plan.badge);
  }
  ImGui::SetCursorScreenPos(origin);
  ImGui::Dummy({room.x - ImGui::GetStyle().ScrollbarSize, plan.height(count)});
}

void choose_measure(const HeadMeasure& measure, const Emit& emit) {
  emit({"choose", {"heads.badge", std::string(measure.name)}});
}

/// The measures side by side where they fit, else a list.
void draw_measure_choice(const ViewModel& model, const HeadMeasure& now, float width, const Emit& emit) {
  const std::vector<const HeadMeasure*> all = measures_for(model);
  std::vector<const char*> labels;
  for (const HeadMeasure* measure : all) labels.push_back(measure->brief);
  if (segmented_width(labels) <= width) {
    int chosen = static_cast<int>(std::ranges::find(all, &now) - all.begin());
    if (segmented("heads.badge", labels, chosen))
      choose_measure(*all[static_cast<std::size_t>(chosen)], emit);
    return;
  }
  if (text_button("heads.badge.list", Icon::ChevronDown, now.brief, "What each head is measured by"))
    ImGui::OpenPopup("measures");
  if (!ImGui::BeginPopup("measures")) return;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const Box box = box_at(ImGui::GetCursorScreenPos(), {widest(labels, em() * 10), ImGui::GetFontSize()});
    if (ImGui::Selectable(labels[i], &now == all[i], 0, box.size())) choose_measure(*all[i], emit);
    mark("heads.badge[0," + std::to_string(i) + "]", box);
  }
  ImGui::EndPopup();
}

void draw_controls(const ViewModel& model, const HeadMeasure& measure, const Emit& emit) {
  const char *const sort = "in order", *const open = "Open";
  const float right = text_size(fonts().ui, sort).x + text_size(fonts().ui_bold, open).x + em() * 7.5f;
  draw_measure_choice(model, measure, ImGui::GetContentRegionAvail().x - right, emit);
  ImGui::SameLine(0, em() * 1.2f);
  bool sorted = model.state.choices.heads.sorted;
  if (toggle("heads.sorted", sort, sorted, "The heads with the most of it first"))
    emit({"choose", {"heads.sorted", sorted ? "on" : "off"}});
  ImGui::SameLine(0, em() * 1.2f);
  if (text_button("heads.open", Icon::Search, open, "The selected head alone, large  (Enter)"))
    emit({"choose", {"heads.open", "on"}});
}

ColourScale scale_of(const ViewModel& model, const Selection& head) {
  return weight_scale(
      matrix_slice(model.trace->find(stage_tensor(head, Stage::Softmax)), head.head, model.trace_version)
          .view);
}

/// Draws the measure's sentence, with the colour scale of the weights at the right; long texts have one per
/// row.
void draw_sentence(const ViewModel& model, const HeadMeasure& measure,
                   const std::vector<std::vector<KnownHead>>& groups) {
  const ColourScale scale = scale_of(model, groups.at(0).at(0).place);
  const bool shared = std::ranges::all_of(groups, [&](const std::vector<KnownHead>& group) {
    return scale_of(model, group.at(0).place).mode == RangeMode::Fixed;
  });
  const ValueRange range = scale.fixed;
  const float room = ImGui::GetContentRegionAvail().x, legend = legend_width(range, scale) + em() * 2;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool fits = room > legend + em() * 18 && shared;
  wrapped_text(fonts().ui, theme().palette.text_dim, measure.sentence, fits ? room - legend - em() : 0);
  if (fits)
    draw_legend(window_canvas(), {{at.x + room - legend, at.y}, {at.x + room, at.y + legend_height()}}, range,
                scale, std::numeric_limits<float>::quiet_NaN());
}

}  // namespace

void draw_heads_grid(const ViewModel& model, const Emit& emit) {
  const HeadMeasure& measure = chosen_measure(model);
  draw_controls(model, measure, emit);
  const std::vector<AttentionKind> kinds = attentions_of(model.trace->config());
  std::vector<std::vector<KnownHead>> groups;
  for (const AttentionKind kind : kinds) groups.push_back(known_heads(model, kind));
  draw_sentence(model, measure, groups);
  ImGui::Dummy({0, em() * 0.2f});
  ImGui::BeginChild("heads", {0, 0}, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
  HeadGrid grid{model, emit, measure};
  for (const auto& group : groups)
    for (const KnownHead& head : group)
      if (const double value = std::abs(measure.value(head)); value > grid.largest) grid.largest = value;
  model.state.choices.heads.sorted ? draw_in_order(grid, groups) : draw_by_layer(grid, groups, kinds);
  ImGui::EndChild();
}

}  // namespace attnlab

// All heads as thumbnails with their measure: by layer, or in the order of the measure. Script names:
// heads.badge[0,i] the measures (or heads.badge.list), heads.sorted, heads.open.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/features/heads/view_frame.h"
#include "app/features/heads/view_grid_head.h"
#include "app/features/heads/view_layout.h"
#include "app/state/heads_choice.h"
#include "app/views/common/stage_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/legend.h"
#include "core/config/no_such_kind.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"

namespace attnlab {
namespace {

void choose_measure(const HeadMeasure& measure, const Emit& emit) {
  emit({"choose", {"heads.badge", std::string(measure.name)}});
}

/// The measures side by side if they fit, else a list.
void draw_measure_choice(const ViewModel& model, const HeadMeasure& now, float width, const Emit& emit) {
  const std::vector<const HeadMeasure*> all = measures_for(model);
  std::vector<const char*> labels;
  for (const HeadMeasure* measure : all) labels.push_back(tr(measure->brief));
  if (segmented_width(labels) <= width) {
    int chosen = static_cast<int>(std::ranges::find(all, &now) - all.begin());
    if (segmented("heads.badge", labels, chosen))
      choose_measure(*all[static_cast<std::size_t>(chosen)], emit);
    return;
  }
  if (text_button("heads.badge.list", Icon::ChevronDown, tr(now.brief), tr("The measure of each head")))
    ImGui::OpenPopup("measures");
  if (!ImGui::BeginPopup("measures")) return;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const Box box = box_at(ImGui::GetCursorScreenPos(), {widest(labels, em() * 10), ImGui::GetFontSize()});
    if (ImGui::Selectable((labels[i] + ("###" + std::string(all[i]->name))).c_str(), &now == all[i], 0,
                          box.size()))
      choose_measure(*all[i], emit);
    mark("heads.badge[0," + std::to_string(i) + "]", box);
  }
  ImGui::EndPopup();
}

ColourScale head_weight_scale(const ViewModel& model, const Selection& head) {
  return weight_scale(
      matrix_slice(model.trace->find(stage_tensor(head, Stage::Softmax)), head.head, model.trace_version)
          .view);
}

/// Draws the choice of the measure and of the order, and the button that opens the selected head.
void draw_grid_controls(const ViewModel& model, const HeadMeasure& measure, const Emit& emit) {
  const char *const sort = tr("sorted"), *const open = tr("Open");
  const float right = text_size(fonts().ui, sort).x + text_size(fonts().ui_bold, open).x + em() * 7.5f;
  draw_measure_choice(model, measure, ImGui::GetContentRegionAvail().x - right, emit);
  ImGui::SameLine(0, em() * 1.2f);
  bool sorted = model.state.choices.of<HeadsChoice>().sorted;
  if (toggle("heads.sorted", sort, sorted, tr("Heads with the largest values first")))
    emit({"choose", {"heads.sorted", sorted ? "on" : "off"}});
  next_on_line(text_size(fonts().ui_bold, open).x + em() * 3, em() * 1.2f);
  if (text_button("heads.open", Icon::Search, open, tr("Show only the selected head, enlarged  (Enter)")))
    emit({"choose", {"heads.open", "on"}});
}

/// Draws the measure's sentence, with the color scale of the weights at the right; long texts have one scale
/// per row.
void draw_measure_sentence(const ViewModel& model, const HeadMeasure& measure,
                           const std::vector<std::vector<KnownHead>>& groups) {
  const ColourScale scale = head_weight_scale(model, groups.at(0).at(0).place);
  const bool shared = std::ranges::all_of(groups, [&](const std::vector<KnownHead>& group) {
    return head_weight_scale(model, group.at(0).place).mode == RangeMode::Fixed;
  });
  const ValueRange range = scale.fixed;
  const float room = ImGui::GetContentRegionAvail().x, legend = legend_width(range, scale) + em() * 2;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool fits = room > legend + em() * 18 && shared;
  wrapped_text(fonts().ui, theme().palette.text_dim, tr(measure.sentence), fits ? room - legend - em() : 0);
  if (fits)
    draw_legend(window_canvas(), {{at.x + room - legend, at.y}, {at.x + room, at.y + legend_height()}}, range,
                scale, std::numeric_limits<float>::quiet_NaN());
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
                 longest_that_fits({tr("head {1}", number), number}, fonts().small, plan.thumb.x),
                 Align::Centre);
  }
  const auto layers = static_cast<int>(layers_of(config, kind));
  for (int row = 0; row < layers; ++row) {
    const float y = corner(row, 0).y;
    draw_text_in(canvas, fonts().small, {{left, y}, {first.x - em() * 0.5f, y + plan.thumb.y}}, p.text_dim,
                 tr("layer {1}", std::to_string(layers - 1 - row)));
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
  space.layers = static_cast<int>(deepest_stack(config));
  space.heads = static_cast<int>(config.heads);
  space.em = em();
  space.row_label = text_size(fonts().small, tr("layer {1}", "00")).x + em() * 0.5f;
  const std::vector<HeadTokens> tokens = tokens_that_fit(*grid.model.trace, kinds, space);
  const HeadsPlan plan = plan_heads(space);
  grid.form = badge_form_that_fits(grid, groups, plan.thumb.x);
  for (int g = 0; g < space.groups; ++g) {
    const AttentionKind kind = kinds[static_cast<std::size_t>(g)];
    const Index last = layers_of(config, kind) - 1;
    draw_labels(plan, g, kind, config, origin, space);
    for (const KnownHead& head : groups[static_cast<std::size_t>(g)]) {
      const ImVec2 at = plan.place(g, static_cast<int>(last - head.place.layer),
                                   static_cast<int>(head.place.head), space.row_label);
      const ImVec2 corner{origin.x + at.x, origin.y + at.y};
      draw_grid_head(grid, head, corner, plan.thumb, plan.badge);
      if (tokens.empty()) continue;
      const HeadTokens& own = tokens[static_cast<std::size_t>(g)];
      if (head.place.head == 0) draw_query_tokens(own.queries, box_at(corner, plan.thumb));
      if (head.place.layer == last) draw_key_tokens(own.keys, box_at(corner, plan.thumb));
    }
  }
  move_cursor(origin);
  ImGui::Dummy(plan.total);
}

/// "enc 0·1": short enough for a thumbnail.
std::string short_place(const Selection& s, bool alone) {
  const std::string place = std::to_string(s.layer) + "·" + std::to_string(s.head);
  if (alone) return place;
  switch (s.attention) {
    case AttentionKind::EncoderSelf: return tr("enc {1}", place);
    case AttentionKind::DecoderSelf: return tr("self {1}", place);
    case AttentionKind::Cross: return tr("cross {1}", place);
  }
  no_such_kind("attention");
}

void draw_in_order(HeadGrid& grid, const std::vector<std::vector<KnownHead>>& groups) {
  std::vector<KnownHead> all;
  for (const auto& group : groups) all.insert(all.end(), group.begin(), group.end());
  const auto rank = [&](const KnownHead& head) {
    const double value = grid.measure.value(head);
    const bool pattern = grid.measure.names_pattern;
    return std::isnan(value) ? -1e9 : pattern ? static_cast<double>(head_bar_share(grid, head)) : value;
  };
  std::ranges::stable_sort(all, std::greater(), rank);
  const ImVec2 room = ImGui::GetContentRegionAvail(), origin = ImGui::GetCursorScreenPos();
  const int count = static_cast<int>(all.size());
  float label = 0;
  for (const KnownHead& head : all)
    label = std::max(label, text_size(fonts().small, short_place(head.place, groups.size() == 1)).x + 1);
  const FlowPlan plan = plan_flow(room.x, room.y, count, em(), label);
  grid.form = badge_form_that_fits(grid, groups, plan.thumb);
  for (int i = 0; i < count; ++i) {
    const KnownHead& head = all[static_cast<std::size_t>(i)];
    const ImVec2 at = plan.place(i), corner{origin.x + at.x, origin.y + at.y};
    draw_text_in(window_canvas(), fonts().small,
                 {{corner.x, corner.y - plan.label}, {corner.x + plan.thumb, corner.y}},
                 theme().palette.text_dim, short_place(head.place, groups.size() == 1), Align::Centre);
    draw_grid_head(grid, head, corner, {plan.thumb, plan.thumb}, plan.badge);
  }
  move_cursor(origin);
  ImGui::Dummy({room.x - ImGui::GetStyle().ScrollbarSize, plan.height(count)});
}

}  // namespace

void draw_heads_grid(const ViewModel& model, const Emit& emit) {
  const HeadMeasure& measure = chosen_measure(model);
  draw_grid_controls(model, measure, emit);
  const std::vector<AttentionKind> kinds = attentions_of(model.trace->config());
  std::vector<std::vector<KnownHead>> groups;
  for (const AttentionKind kind : kinds) groups.push_back(known_heads(model, kind));
  draw_measure_sentence(model, measure, groups);
  ImGui::Dummy({0, em() * 0.2f});
  ImGui::BeginChild("heads", {0, 0}, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
  HeadGrid grid{model, emit, measure};
  for (const auto& group : groups)
    for (const KnownHead& head : group)
      if (const double value = std::abs(measure.value(head)); value > grid.largest) grid.largest = value;
  model.state.choices.of<HeadsChoice>().sorted ? draw_in_order(grid, groups)
                                               : draw_by_layer(grid, groups, kinds);
  ImGui::EndChild();
}

}  // namespace attnlab

// Units of this text: units as rows and tokens as columns, sorted by what they do, beside the target
// probabilities.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/base/by_prediction.h"
#include "app/base/format.h"
#include "app/features/neurons/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/hover.h"
#include "app/views/common/stage_frame.h"
#include "app/views/common/target_list.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"
#include "core/models/model_config.h"

namespace attnlab {

namespace {

float unit_row_height() { return std::ceil(em() * 1.45f); }

/// What the map shows, row by row.
struct UnitRows {
  std::vector<Index> units;
  std::vector<float> cells;           ///< [rows,T]
  std::vector<unsigned char> masked;  ///< of tokens without a number
  std::vector<std::string> names;
  bool contributions = false;
};

UnitOrderKind::By order_of(const NeuronsFrame& frame) {
  return row_named(kUnitOrders, "order of units", frame.choice.by).by;
}

/// All units in the chosen order; by activation while that order is not known.
std::vector<Index> ordered_units(const NeuronsFrame& frame) {
  const std::optional<Index> token = compared_position(frame.model.state, frame.layer());
  const TextUnits* const text = frame.text();
  const UnitsFollowing* const following = frame.followed();
  const UnitOrderKind::By by = order_of(frame);
  if (by == UnitOrderKind::By::Contribution && text && text->no_way.empty())
    return units_by_contribution(text->contributions, token);
  if (by == UnitOrderKind::By::Following && following) return units_by_following(*following);
  return units_by_activation(frame.layer(), token);
}

std::string unit_name(const NeuronsFrame& frame, Index unit) {
  const UnitsFollowing* const following = frame.followed();
  if (order_of(frame) != UnitOrderKind::By::Following || !following) return std::to_string(unit);
  const double r = following->correlations[static_cast<std::size_t>(unit)];
  return std::to_string(unit) + (std::isnan(r) ? "" : (r < 0 ? "  " : "  +") + format_fixed(r, 2));
}

UnitRows unit_rows(const NeuronsFrame& frame, std::size_t most) {
  UnitRows rows;
  rows.units = ordered_units(frame);
  if (rows.units.size() > most) rows.units.resize(most);
  if (std::ranges::find(rows.units, frame.unit) == rows.units.end()) rows.units.push_back(frame.unit);
  const TextUnits* const text = frame.text();
  rows.contributions = order_of(frame) == UnitOrderKind::By::Contribution && text && text->no_way.empty();
  const UnitLayer& layer = frame.layer();
  for (const Index unit : rows.units) {
    rows.names.push_back(unit_name(frame, unit));
    for (Index t = 0; t < layer.tokens(); ++t) {
      const float value = rows.contributions ? text->contributions.at(t, unit)
                                             : static_cast<float>(layer.activation(t, unit));
      rows.masked.push_back(std::isnan(value) || layer.share(t) <= 0 ? 1 : 0);
      rows.cells.push_back(std::isnan(value) ? 0 : value);
    }
  }
  return rows;
}

void draw_feature_choice(const NeuronsFrame& frame) {
  const DescribedUnits* const known = frame.held_out();
  if (!known) return;
  for (const UnitsFollowing& each : known->following) {
    const std::string_view title = tr(each.feature->title);
    const float width = text_size(fonts().ui_bold, title).x + em() * 1.6f;
    if (&each != &known->following.front()) next_on_line(width, em() * 0.4f);
    const std::string name = "neurons.feature." + std::string(each.feature->name);
    if (text_button(name.c_str(), title, tr(each.feature->sentence.data()),
                    {.toggled = each.feature->name == frame.choice.feature}))
      frame.choose("feature", std::string(each.feature->name));
  }
}

void draw_order_choices(const NeuronsFrame& frame) {
  const UnitOrderKind& order = choose_row("neurons.by", kUnitOrders, frame.choice.by,
                                          [&](const std::string& name) { frame.choose("by", name); });
  const auto beside = [](std::span<const char* const> choices) {
    next_on_line(segmented_width(choices), em());
  };
  if (order.by == UnitOrderKind::By::Following) return draw_feature_choice(frame);
  const bool patches = architecture_of(frame.trace.config()).reads_patches();
  const char* const kOver[] = {patches ? tr("in the picture") : tr("in the text"),
                               patches ? tr("at the patch") : tr("at the token")};
  int over = frame.choice.at_token() ? 1 : 0;
  beside(kOver);
  if (segmented("neurons.over", kOver, over)) frame.choose("over", over == 1 ? "token" : "text");
  if (order.by != UnitOrderKind::By::Contribution) return;
  const Format format = frame.model.format;
  const char* const answers[] = {by_prediction(format, tr("to the predicted token"),
                                               tr("to the predicted label"), tr("to the predicted class")),
                                 by_prediction(format, tr("to the correct token"), tr("to the correct label"),
                                               tr("to the correct class"))};
  int answer = frame.choice.right_answer() ? 1 : 0;
  beside(answers);
  if (segmented("neurons.answer", answers, answer))
    frame.choose("answer", answer == 1 ? "right" : "predicted");
}

/// "o→w": the token, and the predicted or correct token of whose logit the contributions are.
std::vector<std::string> unit_columns(const NeuronsFrame& frame, const UnitRows& rows) {
  std::vector<std::string> names = unit_tokens(frame);
  const TextUnits* const text = frame.text();
  if (!rows.contributions || gives_class(frame.model.format)) return names;
  for (std::size_t t = 0; t < names.size(); ++t)
    if (const Index word = text->contributions.words[t]; word >= 0)
      names[t] = display_token(names[t]) + "→" + display_token(output_word(frame, word));
  return names;
}

std::string map_title(const NeuronsFrame& frame, const UnitRows& rows) {
  if (!rows.contributions) return tr("Activations");
  const TextUnits* const text = frame.text();
  if (gives_class(frame.model.format))
    return tr("Contributions to “{1}”", output_word(frame, text->contributions.words.front()));
  const bool labels = frame.model.format == Format::Labels;
  if (frame.choice.right_answer())
    return labels ? tr("Contributions to the correct label") : tr("Contributions to the correct token");
  return labels ? tr("Contributions to the predicted label") : tr("Contributions to the predicted token");
}

void take_unit_click(const NeuronsFrame& frame, const UnitRows& rows, const HeatMapResult& map) {
  const auto unit = [&](int row) { return rows.units[static_cast<std::size_t>(row)]; };
  if (map.clicked) return frame.explain(map.clicked->col, unit(map.clicked->row));
  if (map.clicked_row_label >= 0) return frame.select_unit(unit(map.clicked_row_label));
  if (map.clicked_col_label >= 0) frame.explain(map.clicked_col_label, frame.unit);
}

void draw_unit_rows(const NeuronsFrame& frame, const UnitRows& rows, float width) {
  const int tokens = static_cast<int>(frame.layer().tokens());
  MatrixView view = matrix_view(rows.cells.data(), static_cast<int>(rows.units.size()), tokens);
  view.mask = rows.masked.data();
  const std::vector<std::string> columns = unit_columns(frame, rows);
  HeatMapOptions o;
  o.title = map_title(frame, rows);
  o.scale = signed_scale();
  o.rows = {.names = rows.names, .title = tr("units")};
  o.cols = {.names = columns,
            .title = architecture_of(frame.trace.config()).reads_patches() ? tr("patches") : tr("tokens")};
  o.target = "neurons.map";
  o.tensor = rows.contributions ? tr("contribution") : tr("activation");
  o.legend = true;
  const auto row = std::ranges::find(rows.units, frame.unit) - rows.units.begin();
  o.selected = {static_cast<int>(row),
                static_cast<int>(std::clamp<Index>(current_row(frame.model.state), 0, tokens - 1))};
  for (const HoveredToken& token : {hovered().query, hovered().key})
    if (token.position >= 0 && token.position < tokens && token.source == reads_source(frame.layer()))
      o.highlight_col = token.position;
  o.cell_width = o.cell_height = unit_row_height();
  const float room = width - heat_map_offset(view, o).x - em() * 0.5f;
  o.cell_width = std::clamp(std::floor(room / static_cast<float>(tokens)), 3.0f, em() * 4.4f);
  const HeatMapResult map = heat_map("units", view, o);
  HoverGrid grid;
  grid.box = map.cells;
  grid.whole = map.grid;
  grid.columns = tokens;
  grid.key_source = reads_source(frame.layer());
  hover_grid(grid);
  take_unit_click(frame, rows, map);
}

/// As many as the window has room for, with the notes above, the axis and the legend.
std::size_t most_unit_rows() {
  constexpr float kLeast = 8, kMost = 64;
  const float room = ImGui::GetContentRegionAvail().y - em() * 13;
  return static_cast<std::size_t>(std::clamp(std::floor(room / unit_row_height()), kLeast, kMost));
}

/// The target probabilities, before and after edits.
void draw_unit_targets(const NeuronsFrame& frame, float width) {
  ImGui::BeginChild("neurons targets", {width, neuron_room(26)}, false, ImGuiWindowFlags_NoBackground);
  if (const std::string words = unit_in_short(frame); !words.empty()) draw_unit_note(words);
  group_label(tr("Target probabilities"));
  draw_target_list(frame.model);
  ImGui::EndChild();
}

}  // namespace

void draw_neurons_text(const NeuronsFrame& frame) {
  draw_order_choices(frame);
  const std::size_t most = most_unit_rows();
  draw_unit_note(order_words(frame, most));
  const UnitRows rows = unit_rows(frame, most);
  ImGui::Dummy({0, em() * 0.1f});
  const float room = ImGui::GetContentRegionAvail().x;
  const float targets = room > em() * 58 ? em() * 22 : 0;
  const float width = room - (targets > 0 ? targets + em() : 0);
  ImGui::BeginChild("neurons units", {width, neuron_room(26)}, false, ImGuiWindowFlags_NoBackground);
  draw_unit_rows(frame, rows, width - ImGui::GetStyle().ScrollbarSize);
  ImGui::EndChild();
  if (targets <= 0) return;
  ImGui::SameLine(0, em());
  draw_unit_targets(frame, targets);
}

}  // namespace attnlab

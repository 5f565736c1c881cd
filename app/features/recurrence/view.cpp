// Recurrence: a recurrent network unrolled in time, its gates and states, and its gradients back through
// time. Also the eigenvalues of the recurrent weights. Script names: recurrence.part[0,i] are the parts,
// recurrence.cell[0,i] the cells.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/recurrence/choice.h"
#include "app/features/recurrence/view_frame.h"
#include "app/state/made_commands.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/complex_plane.h"
#include "app/views/common/hover.h"
#include "app/views/common/view_page.h"
#include "app/views/runs/past_steps.h"
#include "app/views/runs/step_plot.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/formula/formula_text.h"
#include "core/analysis/recurrence/sequence_pattern.h"
#include "core/language/messages.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {
namespace {

/// The cells of the maps of a frame, unit by unit in their order.
struct RecurrenceMaps {
  std::vector<CachedMatrix<float>> maps;
};

std::uint64_t order_version(const RecurrenceFrame& frame, const std::vector<FollowingUnit>& order) {
  std::uint64_t version = joined(frame.model.trace_key().number(), frame.at.cell + 1);
  for (const FollowingUnit& each : order) version = joined(version, static_cast<std::uint64_t>(each.unit));
  return version;
}

/// The cells [T,C] as [C,T], units in their order.
std::vector<float> units_by_time(const RecurrenceFrame& frame, std::span<const float> cells,
                                 const std::vector<FollowingUnit>& order) {
  const auto steps = static_cast<std::size_t>(frame.cell().steps()),
             units = static_cast<std::size_t>(frame.cell().units());
  std::vector<float> turned;
  turned.reserve(cells.size());
  for (const FollowingUnit& each : order)
    for (std::size_t t = 0; t < steps; ++t)
      turned.push_back(cells[t * units + static_cast<std::size_t>(each.unit)]);
  return turned;
}

/// Sets the map's formula behind its title, and leaves the cursor where it is.
void draw_map_formula(const UnitMap& map, const HeatMapResult& drawn) {
  if (map.formula.empty()) return;
  const FormulaOptions small{.size = 0.66f};
  const Formula formula = formula_from_text(map.formula).formula;
  const ImVec2 cursor = ImGui::GetCursorScreenPos();
  const float title = text_size(fonts().ui_bold, map.title).x + em() * 0.6f, line = em() * 1.35f;
  move_cursor({drawn.bounds.min.x + title, drawn.bounds.min.y + (line - formula_size(formula, small).y) / 2});
  draw_formula(("formula of " + map.name).c_str(), formula, small);
  move_cursor(cursor);
}

void take_map_click(const RecurrenceFrame& frame, const UnitMap& map, const HeatMapResult& drawn,
                    const std::vector<FollowingUnit>& order) {
  const auto unit = [&](int row) { return order[static_cast<std::size_t>(row)].unit; };
  if (drawn.clicked) return frame.select(*map.leads_to, drawn.clicked->col, unit(drawn.clicked->row));
  if (drawn.clicked_row_label >= 0)
    return frame.select(*map.leads_to, frame.at.time, unit(drawn.clicked_row_label));
  if (drawn.clicked_col_label >= 0) frame.select(*map.leads_to, drawn.clicked_col_label, frame.at.unit);
}

}  // namespace

void RecurrenceFrame::select(const TraceTensor& tensor, Index time, Index unit) const {
  emit(show_command(unit_cell(tensor, time, unit)));
}

bool reads_source(const RecurrenceFrame& frame, const RecurrentCell& cell) {
  return &axis_pieces(frame.trace, *cell.hidden, 1) == &frame.trace.source_pieces;
}

std::string cell_words(const RecurrentCell& cell) { return cell.place.title(); }

std::vector<double> chosen_feature(const RecurrenceFrame& frame) {
  return text_feature(frame.choice.feature).values(frame.pieces, frame.at.time);
}

std::vector<FollowingUnit> unit_order(const RecurrenceFrame& frame, const TraceTensor& state) {
  std::vector<FollowingUnit> order =
      units_following(state.value, frame.cell().units(), chosen_feature(frame));
  if (!frame.choice.by_feature()) std::ranges::sort(order, {}, &FollowingUnit::unit);
  return order;
}

void draw_unit_order(const RecurrenceFrame& frame) {
  const char* const orders[] = {tr("units by number"), tr("units by correlation with a feature")};
  int by = frame.choice.by_feature() ? 1 : 0;
  if (segmented("recurrence.order", orders, by)) frame.choose("order", by == 1 ? "feature" : "numbers");
  for (const TextFeature& feature : text_features()) {
    const bool chosen = feature.name == frame.choice.feature;
    if (!chosen && !varies(feature.values(frame.pieces, frame.at.time))) continue;
    const std::string_view title = tr(feature.title);
    const float width = text_size(fonts().ui_bold, title).x + em() * 1.6f;
    next_on_line(width, em() * 0.4f);
    const std::string name = "recurrence.feature." + std::string(feature.name);
    if (text_button(name.c_str(), title, tr(feature.sentence.data()), {.toggled = chosen}))
      frame.choose("feature", std::string(feature.name));
  }
}

float unit_height(const RecurrenceFrame& frame, float height) {
  const auto units = static_cast<float>(frame.cell().units());
  return std::clamp(std::floor(height / units), 2.0f, std::ceil(em() * 0.95f));
}

HeatMapResult draw_unit_map(const RecurrenceFrame& frame, std::size_t slot, const UnitMap& map,
                            const std::vector<FollowingUnit>& order, const UnitMapSize& size) {
  auto& maps = frame.model.remembered<RecurrenceMaps>().maps;
  if (maps.size() < 16) maps.resize(16);  // so that no map moves while a frame is drawn
  const std::uint64_t version = joined(order_version(frame, order), std::hash<std::string>()(map.name));
  const std::vector<float>& cells =
      cached_cells(maps.at(slot), version, [&] { return units_by_time(frame, map.cells, order); });
  const MatrixView view = matrix_view(cells.data(), static_cast<int>(order.size()),
                                      static_cast<int>(frame.cell().steps()), version);
  std::vector<std::string> units;
  for (const FollowingUnit& each : order) units.push_back(std::to_string(each.unit));
  HeatMapOptions o;
  o.title = map.title;
  o.detail = map.detail;
  o.role = map.role;
  o.scale = map.scale;
  o.rows = {.names = units, .title = tr("units")};
  o.cols = {.names = frame.tokens, .title = tr("time")};
  o.target = map.name;
  o.tensor = map.title;
  const auto row = std::ranges::find(order, frame.at.unit, &FollowingUnit::unit);
  o.selected = {static_cast<int>(row - order.begin()), static_cast<int>(frame.at.time)};
  const bool source = reads_source(frame, frame.cell());
  for (const HoveredToken& token : {hovered().query, hovered().key})
    if (token.position >= 0 && token.position < view.cols && token.source == source)
      o.highlight_col = token.position;
  o.cell_width = em();
  o.cell_height = size.unit_height;
  const float room = size.width - heat_map_offset(view, o).x - em() * 0.5f;
  o.cell_width = std::clamp(std::floor(room / static_cast<float>(view.cols)), 3.0f, em() * 2.4f);
  const HeatMapResult drawn = heat_map(map.name.c_str(), view, o);
  draw_map_formula(map, drawn);
  HoverGrid grid;
  grid.box = drawn.cells;
  grid.whole = drawn.grid;
  grid.columns = view.cols;
  grid.key_source = source;
  hover_grid(grid);
  take_map_click(frame, map, drawn, order);
  return drawn;
}

void draw_recurrence_words(const std::string& words, float width) {
  wrapped_text(fonts().ui, theme().palette.text_dim, words, width);
}

namespace {

void draw_matrix_choice(const RecurrenceFrame& frame, std::size_t gate) {
  const CellKind& kind = frame.kind();
  if (kind.gates.size() < 2) return;
  std::vector<std::string> names;
  std::vector<const char*> titles;
  for (const CellGate& each : kind.gates) names.push_back(tr("U of the {1}", tr(each.weights.title)));
  for (const std::string& name : names) titles.push_back(name.c_str());
  int at = static_cast<int>(gate);
  if (segmented("recurrence.matrix", titles, at)) frame.choose("gate", std::to_string(at));
}

Colour colour_by_circle(const std::complex<double>& value) {
  return std::abs(value) > 1 ? role_colour(Role::Gradient) : series_colour(0);
}

std::string eigenvalue_words(const RecurrenceFrame& frame, const Eigenvalues& found, std::size_t gate) {
  const std::string words = tr("The spectral radius, the largest |λ| of U_{1}, is {2} at step {3}.",
                               frame.kind().gates[gate].makes.symbol, format_fixed(found.radius(), 3),
                               format_count(frame.results.eigenvalues.step)) +
                            " " +
                            tr("{1} of {2} eigenvalues are outside the unit circle.",
                               std::to_string(found.outside()), std::to_string(found.values.size())) +
                            " ";
  if (!frame.kind().memory.has_gates())
    return words +
           tr("Each step back multiplies the gradient by Uᵀ and by the slope of the activation function, "
              "which is at most 1: if every |λ| is well below 1, the gradient vanishes over many steps; "
              "with |λ| above 1 it can explode.");
  return words +
         tr("In this cell, the gradient can also flow back through the gate that keeps the memory, so U "
            "alone does not decide whether it vanishes.");
}

void draw_radii(const RecurrenceFrame& frame, std::size_t gate, ImVec2 size) {
  std::vector<double> steps, radii;
  for (const AtStep<CellEigenvalues>& at : frame.results.course)
    if (gate < at.value->gates.size()) {
      steps.push_back(static_cast<double>(at.step));
      radii.push_back(at.value->gates[gate].radius());
    }
  if (steps.size() < 2) return;
  const Box title = reserve({size.x, std::ceil(em() * 1.4f)});
  draw_text_in(window_canvas(), fonts().ui_bold, title, theme().palette.text,
               tr("Spectral radius over training"));
  tip_term("spectral radius", title);
  const std::vector<double> ends{steps.front(), steps.back()}, one{1, 1};
  const Series series[] = {{.name = tr("spectral radius"), .x = steps, .y = radii, .points = true},
                           {.name = tr("unit circle"), .x = ends, .y = one, .thickness = 1}};
  step_plot(frame.model, "radii", series,
            {.y_title = "|λ|", .size = size, .y_lo = 0, .target = "recurrence.radii"}, frame.emit);
}

/// Script names: recurrence.matrix[0,i], recurrence.eigenvalues, recurrence.radii (a plot).
void draw_recurrence_eigenvalues(const RecurrenceFrame& frame) {
  const std::size_t gate = eigenvalue_gate(frame.choice, frame.kind());
  if (frame.cell().units() > kMostEigenUnits)
    return empty_note(tr("Eigenvalues are computed for at most {1} units.", std::to_string(kMostEigenUnits)),
                      tr("This cell has {1} units.", std::to_string(frame.cell().units())));
  draw_matrix_choice(frame, gate);
  const CellEigenvalues* const known = frame.results.eigenvalues.value.get();
  if (!known || !(known->cell == frame.cell().place) || gate >= known->gates.size())
    return draw_recurrence_words(frame.results.error.empty()
                                     ? tr("Computing the eigenvalues…")
                                     : tr("Could not compute this: {1}", frame.results.error));
  const Eigenvalues& found = known->gates[gate];
  draw_recurrence_words(eigenvalue_words(frame, found, gate));
  ImGui::Dummy({0, em() * 0.3f});
  ImGui::BeginChild("recurrence eigenvalues", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const ImVec2 room{ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize,
                    ImGui::GetContentRegionAvail().y};
  const bool beside = room.x > room.y + em() * 24;
  const float side =
      std::floor(std::min(beside ? room.y - em() : room.x, std::max(room.y - em(), em() * 16)));
  const ComplexPlane plane{reserve({side, side}), std::max(1.15, found.radius() * 1.08)};
  mark("recurrence.eigenvalues", plane.box);
  draw_plane(plane);
  draw_eigen_points(plane, found.values, colour_by_circle);
  if (beside) move_cursor({plane.box.max.x + em() * 1.5f, plane.box.min.y});
  ImGui::BeginGroup();
  draw_radii(frame, gate, {beside ? std::min(room.x - side - em() * 1.5f, em() * 60) : room.x, em() * 16});
  ImGui::EndGroup();
  ImGui::EndChild();
}

struct RecurrencePart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const RecurrenceFrame& frame);
};
constexpr RecurrencePart kRecurrenceParts[] = {
    {"unrolled", tr_mark("unrolled"), draw_recurrence_unrolled},
    {"gates", tr_mark("gates"), draw_recurrence_gates},
    {"states", tr_mark("states"), draw_recurrence_states},
    {"back", tr_mark("backward in time"), draw_recurrence_back},
    {"eigenvalues", tr_mark("eigenvalues"), draw_recurrence_eigenvalues}};

/// "LSTM, 32 units per layer. Pattern: many-to-one. …".
std::string network_words(const RecurrenceFrame& frame) {
  std::string words = tr_plural("{1}, {2} unit per layer.", "{1}, {2} units per layer.", frame.cell().units(),
                                tr(frame.kind().title), std::to_string(frame.cell().units()));
  if (const SequencePattern* const pattern = pattern_of(frame.trace.config()))
    words += " " + tr("Pattern: {1}. {2}", tr(pattern->name), tr(pattern->sentence));
  return words;
}

/// The choice between the cells of the network, if there are several.
void draw_cell_choice(const RecurrenceFrame& frame) {
  if (frame.cells.size() < 2) return;
  std::vector<std::string> words;
  std::vector<const char*> titles;
  for (const RecurrentCell& cell : frame.cells) words.push_back(cell_words(cell));
  for (const std::string& each : words) titles.push_back(each.c_str());
  int at = static_cast<int>(frame.at.cell);
  if (segmented_width(titles) > ImGui::GetContentRegionAvail().x) {
    if (icon_button("recurrence.cell.previous", Icon::ChevronLeft, tr("Previous cell"), {.enabled = at > 0}))
      --at;
    ImGui::SameLine(0, em() * 0.3f);
    if (icon_button("recurrence.cell.next", Icon::ChevronRight, tr("Next cell"),
                    {.enabled = at + 1 < std::ssize(frame.cells)}))
      ++at;
    ImGui::SameLine(0, em() * 0.6f);
    ImGui::AlignTextToFramePadding();
    dim_text(words[frame.at.cell]);
  } else {
    segmented("recurrence.cell", titles, at);
  }
  if (at == static_cast<int>(frame.at.cell)) return;
  const RecurrentCell& cell = frame.cells[static_cast<std::size_t>(at)];
  frame.select(*cell.hidden, std::min(frame.at.time, cell.steps() - 1), frame.at.unit);
}

void draw_recurrence(const ViewModel& model, const Emit& emit) {
  std::vector<RecurrentCell> cells = recurrent_cells(*model.trace);
  if (cells.empty()) return empty_note(tr("This forward pass has no recurrent layers."));
  const RecurrenceResults none{};
  const RecurrenceResults* const known = model.found<RecurrenceResults>();
  const RecurrentPlace at = recurrent_place(model.state, *model.trace, cells);
  RecurrenceFrame frame{model,
                        emit,
                        *model.trace,
                        model.state.choices.of<RecurrenceChoice>(),
                        std::move(cells),
                        at,
                        known ? *known : none,
                        {},
                        {}};
  frame.pieces = read_pieces(*model.trace, frame.cell());
  for (const Piece& piece : frame.pieces) frame.tokens.push_back(piece.text);
  const RecurrencePart& part = choose_row("recurrence.part", kRecurrenceParts, frame.choice.part,
                                          [&](const std::string& name) { frame.choose("part", name); });
  draw_cell_choice(frame);
  draw_recurrence_words(network_words(frame));
  ImGui::Dummy({0, em() * 0.2f});
  part.draw(frame);
}

}  // namespace

namespace recurrence {
extern const ViewPage kPage = {.draw = draw_recurrence};
}

}  // namespace attnlab

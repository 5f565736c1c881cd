// The QK and OV circuits of the selected head as heat maps over tokens. Also the open entry of a circuit.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/base/format.h"
#include "app/features/circuits/choice.h"
#include "app/features/circuits/view_frame.h"
#include "app/state/made_commands.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/stepper.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"
#include "core/layers/attention_sites.h"
#include "core/layers/position_scheme.h"

namespace attnlab {
namespace {

/// What the two factors of an addend are called, and which weights make them.
struct PairSides {
  const char *row, *column;
  const Site &row_weight, &column_weight;
  bool column_of_output;  ///< the weights of a dimension are a column
};

PairSides pair_sides(const ShownWordPair& shown) {
  using namespace attention_sites;
  if (shown.part == "looks") return {"q", "k", kQueryWeight, kKeyWeight, false};
  return {"v", "W_O·W_U", kValueWeight, kOutputWeight, true};
}

/// The weight that contributes most to a factor of addend `d`; an empty name if the pass does not have it.
CellName weight_behind(const CircuitsFrame& frame, const ShownWordPair& shown, Index d, bool row) {
  const PairSides sides = pair_sides(shown);
  const Site& site = row ? sides.row_weight : sides.column_weight;
  const auto& all = frame.model.trace->parameters();
  const auto found = std::ranges::find_if(
      all, [&](const TraceTensor& p) { return p.place == shown.head.place && p.is(site); });
  if (found == all.end()) return {};
  const WordPair::Term& term = shown.pair.terms[static_cast<std::size_t>(d)];
  const bool of_head = (row && shown.part == "looks") || (!row && sides.column_of_output);
  const Index cell = (of_head ? shown.head.head : shown.head.key_head) * frame.config.head_size() + d;
  const Index feature = row ? term.row_feature : term.column_feature;
  if (!row && sides.column_of_output) return {found->name, {feature, cell}};
  return {found->name, {cell, feature}};
}

std::vector<std::size_t> largest_first(const WordPair& pair) {
  std::vector<std::size_t> order(pair.terms.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  const auto size = [&](std::size_t d) { return std::abs(pair.terms[d].row * pair.terms[d].column); };
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return size(a) > size(b); });
  return order;
}

/// Where the columns of a line are.
struct PairColumns {
  float name, row, column, product;
  explicit PairColumns(float width)
      : name(width * 0.12f), row(width * 0.4f), column(width * 0.7f), product(width - em() * 0.3f) {}
};

void pair_text(const Box& line, float from, float to, Colour colour, std::string_view text) {
  draw_text_in(window_canvas(), fonts().mono_small,
               {{line.min.x + from, line.min.y}, {line.min.x + to, line.max.y}}, colour, text, Align::Right,
               Cut::Meant);
}

/// A factor: a click shows the weight behind it.
void draw_factor(const CircuitsFrame& frame, const ShownWordPair& shown, std::size_t d, bool row,
                 const Box& box) {
  const WordPair::Term& term = shown.pair.terms[d];
  const std::string name =
      std::string(row ? "circuits.row[" : "circuits.column[") + std::to_string(d) + ",0]";
  const CellName weight = weight_behind(frame, shown, static_cast<Index>(d), row);
  move_cursor(box.min);
  ImGui::PushID(name.c_str());
  if (ImGui::InvisibleButton("factor", box.size()) && !weight.tensor.empty())
    frame.emit(cell_command("inspect.here", weight));
  if (ImGui::IsItemHovered()) window_canvas().fill(box, theme().palette.raised, em() * 0.2f);
  if (!weight.tensor.empty()) tip(tr("Inspect the weight that contributes most: {1}", weight.text()));
  ImGui::PopID();
  mark(name, box);
  pair_text(box, 0, box.width() - em() * 0.2f, role_text(row ? Role::Query : Role::Key),
            format_fixed(row ? term.row : term.column, 3));
}

void draw_term(const CircuitsFrame& frame, const ShownWordPair& shown, std::size_t d, const Box& line) {
  const PairColumns c(line.width());
  const WordPair::Term& term = shown.pair.terms[d];
  pair_text(line, 0, c.name, theme().palette.text_dim, std::to_string(d));
  draw_factor(frame, shown, d, true,
              {{line.min.x + c.name + 1, line.min.y}, {line.min.x + c.row, line.max.y}});
  draw_factor(frame, shown, d, false,
              {{line.min.x + c.row + 1, line.min.y}, {line.min.x + c.column, line.max.y}});
  pair_text(line, c.column, c.product, theme().palette.text,
            format_fixed(shown.pair.scale * term.row * term.column, 3));
}

std::string pair_words(const CircuitsFrame& frame, const ShownWordPair& shown) {
  const bool scaled = shown.part == "looks" && frame.config.scaled_scores;
  return scaled
             ? tr("The sum over the head's dimensions d, divided by √D. Click a factor to inspect or edit "
                  "the "
                  "weight that contributes most to it.")
             : tr("The sum over the head's dimensions d. Click a factor to inspect or edit the weight that "
                  "contributes most to it.");
}

void draw_terms(const CircuitsFrame& frame, const ShownWordPair& shown, ImVec2 size) {
  const PairSides sides = pair_sides(shown);
  const float high = std::ceil(em() * 1.45f);
  const PairColumns c(size.x);
  const Box head = reserve({size.x, high});
  const Colour dim = theme().palette.text_dim;
  pair_text(head, 0, c.name, dim, "d");
  pair_text(head, c.name, c.row, dim, sides.row);
  pair_text(head, c.row, c.column, dim, sides.column);
  pair_text(head, c.column, c.product, dim, tr("added"));
  const auto fit = static_cast<std::size_t>(std::max(1.0f, size.y / high - 1));
  const std::vector<std::size_t> order = largest_first(shown.pair);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  for (std::size_t i = 0; i < std::min(fit, order.size()); ++i)
    draw_term(frame, shown, order[i],
              box_at({start.x, start.y + high * static_cast<float>(i)}, {size.x, high - 1}));
}

/// Draws the open entry of a circuit as a sum over the dimensions of the head, and returns whether it is
/// known. A click on a factor shows the weight that contributes most. Script names: circuits.row[d,0] and
/// circuits.column[d,0], d the dimension of the head.
bool draw_word_pair(const CircuitsFrame& frame, ImVec2 size) {
  const ShownWordPair* const shown = frame.results.pair.get();
  const ShownWordCircuit& circuit = *frame.results.words;
  const CircuitsChoice& choice = frame.choice;
  if (!shown || shown->part != circuit.part || shown->head != frame.head || shown->row != choice.row ||
      shown->column != choice.column)
    return false;
  const auto name = [](const std::vector<TokenId>& ids, const std::vector<std::string>& names, Index id) {
    const auto at = std::ranges::find(ids, static_cast<TokenId>(id)) - ids.begin();
    return at < static_cast<std::ptrdiff_t>(names.size()) ? display_token(names[static_cast<std::size_t>(at)])
                                                          : std::string();
  };
  ImGui::BeginGroup();
  const float top = ImGui::GetCursorScreenPos().y;
  wrapped_text(fonts().ui_bold, theme().palette.text,
               name(circuit.circuit.rows, circuit.rows, choice.row) + " → " +
                   name(circuit.circuit.columns, circuit.columns, choice.column) + ": " +
                   format_fixed(shown->pair.value(), 3),
               size.x);
  wrapped_text(fonts().small, theme().palette.text_dim, pair_words(frame, *shown), size.x);
  draw_terms(frame, *shown, {size.x, size.y - (ImGui::GetCursorScreenPos().y - top)});
  ImGui::EndGroup();
  return true;
}

/// The content of the token field during typing.
struct CircuitWordsField {
  std::string text;
  bool active = false;
};

/// Which circuit a map was drawn of, and the map's version.
struct ShownCircuitVersion {
  std::shared_ptr<const ShownWordCircuit> of;
  std::uint64_t version = 1;
};

std::uint64_t circuit_version(const CircuitsFrame& frame) {
  ShownCircuitVersion& shown = frame.model.remembered<ShownCircuitVersion>();
  if (shown.of != frame.results.words) {
    shown.of = frame.results.words;
    ++shown.version;
  }
  return shown.version;
}

void circuit_item_beside(float width) { next_on_line(width, em()); }

void draw_words_field(const CircuitsFrame& frame) {
  CircuitWordsField& field = frame.model.remembered<CircuitWordsField>();
  if (!field.active) field.text = frame.choice.words;
  const char* const label = tr("tokens");
  const Box box = reserve({text_size(fonts().ui, label).x + em() * 0.1f, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui, box, theme().palette.text_dim, label, Align::Left, Cut::Meant);
  ImGui::SameLine(0, em() * 0.4f);
  bool changed = false;
  text_field("circuits.words", field.text, tr("all, or some separated by spaces"), em() * 16, &changed);
  field.active = ImGui::IsItemActive();
  if (changed) frame.choose("words", field.text);
}

void draw_distance(const CircuitsFrame& frame) {
  if (!position_scheme(frame.config.positions).rotations || frame.head.is_cross()) return;
  circuit_item_beside(em() * 12);
  const Index now = frame.choice.distance;
  const std::int64_t next =
      stepper("circuits.distance", tr("positions from key to query"), now,
              {.less = std::max<Index>(0, now - 1), .more = static_cast<Index>(now + 1)});
  if (next != now) frame.choose("distance", std::to_string(next));
}

const char* some_words(const ShownWordCircuit& shown) {
  return shown.some
             ? tr("The vocabulary has more tokens; shown are the tokens that you chose, or those on screen.")
             : "";
}

std::string rotary_words(const CircuitsFrame& frame, const ShownWordCircuit& shown) {
  if (!position_scheme(frame.config.positions).rotations || frame.head.is_cross()) return "";
  return tr_plural("Rotary positions rotate the query as if it were {1} position after the key.",
                   "Rotary positions rotate the query as if it were {1} positions after the key.",
                   shown.distance, format_count(shown.distance));
}

std::string looks_words(const CircuitsFrame& frame, const ShownWordCircuit& shown) {
  const char* const score = frame.config.scaled_scores
                                ? tr("The score q·k/√D of a query token (row) with a key token (column), "
                                     "computed from their embeddings alone: "
                                     "W_E·W_Q·W_Kᵀ·W_Eᵀ.")
                                : tr("The score q·k of a query token (row) with a key token (column), "
                                     "computed from their embeddings alone: "
                                     "W_E·W_Q·W_Kᵀ·W_Eᵀ.");
  return joined_sentences({score, folded_words(frame, CircuitProduct::Looks), rotary_words(frame, shown),
                           some_words(shown), at_step_words(shown.step)});
}

std::string says_words(const CircuitsFrame& frame, const ShownWordCircuit& shown) {
  return joined_sentences(
      {tr("What the head adds to the logit of a token (column) when all its attention is on one token (row): "
          "W_E·W_V·W_O·W_U."),
       folded_words(frame, CircuitProduct::Says), some_words(shown), at_step_words(shown.step)});
}

/// The pairs of tokens with the largest numbers.
std::vector<CircuitLine> strongest_cells(const ShownWordCircuit& shown) {
  constexpr std::size_t kMostPairs = 40;
  std::vector<std::size_t> order(shown.circuit.cells.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  const std::size_t count = std::min(kMostPairs, order.size());
  std::partial_sort(
      order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
      [&](std::size_t a, std::size_t b) { return shown.circuit.cells[a] > shown.circuit.cells[b]; });
  std::vector<CircuitLine> lines;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t row = order[i] / shown.columns.size(), column = order[i] % shown.columns.size();
    lines.push_back({display_token(shown.rows[row]) + " → " + display_token(shown.columns[column]),
                     format_number(static_cast<double>(shown.circuit.cells[order[i]]), 3)});
  }
  return lines;
}

/// The strongest cells of the circuit that was drawn last.
struct StrongestCells {
  std::shared_ptr<const ShownWordCircuit> of;
  std::vector<CircuitLine> lines;
};

const std::vector<CircuitLine>& strongest_of(const CircuitsFrame& frame) {
  StrongestCells& cells = frame.model.remembered<StrongestCells>();
  if (cells.of != frame.results.words) cells = {frame.results.words, strongest_cells(*frame.results.words)};
  return cells.lines;
}

/// Where the open entry is in the map; none if its tokens are not shown.
Cell opened_entry(const CircuitsFrame& frame, const ShownWordCircuit& shown) {
  const auto place = [](const std::vector<TokenId>& ids, Index id) {
    return static_cast<int>(std::ranges::find(ids, static_cast<TokenId>(id)) - ids.begin());
  };
  const Cell cell{place(shown.circuit.rows, frame.choice.row),
                  place(shown.circuit.columns, frame.choice.column)};
  const bool known =
      cell.row < static_cast<int>(shown.rows.size()) && cell.col < static_cast<int>(shown.columns.size());
  return frame.choice.opens_pair() && known ? cell : Cell();
}

/// Opens an entry, or closes the open one.
void open_entry(const CircuitsFrame& frame, const ShownWordCircuit& shown, const Cell& cell) {
  const Cell open = opened_entry(frame, shown);
  const bool closes = open.row == cell.row && open.col == cell.col;
  const auto id = [&](const std::vector<TokenId>& ids, int at) {
    return std::to_string(closes ? TokenId(-1) : ids[static_cast<std::size_t>(at)]);
  };
  frame.choose("row", id(shown.circuit.rows, cell.row));
  frame.choose("column", id(shown.circuit.columns, cell.col));
}

/// The least height of a map in em, so that the tokens of a larger vocabulary stay legible.
float least_map_lines(std::size_t rows) {
  constexpr float kLeast = 20, kMost = 36, kWord = 0.17f;
  return std::clamp(8 + kWord * static_cast<float>(rows), kLeast, kMost);
}

void draw_word_map(const CircuitsFrame& frame, const ShownWordCircuit& shown, bool looks) {
  HeatMapOptions o;
  o.title = looks ? tr("QK circuit") : tr("OV circuit");
  o.detail = std::to_string(shown.rows.size()) + " × " + std::to_string(shown.columns.size());
  o.role = looks ? Role::Query : Role::Output;
  o.scale = {.scale = Scale::Diverging, .mode = RangeMode::Symmetric, .fixed = {}};
  o.rows = {.names = shown.rows,
            .unknown = {},
            .title = looks ? tr("query") : tr("attended to"),
            .detail = {},
            .hidden = false,
            .role = looks ? Role::Query : Role::Value};
  o.cols = {.names = shown.columns,
            .unknown = {},
            .title = looks ? tr("key") : tr("logit"),
            .detail = {},
            .hidden = false,
            .role = looks ? Role::Key : Role::Output};
  o.target = looks ? "circuits.looks" : "circuits.says";
  o.tensor = looks ? tr("score") : tr("added to the logit");
  o.selected = opened_entry(frame, shown);
  const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
  const float list = em() * 16, gap = em() * 2;
  const bool beside = room.x > em() * (frame.choice.opens_pair() ? 34 : 44);
  o.size = {beside ? room.x - list - gap : room.x,
            std::max(room.y - em() * 0.4f, em() * least_map_lines(shown.rows.size()))};
  const HeatMapResult map =
      heat_map(o.target.c_str(),
               matrix_view(shown.circuit.cells.data(), static_cast<int>(shown.rows.size()),
                           static_cast<int>(shown.columns.size()), circuit_version(frame)),
               o);
  if (map.clicked) open_entry(frame, shown, *map.clicked);
  if (!beside) return;
  move_cursor({map.bounds.max.x + gap, at.y});
  if (frame.choice.opens_pair() && draw_word_pair(frame, {list, o.size.y})) return;
  draw_circuit_lines(looks ? tr("highest scores") : tr("largest additions"), strongest_of(frame), list,
                     o.size.y);
}

/// Whether another head has such a circuit.
bool has_another(const CircuitsFrame& frame, bool looks) {
  return std::ranges::any_of(frame.heads, [&](const CircuitHead& head) {
    return (looks ? why_no_looks(frame.config, head) : why_no_says(frame.config, head)).empty();
  });
}

void draw_word_circuit(const CircuitsFrame& frame, bool looks) {
  if (!frame.results.why_no_words.empty())
    return empty_note(tr(frame.results.why_no_words),
                      has_another(frame, looks) ? tr("Select another head.") : "");
  draw_words_field(frame);
  if (looks) draw_distance(frame);
  const ShownWordCircuit* const shown = frame.results.words.get();
  if (!shown || shown->part != (looks ? "looks" : "says") || shown->head != frame.head || shown->rows.empty())
    return draw_circuits_wait(frame, tr("Computing the circuit…"));
  circuit_words_line(looks ? looks_words(frame, *shown) : says_words(frame, *shown));
  ImGui::Dummy({0, em() * 0.2f});
  draw_word_map(frame, *shown, looks);
}

}  // namespace

void draw_circuit_looks(const CircuitsFrame& frame) { draw_word_circuit(frame, true); }
void draw_circuit_says(const CircuitsFrame& frame) { draw_word_circuit(frame, false); }

}  // namespace attnlab

// An opened entry of a word circuit: the sum over the head's cells that it is, and the weights behind each.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/base/format.h"
#include "app/features/circuits/choice.h"
#include "app/features/circuits/view_frame.h"
#include "app/state/made_commands.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/layers/attention_sites.h"

namespace attnlab {

namespace {

/// What the two factors of an addend are called, and which weights make them.
struct PairSides {
  const char *row, *column;
  const Site &row_weight, &column_weight;
  bool column_of_output;  ///< the weights of a cell stand in a column
};

PairSides pair_sides(const ShownWordPair& shown) {
  using namespace attention_sites;
  if (shown.part == "looks") return {"q", "k", kQueryWeight, kKeyWeight, false};
  return {"v", "W_O·W_U", kValueWeight, kOutputWeight, true};
}

/// The weight that makes most of a factor of addend `d`; no name where the pass has no such weight.
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

/// Places of the columns of a line.
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

/// A factor: a click opens the weight behind it.
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
  if (!weight.tensor.empty()) tip("Opens the weight that makes most of it: " + weight.text());
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
  return "The sum over the head's cells d" + std::string(scaled ? ", divided by √D" : "") +
         ". A click on a factor opens the weight that makes most of it, to be changed there.";
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
  pair_text(head, c.column, c.product, dim, "added");
  const auto fit = static_cast<std::size_t>(std::max(1.0f, size.y / high - 1));
  const std::vector<std::size_t> order = largest_first(shown.pair);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  for (std::size_t i = 0; i < std::min(fit, order.size()); ++i)
    draw_term(frame, shown, order[i],
              box_at({start.x, start.y + high * static_cast<float>(i)}, {size.x, high - 1}));
}

}  // namespace

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

}  // namespace attnlab

// Positions: how the model knows the position of a token, and what it does without positions. Also the values
// that are drawn. Script names: positions.kind[0,i] are the kinds, positions.part[0,i] positions and the
// shuffle test, positions.formula is the formula, positions.formula.SYMBOL its symbols.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "app/features/positions/choice.h"
#include "app/features/positions/view_frame.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"

namespace attnlab {
namespace {

/// The most positions shown: the first ones of a longer context.
constexpr Index kMostPositions = 128;

Index positions_of(const Trace& trace) { return std::min(longest_source(trace.config()), kMostPositions); }

/// The rows drawn as curves.
std::vector<Index> chosen_waves(const PositionsFrame& frame) {
  if (frame.page->by_head) return drawn_heads(frame.width, frame.model.state.selection.head);
  std::vector<Index> waves;
  for (Index row = frame.first_dimension(); row < frame.width; row += frame.every())
    if (count_of(waves) < frame.choice.dimensions) waves.push_back(row);
  return waves;
}

/// The tensor of the table in the pass; "" if the pass does not have it.
std::string tensor_of(const PositionsFrame& frame) {
  if (!frame.own) return "";
  for (const char* name : {"source.positions", "picture.positions", "target.positions"})
    if (frame.trace.find(name)) return name;
  return "";
}

/// All that the numbers depend on.
struct PositionTableKey {
  const PositionScheme* scheme = nullptr;
  bool own = false;
  Index width = 0, positions = 0, position = 0;
  TraceKey trace;  ///< of the weights, if the numbers are weights
  friend bool operator==(const PositionTableKey&, const PositionTableKey&) = default;
};

struct PositionTable {
  PositionTableKey key;
  std::uint64_t version = 0;
  PositionRows rows;
};

PositionTableKey key_of(const PositionsFrame& frame) {
  return {&frame.scheme,
          frame.own,
          frame.width,
          frame.positions,
          frame.page->by_head ? frame.position : 0,
          frame.page->of_weights ? frame.model.trace_key() : TraceKey{}};
}

PositionsFrame positions_frame(const ViewModel& model, const Emit& emit) {
  const PositionsChoice& choice = model.state.choices.of<PositionsChoice>();
  const ModelConfig& config = model.trace->config();
  const PositionScheme& scheme = position_scheme(choice.kind == "model" ? config.positions : choice.kind);
  const PositionPage* const page = scheme.encodes_positions() ? &position_page(scheme) : nullptr;
  PositionsFrame frame{model, emit, *model.trace, choice, scheme, page, true, 0, 0, 0, false, false, {}};
  frame.pictures = architecture_of(config).reads_patches();
  frame.own = scheme.name == config.positions;
  if (page) frame.width = page->width(config);
  frame.positions = positions_of(*model.trace);
  frame.position = std::clamp<Index>(choice.position, 0, frame.positions - 1);
  frame.of_source = !model.trace->source_pieces.empty();
  for (const Piece& piece : frame.of_source ? model.trace->source_pieces : model.trace->input_pieces)
    frame.tokens.push_back(piece.text);
  return frame;
}

}  // namespace

Index PositionsFrame::first_dimension() const { return std::min(choice.first_dimension, width - 1); }

Index PositionsFrame::every() const {
  return std::min(choice.every, std::max<Index>((width - first_dimension()) / choice.dimensions, 1));
}

std::string PositionsFrame::place(Index at) const {
  const std::string number = std::to_string(at);
  if (at < 0 || at >= count_of(tokens)) return number;
  return number + " “" + display_token(tokens[at]) + "”";
}

std::vector<Index> drawn_heads(Index heads, Index chosen) {
  std::vector<Index> drawn(std::min(heads, kMostWaves));
  std::iota(drawn.begin(), drawn.end(), Index{0});
  if (chosen >= kMostWaves && chosen < heads) drawn.back() = chosen;
  return drawn;
}

std::string drawn_heads_words(Index heads) {
  if (heads <= kMostWaves) return "";
  return tr("{1} of {2} heads", std::to_string(kMostWaves), std::to_string(heads));
}

namespace {

/// The rows, cached until their sources change. Empty for a learned table that the model does not have.
const PositionRows& position_rows(const PositionsFrame& frame) {
  auto& [key, version, rows] = frame.model.remembered<PositionTable>();
  if (const PositionTableKey wanted = key_of(frame); wanted != key) {
    key = wanted;
    rows.table = frame.page->table(frame);
    ++version;
  }
  const auto width = static_cast<int>(frame.width), positions = static_cast<int>(frame.positions);
  if (!rows.table.empty())
    rows.view = frame.page->by_head ? matrix_view(rows.table.data(), width, positions, version)
                                    : matrix_view(rows.table.data(), positions, width, version).transposed();
  else
    rows.view = {};
  rows.waves = chosen_waves(frame);
  rows.tensor = tensor_of(frame);
  return rows;
}

/// Height below which the view hides its sentence, in em.
constexpr float kLowView = 34;

/// Least height of curves and table, and least width for a second column, in em.
constexpr float kLeastCurveHeight = 25, kNarrow = 36;

constexpr const char* kOfOthers = tr_mark("not in this model");

void choose_kind(const PositionsFrame& frame) {
  std::vector<std::string> kinds = {"model"};
  std::vector<const char*> titles = {tr("this model")};
  for (const PositionPage& page : position_pages()) {
    kinds.emplace_back(page.scheme);
    titles.push_back(tr(position_scheme(page.scheme).title.data()));
  }
  int chosen = static_cast<int>(std::ranges::find(kinds, frame.choice.kind) - kinds.begin());
  if (segmented("positions.kind", titles, chosen)) frame.choose("kind", kinds[chosen]);
}

std::string sentence_of(const PositionsFrame& frame) {
  const PositionScheme& scheme = frame.scheme;
  const bool pictures = frame.pictures && !scheme.picture_sentence.empty();
  std::string sentence(tr(pictures ? scheme.picture_sentence : scheme.sentence));
  return frame.page->hint.empty() ? sentence : sentence + " " + std::string(tr(frame.page->hint));
}

/// Draws the choice of the part at the right end of the line, or below where it does not fit.
void choose_part(const PositionsFrame& frame) {
  const char* const parts[] = {tr("positions"), tr("shuffle test")};
  const float width = segmented_width(parts);
  ImGui::SameLine(0, em());
  if (ImGui::GetContentRegionAvail().x < width) {
    ImGui::NewLine();
  } else {
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - width);
  }
  int part = frame.choice.shuffle ? 1 : 0;
  if (segmented("positions.part", parts, part)) frame.choose("shuffle", part ? "on" : "off");
}

/// Draws the heading, and whether the model has the scheme, in a line of this height; returns where they end.
float draw_scheme_heading(const PositionsFrame& frame, ImVec2 start, float line) {
  const std::string_view title = tr(frame.scheme.heading);
  const float width = text_size(fonts().heading, title).x, end = start.x + width + em() * 0.8f;
  draw_text_in(window_canvas(), fonts().heading, box_at(start, {width, line}), theme().palette.text, title);
  ImGui::Dummy({width, line});
  if (frame.own) return end;
  const Box badge = draw_badge(window_canvas(), {end, start.y + (line - em() * 1.4f) / 2}, tr(kOfOthers),
                               role_tint(Role::Gradient), role_text(Role::Gradient));
  return badge.max.x + em() * 0.4f;
}

/// How wide heading and badge will be.
float heading_width(const PositionsFrame& frame) {
  const float badge = frame.own ? 0 : text_size(fonts().small, tr(kOfOthers)).x + em() * 1.4f;
  return text_size(fonts().heading, tr(frame.scheme.heading)).x + em() * 1.5f + badge;
}

/// Draws heading and formula side by side, or the formula below and as small as fits.
void draw_title(const PositionsFrame& frame) {
  const Formula formula = frame.page->formula(frame);
  FormulaOptions options{.size = 0.86f, .target = "positions.formula"};
  ImVec2 size = formula_size(formula, options);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x, gap = std::ceil(em() * 0.4f);
  const bool beside = heading_width(frame) + size.x <= room;
  const float line = std::max(std::ceil(em() * 2.4f), beside ? size.y + gap : 0);
  const float end = draw_scheme_heading(frame, start, line);
  ImVec2 at{end + em() * 0.7f, start.y + (line - size.y) / 2};
  if (!beside) {
    // Gaps do not shrink with the letters, so that the size for a width is found by trying.
    for (; size.x > room && options.size > 0.2f; size = formula_size(formula, options)) options.size *= 0.95f;
    at = {start.x, start.y + line};
  }
  move_cursor(at);
  draw_formula("formula", formula, options);
  mark("positions.formula", box_at(at, size));
  move_cursor({start.x, start.y + line + (beside ? 0 : size.y + gap)});
}

void draw_parts(const PositionsFrame& frame) {
  const PositionRows& rows = position_rows(frame);
  if (rows.view.empty())
    return empty_note(
        tr("This model does not learn positions, so it does not have a table of position vectors."),
        tr("Open “characters” or “digits” in the menu to see a learned table."));
  // In a window too small for both halves side by side, they are one below the other and scroll.
  ImGui::BeginChild("parts", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const ImVec2 room = ImGui::GetContentRegionAvail(), start = ImGui::GetCursorScreenPos();
  const float least = em() * kLeastCurveHeight, gap = em() * 1.2f;
  const bool narrow = room.x < em() * kNarrow;
  const float height = std::max(room.y, least);
  const float right = narrow ? room.x : std::clamp(room.x * 0.38f, em() * 18, em() * 32);
  draw_position_waves(frame, rows, {narrow ? room.x : room.x - right - gap, narrow ? least : height});
  move_cursor(narrow ? ImVec2{start.x, start.y + least + gap} : ImVec2{start.x + room.x - right, start.y});
  ImGui::BeginChild("values", {right, narrow ? least : height}, false, ImGuiWindowFlags_NoBackground);
  draw_position_values(frame, rows);
  ImGui::Dummy({0, em() * 0.2f});
  const ImVec2 left_over = ImGui::GetContentRegionAvail();
  frame.page->draw_similarity(frame, rows, {left_over.x, std::max(left_over.y, em() * 10)});
  ImGui::EndChild();
  ImGui::EndChild();
}

void draw_positions(const ViewModel& model, const Emit& emit) {
  const PositionsFrame frame = positions_frame(model, emit);
  if (frame.choice.shuffle) {
    draw_shuffle_title(frame);
  } else {
    choose_kind(frame);
  }
  choose_part(frame);
  if (frame.choice.shuffle) return draw_shuffle_test(frame);
  if (!frame.page)
    return empty_note(tr(frame.scheme.sentence), tr("Choose a kind above to see what other models have."));
  draw_title(frame);
  if (ImGui::GetContentRegionAvail().y > em() * kLowView) dim_text(sentence_of(frame));
  ImGui::Dummy({0, em() * 0.2f});
  draw_parts(frame);
}

}  // namespace

namespace positions {
extern const ViewPage kPage = {.draw = draw_positions};
}

}  // namespace attnlab

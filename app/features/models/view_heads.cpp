// Heads of both models: which attend to the same tokens, and the patterns of two of them side by side.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/models/view_frame.h"
#include "app/views/common/cached_matrix.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/stage_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

struct HeadMatchKind {
  std::string_view name;  ///< in the option "match"
  const char* title;
};
constexpr HeadMatchKind kHeadMatchKinds[] = {
    {"best", tr_mark("most similar")}, {"same", tr_mark("same place")}, {"chosen", tr_mark("chosen")}};

/// "0·1", layer and head; with "enc", "dec" or "cross" before them if a model has several attentions.
std::string matched_name(const MatchedHead& head, bool several) {
  const std::string number = std::to_string(layer_number(head.place)) + "·" + std::to_string(head.head);
  if (!several) return number;
  switch (attention_of(head.place)) {
    case AttentionKind::EncoderSelf: return tr("enc {1}", number);
    case AttentionKind::DecoderSelf: return tr("dec {1}", number);
    case AttentionKind::Cross: return tr("cross {1}", number);
  }
  return number;
}

std::vector<std::string> matched_names(const std::vector<MatchedHead>& heads) {
  const bool several = std::ranges::any_of(
      heads, [&](const MatchedHead& h) { return attention_of(h.place) != attention_of(heads[0].place); });
  std::vector<std::string> names;
  for (const MatchedHead& head : heads) names.push_back(matched_name(head, several));
  return names;
}

/// The overlaps as cells, those that do not exist hidden, and names; computed once for a comparison.
struct OverlapMap {
  std::uint64_t version = 0;
  std::vector<float> cells;
  std::vector<unsigned char> hidden;
  std::vector<std::string> mine, others;
};

const OverlapMap& overlap_map(const ModelsFrame& frame) {
  OverlapMap& map = frame.model.remembered<OverlapMap>();
  if (map.version == frame.results.version) return map;
  const HeadMatches& m = frame.two()->heads;
  map = {frame.results.version, {}, {}, matched_names(m.mine), matched_names(m.others)};
  for (const double overlap : m.overlap) {
    map.cells.push_back(std::isnan(overlap) ? 0.0f : float(overlap));
    map.hidden.push_back(std::isnan(overlap));
  }
  return map;
}

/// The selected head among the heads of this run; the first if none is selected.
Index selected_match(const ModelsFrame& frame) {
  const Selection& s = frame.model.state.selection;
  const Place place = attention_place(s.attention, s.layer);
  const auto& mine = frame.two()->heads.mine;
  const auto found =
      std::ranges::find_if(mine, [&](const MatchedHead& h) { return h.place == place && h.head == s.head; });
  return found == mine.end() ? 0 : found - mine.begin();
}

/// The other model's head that is compared with it; −1 if there is none.
Index head_beside(const ModelsFrame& frame, Index mine) {
  const HeadMatches& m = frame.two()->heads;
  if (frame.choice.match == "same") return m.same_other(mine);
  if (frame.choice.match == "best") return m.best_other(mine);
  return std::min(frame.choice.other_head, count_of(m.others) - 1);
}

void select_match(const ModelsFrame& frame, Index mine) {
  const MatchedHead& head = frame.two()->heads.mine[mine];
  frame.emit({"select.attention",
              {std::string(attention_name(attention_of(head.place))),
               std::to_string(layer_number(head.place)), std::to_string(head.head)}});
}

/// Returns where the map ends.
float draw_overlaps(const ModelsFrame& frame, Index mine, Index beside, ImVec2 size) {
  const OverlapMap& map = overlap_map(frame);
  MatrixView view = matrix_view(map.cells.data(), static_cast<int>(map.mine.size()),
                                static_cast<int>(map.others.size()), joined(frame.results.version, 7));
  view.mask = map.hidden.data();
  HeatMapOptions o;
  o.title = tr("Shared attention");
  o.detail = tr("rows: {1}", frame.mine);
  o.role = Role::Output;
  o.scale = {Scale::Sequential, RangeMode::Fixed, {0, 1}};
  o.rows = {.names = map.mine, .title = tr("this run")};
  o.cols = {.names = map.others, .title = tr("other run")};
  o.size = size;
  o.selected = {static_cast<int>(mine), static_cast<int>(beside)};
  o.target = "models.overlap";
  o.tensor = tr("share of attention on the same keys");
  const HeatMapResult r = heat_map("models.overlap", view, o);
  const int row = r.clicked ? r.clicked->row : r.clicked_row_label;
  const int column = r.clicked ? r.clicked->col : r.clicked_col_label;
  if (row >= 0) select_match(frame, row);
  if (column >= 0) {
    frame.choose("match", "chosen");
    frame.choose("other_head", std::to_string(column));
  }
  return r.bounds.max.y;
}

/// The pattern of one head, with the tokens that both models read.
void draw_pattern(const ModelsFrame& frame, const MatchedHead& head, const char* name,
                  const std::string& title, ImVec2 size) {
  const AttentionKind kind = attention_of(head.place);
  const TokenAxis queries = query_tokens(*frame.two()->mine, kind),
                  keys = key_tokens(*frame.two()->mine, kind);
  const MatrixView view =
      matrix_view(head.weights, static_cast<int>(head.queries), static_cast<int>(head.keys),
                  joined(frame.results.version, reinterpret_cast<std::uintptr_t>(head.weights)));
  HeatMapOptions o;
  o.title = title;
  o.role = Role::Output;
  o.scale = weight_scale(view);
  o.rows = queries.labels(tr("queries"), Role::Query);
  o.cols = keys.labels(tr("keys"), Role::Key);
  o.size = size;
  o.selected = {static_cast<int>(frame.model.state.selection.query),
                static_cast<int>(frame.model.state.selection.key)};
  if (!view.contains(o.selected)) o.selected = {};
  o.target = name;
  o.tensor = tr("weight");
  zoom_together(o, {"models.mine", "models.other"});
  const HeatMapResult r = heat_map(name, view, o);
  const int row = r.clicked ? r.clicked->row : r.clicked_row_label;
  const int column = r.clicked ? r.clicked->col : r.clicked_col_label;
  if (row >= 0) frame.emit({"select.query", {std::to_string(row)}});
  if (column >= 0) frame.emit({"select.key", {std::to_string(column)}});
}

std::string match_words(const ModelsFrame& frame, Index mine, Index beside) {
  const HeadMatches& m = frame.two()->heads;
  const OverlapMap& map = overlap_map(frame);
  const std::string& name = map.mine[mine];
  if (beside < 0) return tr("The other run does not have a head {1}.", name);
  const double overlap = m.at(mine, beside);
  const std::string other = map.others[beside];
  if (std::isnan(overlap)) return tr("Heads {1} and {2} read different texts.", name, other);
  const std::string share = format_percent(overlap, 1);
  const Index best = m.best_other(mine);
  if (best >= 0 && best != beside)
    return tr(
        "Head {1} and head {2} of the other run have {3} of their attention on the same keys; the most "
        "similar is head {4} with {5}.",
        name, other, share, map.others[best], format_percent(m.at(mine, best), 1));
  if (m.best_mine(beside) == mine)
    return tr(
        "Head {1} and head {2} of the other run have {3} of their attention on the same keys; each is the "
        "most similar head to the other.",
        name, other, share);
  return tr("Head {1} and head {2} of the other run have {3} of their attention on the same keys.", name,
            other, share);
}

void draw_two_patterns(const ModelsFrame& frame, Index mine, Index beside, ImVec2 room) {
  const HeadMatches& m = frame.two()->heads;
  const OverlapMap& map = overlap_map(frame);
  const float gap = em() * 1.2f;
  const bool across = room.x > em() * 34;
  const ImVec2 each = across ? ImVec2{std::floor((room.x - gap) / 2), room.y}
                             : ImVec2{room.x, std::floor((room.y - gap) / 2)};
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_pattern(frame, m.mine[mine], "models.mine", tr("this run · {1}", map.mine[mine]), each);
  if (beside < 0) return;
  move_cursor(across ? ImVec2{at.x + each.x + gap, at.y} : ImVec2{at.x, at.y + each.y + gap});
  draw_pattern(frame, m.others[beside], "models.other", tr("other run · {1}", map.others[beside]), each);
}

}  // namespace

void draw_models_heads(const ModelsFrame& frame) {
  if (draw_no_passes(frame)) return;
  const HeadMatches& m = frame.two()->heads;
  if (m.mine.empty() || m.others.empty())
    return empty_note(tr("One of the models does not have attention heads, so there is nothing to match."));
  const Index mine = selected_match(frame), beside = head_beside(frame, mine);
  ImGui::AlignTextToFramePadding();
  dim_text(tr("selected head compared with"));
  ImGui::SameLine(0, em() * 0.5f);
  choose_row("models.match", kHeadMatchKinds, frame.choice.match,
             [&](const std::string& name) { frame.choose("match", name); });
  wrapped_text(fonts().ui, theme().palette.text, match_words(frame, mine, beside));
  ImGui::Dummy({0, em() * 0.2f});
  const ImVec2 left_over = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
  const ImVec2 room{left_over.x, std::max(left_over.y, em() * 16)};
  const float gap = em() * 1.5f;
  if (room.x > em() * 52) {
    const float left = std::floor(std::min(room.x * 0.38f, room.y + em() * 4));
    draw_overlaps(frame, mine, beside, {left, room.y});
    move_cursor({at.x + left + gap, at.y});
    return draw_two_patterns(frame, mine, beside, {room.x - left - gap, room.y});
  }
  const float top = std::floor(std::max(room.y * 0.45f, em() * 12));
  const float end = std::max(at.y + top, draw_overlaps(frame, mine, beside, {room.x, top}));
  move_cursor({at.x, end + gap / 2});
  draw_two_patterns(frame, mine, beside, {room.x, std::max(room.y - (end - at.y) - gap / 2, em() * 16)});
}

}  // namespace attnlab

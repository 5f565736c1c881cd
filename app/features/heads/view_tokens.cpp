// Measures tokens, and draws them beside rows and above columns.
#include "app/features/heads/view_tokens.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/heat_map/heat_map_axes.h"

namespace attnlab {
namespace {

/// So much of a line has a cell at least, whose token is beside it.
constexpr float kLeastLine = 0.87f;

float token_gap() { return std::ceil(em() * 0.35f); }

float widest_of(const TokenAxis& axis) {
  return widest_label(axis.labels("", Role::None), static_cast<int>(axis.names.size()));
}

bool fits(const HeadTokens& tokens, ImVec2 thumb) {
  const auto has_room = [](const TokenAxis& axis, float length) {
    return length / static_cast<float>(std::max<std::size_t>(axis.names.size(), 1)) >=
           label_line() * kLeastLine;
  };
  return has_room(tokens.queries, thumb.y - em() * 0.4f) && has_room(tokens.keys, thumb.x - em() * 0.4f);
}

Colour token_colour(const TokenAxis& axis, std::size_t i) {
  const bool unknown = i < axis.unknown.size() && axis.unknown[i] != 0;
  return unknown ? theme().palette.bad : theme().palette.text_dim;
}

/// Middle of cell `i` of `count` in a thumbnail's side from `low` to `high`.
float middle_of(std::size_t i, std::size_t count, float low, float high) {
  return low + (high - low) * (static_cast<float>(i) + 0.5f) / static_cast<float>(count);
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

}  // namespace attnlab

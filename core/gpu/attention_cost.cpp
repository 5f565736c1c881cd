// Counts tiles, products and bytes.
#include "core/gpu/attention_cost.h"

#include "core/gpu/attention_call.h"
#include "core/gpu/mask_tables.h"

namespace attnlab::gpu {

namespace {

constexpr double kFloat = sizeof(float);

/// Tiles of `kTile` queries by `kTile` keys of one head of each sequence in which some query sees some key.
double tiles_of_one_head(const Attention& how) {
  Index count = 0;
  for (Index b = 0; b < how.batch; ++b) {
    for (Index q = 0; q < how.queries; q += kTile) {
      const Index last = std::min(q + kTile, how.queries) - 1;
      count += blocks_met(how.mask.seen_by_some(b, q, last, how.keys), kTile);
    }
  }
  return double(count);
}

double tiles(const Attention& how) { return double(how.heads) * tiles_of_one_head(how); }

double query_rows(const Attention& how) { return double(how.score_rows()); }

double all_cells(const Attention& how) { return double(how.score_cells()); }

double turned_bytes(const Attention& how) {
  const double rows = query_rows(how) + double(how.batch * how.key_value_heads * how.keys);
  return how.rotary.empty() ? 0 : kFloat * rows * double(how.head_size);
}

/// Two operations for each number of each of `products` products a cell.
double operations(const Attention& how, double cells, double products) {
  return 2 * products * cells * double(how.head_size);
}

/// Bytes of `rows` rows of operands for every tile.
double tile_bytes(const Attention& how, double rows) {
  return kFloat * tiles(how) * rows * kTile * double(how.head_size);
}

/// [B,H,Tq,Tk] tensors that forward stores: scores, masked and weights, and what the options make steps.
double stored_steps(const Attention& how) { return 3.0 + (how.divisor != 1) + !how.slopes.empty(); }

/// Each tile of 64 by 64 of a product reads 64 rows of both sides.
double product_bytes(const Attention& how, double products) {
  return kFloat * products * 2 * all_cells(how) * double(how.head_size) / kTile;
}

}  // namespace

double attention_cells(const Attention& how) { return tiles(how) * kTile * kTile; }

AttentionCost tiled_forward_cost(const Attention& how) {
  // Memory: m and l of each query. Each tile reads queries, keys and values.
  const double cells = attention_cells(how);
  return {operations(how, cells, 2), cells, kFloat * 2 * query_rows(how) + turned_bytes(how),
          tile_bytes(how, 3)};
}

AttentionCost tiled_backward_cost(const Attention& how) {
  // Memory: m, l and the four terms made from them, of each query. Each tile reads, on the way to the
  // queries, queries, keys, the context's gradient, values, and keys again; to keys and values, the same
  // four, and two of them again.
  const double cells = attention_cells(how);
  return {operations(how, cells, 7), 2 * cells, kFloat * 6 * query_rows(how) + turned_bytes(how),
          tile_bytes(how, 11)};
}

AttentionCost stepwise_forward_cost(const Attention& how) {
  // Every step is written; scores, masked and (twice) weights are gone through again.
  const double cells = all_cells(how), stored = stored_steps(how);
  return {operations(how, cells, 2), cells, kFloat * stored * cells + turned_bytes(how),
          kFloat * (stored + 4) * cells + product_bytes(how, 2)};
}

AttentionCost stepwise_backward_cost(const Attention& how) {
  // Gradients of weights, masked and scores are written; weights and their gradients are read twice.
  const double cells = all_cells(how), made = 2.0 + (how.divisor != 1);
  return {operations(how, cells, 4), 0, kFloat * (stored_steps(how) + made) * cells + 2 * turned_bytes(how),
          kFloat * (made + 4) * cells + product_bytes(how, 4)};
}

}  // namespace attnlab::gpu

// Counts the cost of attention: operations, memory and bytes moved. Nothing here runs or measures.
#pragma once

#include "core/gpu/attention.h"

namespace attnlab::gpu {

/// The cost of one call.
struct AttentionCost {
  double operations = 0;  ///< multiplications and additions of the products
  double exponentials = 0;
  double memory = 0;     ///< most bytes beside operands, context and gradients
  double requested = 0;  ///< bytes that groups ask memory for, most of which caches answer
};

/// Score cells of the tiles that the kernels go through: all heads, tiles of 64 queries by 64 keys.
double attention_cells(const Attention& how);

/// The tiled kernels: forward is two products; backward makes scores and their gradients once for the queries
/// and once for the keys, seven products in all.
AttentionCost tiled_forward_cost(const Attention& how);
AttentionCost tiled_backward_cost(const Attention& how);

/// The stepwise form with its divisor, which goes through all cells, hidden or not: two products, and four
/// backward, which finds forward's steps in memory.
AttentionCost stepwise_forward_cost(const Attention& how);
AttentionCost stepwise_backward_cost(const Attention& how);

}  // namespace attnlab::gpu

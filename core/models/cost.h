// Cost: a model's parameters and work, counted without any weights.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/autograd/parameters.h"
#include "core/models/model_config.h"
#include "core/ops/attention/mask.h"

namespace attnlab {

/// One kind of part, over all layers.
struct PartCost {
  std::string name;      ///< "attention", "feed-forward", …
  Index parameters = 0;  ///< of this part
  double flops = 0;      ///< of one sequence's forward pass; see ModelCost
  /// What the work of a part without parameters is; "" for other parts.
  std::string_view products = {};

  double multiplications() const { return flops / 2; }
};

/// What a model needs for one sequence as long as its context. Work is that of the matrix products, a
/// multiplication and an addition counting as two; attention is counted over the positions that a query may
/// see, so half the square where it is causal.
struct ModelCost {
  std::vector<PartCost> parts;  ///< in the order of the parameters; work between positions last
  Index parameters = 0;         ///< in all
  Index active_parameters = 0;  ///< that one token uses: fewer where it goes to some of the experts
  Index positions = 0;          ///< T of the sequence, of the target where there are two
  Index source_positions = 0;   ///< of the source; 0 where there is no second sequence
  double flops = 0;             ///< of the whole forward pass
  /// Numbers in the cache while a text is generated token by token: keys and values, 2·L·T·Hk·D with
  /// the L layers that write (twice with a source), or a recurrent network's states. 0 for models that do not
  /// generate, or have no causal mask.
  Index cache_values = 0;

  double flops_per_position() const { return flops / double(positions); }
  double multiplications() const { return flops / 2; }
};

/// Throws std::invalid_argument as validate() does.
ModelCost count_cost(const ModelConfig& config);

/// The same of a model of `config` with these parameters, for a text of `positions` in place of the context
/// (of the source too, where there are two); more than the context are counted as if there were room for
/// them. A model of pictures, or of words in a window, has one length, and `positions` does nothing.
ModelCost count_cost(const ModelConfig& config, const ParameterLayout& parameters, Index positions);

/// Whether count_cost() for another number of positions counts another text.
bool has_lengths(const ModelConfig& config);

/// The part in which a parameter is counted: "attention". Throws std::logic_error if there is none.
std::string_view cost_part(const Parameter& parameter);

/// Pairs of a key and a query that sees it, of queries `first` … `positions` − 1 of one sequence.
Index visible_pairs(const AttentionMask& mask, Index first, Index positions);

/// Of ModelCost::cache_values, those that the next token's attention still reads: fewer where a window hides
/// earlier keys, and a cache could drop these.
Index seen_cache_values(const ModelConfig& config, const ModelCost& cost);

/// Values of keys and values for one sequence of `positions`: 2·L·T·Hk·D. GPT-3 with L 96, H 96, D 128 and T
/// 2048 caches 4,831,838,208.
Index key_value_count(const ModelConfig& config, Index positions);

}  // namespace attnlab

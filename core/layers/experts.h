// Experts: several feed-forward networks, and a router that sends each position to a few of them.
#pragma once

#include <span>
#include <vector>

#include "core/layers/feed_forward.h"

namespace attnlab {

/// Mixture of experts (Shazeer et al. 2017): y = Σ over the k most probable experts of gate·expert(x), with
/// probabilities softmax(W·x). In training each expert computes only the positions that are sent to it. A
/// trace computes every expert for every position, so that the outputs of experts that were not chosen can be
/// seen; their gate is 0, and the sum is the same.
///
/// Traced as router.{logits,probabilities,selected,gates,load,importance,balance},
/// experts.N.{hidden,activated,output} (or gate, up, activated, gated, output) and output.
class Experts {
 public:
  /// How many experts there are, and how many of them a token goes through.
  struct Choice {
    Index count = 0;                                 ///< E
    Index per_token = 0;                             ///< k
    bool balanced = false;                           ///< adds each sequence's balance to the tape's penalties
    Initializer router = Initializer::normal(0.02);  ///< how the router's weight starts
  };
  struct Options {
    FeedForward::Options network;  ///< of each expert
    Choice choice;
  };
  Experts(const ParameterScope& scope, const Options& options);

  /// x [B,T,C] → [B,T,C], traced in the scope of the caller. `lengths` [B] says how many positions of each
  /// sequence count in the balance; empty: all.
  Variable operator()(Tape& tape, Variable x, std::span<const Index> lengths) const;

 private:
  struct Routing {
    Variable selected, gates;
  };
  Routing route(Tape& tape, Variable x, std::span<const Index> lengths) const;
  void add_balance(Tape& tape, Variable probabilities, Variable selected,
                   std::span<const Index> lengths) const;
  Variable sparse(Tape& tape, Variable x, const Routing& routing) const;
  Variable dense(Tape& tape, Variable x, const Routing& routing) const;

  /// Parameters that lie side by side, so that all experts' weights are one matrix.
  struct Range {
    ParameterId first = -1, last = -1;
  };
  Variable joined(Tape& tape, const Range& range) const;

  Options options_;
  LinearLayer router_;
  std::vector<FeedForward> networks_;
  Range expand_weight_, expand_bias_, contract_weight_, contract_bias_;
};

}  // namespace attnlab

// Parameter lines: a model's parameters written out, part by part and layer by layer.
#pragma once

#include <string>
#include <vector>

#include "core/models/sizes/size_terms.h"

namespace attnlab {

/// Parameters of one part: of the layers of a stack that have as many of them each, or outside of layers.
struct ParameterLine {
  std::string part;  ///< as PartCost names it: "attention"
  std::string
      stack;  ///< the layers' stack, "decoder"; outside of layers what the part is in; "" where nothing is
  bool in_layers = false;
  Index times = 1;  ///< how many layers
  SizeTerms terms;  ///< of one layer
  Index each = 0;   ///< of one layer

  Index total() const { return times * each; }
};

/// All parameters of a model of `config`, in their own order.
std::vector<ParameterLine> parameter_lines(const ModelConfig& config, const ParameterLayout& parameters);

/// The lines of each stack whose layers are all alike, summed over the parts: one block of the stack.
std::vector<ParameterLine> block_lines(const std::vector<ParameterLine>& lines);

}  // namespace attnlab

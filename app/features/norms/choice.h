// The view Norms: its row and its options.
#pragma once

#include <string>

#include "app/feature/feature.h"

namespace attnlab {

/// Norms: what normalization does to each token.
struct NormsChoice {
  std::string norm;             ///< the selected norm; "": the first
  std::string part = "tokens";  ///< tokens, layers, kinds or depth
  std::string statistic =
      "deviation";  ///< of each token in each layer: mean, deviation (standard deviation) or size (length)
  bool experiment = false;  ///< trains and compares pre- and post-norm models
  Index steps = 200;        ///< of training in the experiment
  Index layers = 6;         ///< of each model in the experiment
  friend bool operator==(const NormsChoice&, const NormsChoice&) = default;
};

}  // namespace attnlab

namespace attnlab::norms {
extern const Feature kFeature;
}

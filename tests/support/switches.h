// Switches: every option of a Transformer that can be chosen freely, and all combinations of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/models/model.h"

namespace attnlab::testing {

/// One option of ModelConfig and the values that the matrix tests give it; the first is the base's.
struct Switch {
  std::string name;
  std::vector<std::string> values;
};

/// All switches of the Transformers. A new switch belongs here; all matrix tests then have it.
const std::vector<Switch>& transformer_switches();

/// The architectures with Transformer blocks.
const std::vector<std::string>& transformer_architectures();

/// L1 H4 C8 F5, as far as the architecture has them, with tiny vocabularies; every switch at its first value.
ModelConfig switch_base(const std::string& architecture);

/// Sets one switch of `config`.
void set_switch(ModelConfig& config, const std::string& name, const std::string& value);

/// Which combinations of the switches are visited. Some: each 29th. They have every two values of two
/// switches beside each other that any valid combination has, as SomeCombinations holds.
enum class Combinations { Some, All };

/// Calls `visit` with combinations of the switches, valid or not, and their text "norm=pre bias=true …".
void each_combination(const std::string& architecture, Combinations which,
                      const std::function<void(const ModelConfig&, const std::string&)>& visit);

/// The error of validate() for `config`; "" for a valid config.
std::string refusal(const ModelConfig& config);

/// A batch that `config` reads: B=2, up to 3 positions, the second row shorter.
Batch switch_batch(const ModelConfig& config);

}  // namespace attnlab::testing

// Name patterns: tensor names with at most one wildcard.
#pragma once

#include <string_view>

namespace attnlab {

/// Whether `pattern` names `name`: the same text, where one * in the pattern stands for any text, dots
/// included. "decoder.layers.*.weights" names the weights of all layers and attentions of the decoder.
bool names(std::string_view pattern, std::string_view name);

/// Throws std::invalid_argument for more than one wildcard.
void validate_pattern(std::string_view pattern);

}  // namespace attnlab

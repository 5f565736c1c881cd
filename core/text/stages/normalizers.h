// Normalizers: what a tokenizer makes of a text before cutting it.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/text/stages/aligned_text.h"

namespace attnlab {

using Normalizer = std::function<void(AlignedText&)>;

/// The normalizer that a file describes; one that changes nothing for null. Throws std::runtime_error with
/// one line that names the member that is not read; `path` leads to `json`.
Normalizer normalizer_from(const nlohmann::json& json, const std::string& path);

}  // namespace attnlab

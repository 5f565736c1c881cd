// Pre-tokenizers: how a tokenizer cuts a text into words, before its model cuts those.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/text/stages/aligned_text.h"

namespace attnlab {

/// Replaces pieces by the pieces of them.
using PreTokenizer = std::function<void(std::vector<AlignedText>&)>;

/// The pre-tokenizer that a file describes; one that cuts nothing for null. Throws std::runtime_error with
/// one line that names the member that is not read; `path` leads to `json`.
PreTokenizer pre_tokenizer_from(const nlohmann::json& json, const std::string& path);

}  // namespace attnlab

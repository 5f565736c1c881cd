// Staged pipelines: tokenizers as a tokenizer.json describes them.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>

#include "core/text/token_pipeline.h"

namespace attnlab {

/// `file` as tokenizer.json: {"added_tokens", "normalizer", "pre_tokenizer", "model", "post_processor",
/// "decoder"}; padding and truncation change nothing here. `size` ids, or 0: up to the highest. Throws
/// std::runtime_error with one line that names the member that is not read or does not fit.
std::shared_ptr<const TokenPipeline> token_pipeline_from(const nlohmann::json& file, Index size = 0);

}  // namespace attnlab

// Token frames, as files describe them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/text/token_pipeline.h"

namespace attnlab {

/// The frame that a file's post-processor puts around one text; none for null. What it does to two texts is
/// not read. Throws std::runtime_error with one line that names the member that is not read; `path` leads to
/// `json`.
TokenFrame token_frame_from(const nlohmann::json& json, const std::string& path);

}  // namespace attnlab

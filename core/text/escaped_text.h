// Escaped text: bytes that are not UTF-8, written so that people and JSON can read them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace attnlab {

/// `bytes` with each byte that is not UTF-8 as "<0xE2>".
std::string escaped_text(std::string_view bytes);

/// `json` as text: on one line, or indented by `indent`. Its strings and keys are as escaped_text() has them;
/// `ascii`: other letters as \u escapes.
std::string escaped_dump(const nlohmann::json& json, int indent = -1, bool ascii = false);
std::string escaped_dump(const nlohmann::ordered_json& json, int indent = -1, bool ascii = false);

/// `text` in quotes, as JSON writes it.
std::string quoted_text(std::string_view text, bool ascii = false);

}  // namespace attnlab

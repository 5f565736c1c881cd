// JSON from files that may be anything.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace attnlab {

/// Parses `text`. Throws std::runtime_error with one line for text that is not JSON (with the byte's offset;
/// NaN, Infinity and a comma that nothing follows are named), a key that an object holds twice, and objects
/// or arrays in each other deeper than `most_depth`.
nlohmann::json parse_json(std::string_view text, int most_depth = 12);

}  // namespace attnlab

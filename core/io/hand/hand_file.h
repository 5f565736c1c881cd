// Hand files: the numbers of attention by hand, as JSON or CSV.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/trace/hand_attention.h"

namespace attnlab {

/// Reads a file that ends in .json or .csv. JSON is an object with "queries", "keys" and "values", arrays of
/// rows; where the score reads them, "W", or "W_q", "W_k" and "v"; and perhaps "score", "beta", "mask",
/// "query_names" and "key_names". CSV has a line with the name before the rows of each matrix, and lines as
/// "score,cosine"; a row of queries or keys may begin with the token's name. Throws std::runtime_error in one
/// line that names the file and what is wrong with it, and std::invalid_argument for another ending.
HandAttention read_hand_file(const std::filesystem::path& file);

/// The same for texts; errors do not name a file.
HandAttention hand_from_json(std::string_view text);
HandAttention hand_from_csv(std::string_view text);

/// What hand_from_json() and hand_from_csv() read back. Weights that the score does not read are left out.
nlohmann::ordered_json hand_to_json(const HandAttention& hand);
std::string hand_to_csv(const HandAttention& hand);

}  // namespace attnlab

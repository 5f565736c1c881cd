// JSON files: an object written, and read with errors that say which member is wrong.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "core/tensor/real.h"

namespace attnlab {

/// Writes `json` through to the disk. Throws std::runtime_error as OutputFile, and for a text that is not
/// UTF-8.
void write_json(const std::filesystem::path& path, const nlohmann::ordered_json& json);

/// The object in a file of at most `most_bytes` bytes. Throws std::runtime_error as read_file() and
/// parse_json().
nlohmann::json read_json_object(const std::filesystem::path& path, std::uint64_t most_bytes);

/// Throws std::runtime_error if `json` has no such member.
const nlohmann::json& json_member(const nlohmann::json& json, const char* key);

/// A whole number from 0 to `most`. Throws std::runtime_error that names it.
Index json_count(const nlohmann::json& json, const char* key, Index most = Index{1} << 53);

}  // namespace attnlab

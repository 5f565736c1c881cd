// Left-overs: files and folders that killed programs left next to the place that they were about to fill.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace attnlab {

/// A file or folder is made beside its place, under the place's name with one of these and the number of the
/// process behind it.
inline constexpr std::string_view kTemporaryInfix = ".tmp-", kAsideInfix = ".old-";

/// PLACE.tmp-PID or the like, of this process.
std::filesystem::path beside(const std::filesystem::path& place, std::string_view infix);

/// The place for which a file or folder of this name was made; nothing for other names.
std::optional<std::filesystem::path> place_of_left_over(const std::filesystem::path& path);

/// Whether `path` is beside `place` under this infix, of any process.
bool is_beside(const std::filesystem::path& path, const std::filesystem::path& place, std::string_view infix);

/// The files and folders beside `place` (an absolute path) of programs that ended, and of this one; sorted,
/// without links.
std::vector<std::filesystem::path> left_overs(const std::filesystem::path& place, std::string_view infix);

}  // namespace attnlab

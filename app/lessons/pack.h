// Pack: a lesson with its own files as one file.
//
// A line "attention-lab pack 1 BYTES", as many bytes of JSON, {"files": [{"path", "bytes", "checksum"}, …]},
// and the bytes of the files behind each other. The first file is the lesson.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson.h"

namespace attnlab {

inline constexpr std::uint64_t kMostPackBytes = std::uint64_t{64} << 20;
inline constexpr std::size_t kMostPackFiles = 500;

struct PackedFile {
  std::string path;  ///< "run/model.safetensors": relative, with slashes
  std::string bytes;
};

/// Why the name of a file in a pack, or of a lesson's own file, is refused; "" where it is a plain relative
/// path. Absolute paths, drives, "..", backslashes and control characters are not.
std::string path_problem(std::string_view path);

/// Throws std::invalid_argument for a path that is refused or there twice, and for too many bytes or files.
std::string pack_text(const std::vector<PackedFile>& files);

/// Throws std::runtime_error "NAME is no lesson pack: …", or "NAME is damaged: …".
std::vector<PackedFile> read_pack(std::string_view bytes, const std::string& name);

/// Whether the file begins as a pack.
bool is_lesson_pack(const std::filesystem::path& file);

/// The files of a pack. Throws std::runtime_error for one that cannot be read, is too large or damaged.
std::vector<PackedFile> load_pack(const std::filesystem::path& file);

/// Opens the lesson of a pack. Its files are unpacked into a folder of the user's cache that only this pack
/// has. Throws as load_pack() and read_lesson(), and std::runtime_error where they cannot be written.
Lesson load_packed_lesson(const std::filesystem::path& file);

}  // namespace attnlab

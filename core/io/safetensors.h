// Safetensors: named tensors in a file.
//
// Eight bytes with the length of the header (little endian), the header as JSON, and the cells of all tensors
// behind each other: {"__metadata__": {"key": "text"}, "name": {"dtype": "F32", "shape": [2,3],
// "data_offsets": [begin, end]}, …}, with offsets from the end of the header.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/files/mapped_file.h"
#include "core/io/files/read_progress.h"
#include "core/tensor/shape.h"

namespace attnlab {

/// Bytes of the longest header that is read.
inline constexpr std::uint64_t kMaxSafetensorsHeader = 100'000'000;

using SafetensorsMetadata = std::map<std::string, std::string>;

/// One tensor to be written; `data` has shape.size() cells.
struct TensorToWrite {
  std::string name;
  Shape shape;
  std::span<const Real> data;
};

/// Writes a file of F32 tensors (F64 where Real is double) in the given order, onto the disk. Throws
/// std::invalid_argument for a name or metadata that is not UTF-8, a name given twice or data of another size
/// than its shape, and std::runtime_error as OutputFile.
void write_safetensors(const std::filesystem::path& path, std::span<const TensorToWrite> tensors,
                       const SafetensorsMetadata& metadata = {});

/// A file's entry for one tensor.
struct SafetensorsEntry {
  enum class Type { F32, F64, F16, BF16, Other };  ///< Other: whole numbers, flags; not read
  std::string name;
  Type type = Type::F32;
  std::string unknown_type{};    ///< of Other: a name that stands for nothing here
  std::uint64_t cell_bytes = 4;  ///< 0 where the type is not known
  Shape shape;
  std::uint64_t begin = 0, end = 0;  ///< bytes from the end of the header
};

/// Names, shapes, types and metadata of a header's JSON, `data_size` bytes of cells behind it. Throws
/// std::runtime_error for anything that is not a header: more than four axes, sizes that do not fit their
/// shape, tensors that overlap, leave holes or end outside the file, duplicates.
struct SafetensorsHeader {
  std::vector<SafetensorsEntry> entries;  ///< in the order of their cells
  SafetensorsMetadata metadata;
};
SafetensorsHeader parse_safetensors_header(std::string_view json, std::uint64_t data_size);

/// A file open for reading. The header is checked at once; cells are read when asked for, from the mapped
/// file straight to their place. Errors are std::runtime_error with one line that names the file and what is
/// wrong with it.
class SafetensorsFile {
 public:
  /// `progress`, where it is given, hears of the bytes of cells that are read; what it throws ends reading.
  explicit SafetensorsFile(const std::filesystem::path& path, ReadProgress* progress = nullptr);

  const std::vector<SafetensorsEntry>& entries() const { return header_.entries; }
  const SafetensorsMetadata& metadata() const { return header_.metadata; }
  /// Bytes before the cells.
  std::uint64_t header_bytes() const { return data_start_; }
  /// Null if there is no such tensor.
  const SafetensorsEntry* find(std::string_view name) const;
  /// Reads all cells of `entry` into `out`, which has as many; numbers of other types are converted.
  void read(const SafetensorsEntry& entry, std::span<Real> out) const;
  /// Reads cells of `entry` from number `first` on. Throws std::runtime_error for whole numbers and flags.
  void read_cells(const SafetensorsEntry& entry, Index first, std::span<Real> out) const;
  /// Gives back the memory of a tensor that was read.
  void release(const SafetensorsEntry& entry) const;

 private:
  void load_header();
  void read_piece(const SafetensorsEntry& entry, std::uint64_t at, std::span<Real> out) const;
  template <typename Stored, typename Convert>
  void read_as(std::uint64_t at, std::span<Real> out, const Convert& convert) const;

  MappedFile file_;
  ReadProgress* progress_;
  std::uint64_t data_start_ = 0;
  SafetensorsHeader header_;
  std::map<std::string_view, const SafetensorsEntry*> by_name_;
};

}  // namespace attnlab

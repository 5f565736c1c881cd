// Event file: scalars of a run as TensorBoard reads them.
//
// A record is its length (8 bytes, little endian), the checksum of these bytes, the event, and the event's
// checksum; both are masked CRC-32C. An event is a message of Protocol Buffers: wall_time (field 1), step
// (2), file_version (3) of the first one, summary (5) with a tag (1) and a simple_value (2) in each value
// (1), session_log (7) where a run goes on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "core/platform/file.h"
#include "core/tensor/real.h"

namespace attnlab {

/// The Castagnoli checksum (polynomial 0x1EDC6F41, reflected), as of iSCSI (RFC 3720).
std::uint32_t crc32c(std::string_view bytes);
/// Turned right by 15 bits, and moved by a constant: as records have it.
std::uint32_t masked_crc32c(std::string_view bytes);

struct Scalar {
  std::string_view tag;  ///< "train/loss"
  double value = 0;
};

/// A file in a folder, to which events are added; each is on its way to the disk when add() returns.
class EventFile {
 public:
  /// Makes the folder and the file where they are not there. Where the file is there, what a killed program
  /// left of its last record is cut off, and steps after `step`, which the run is at, are declared void.
  /// Throws std::runtime_error with one line that names the file: no permission, or something else than an
  /// event file.
  EventFile(const std::filesystem::path& folder, Index step);
  ~EventFile();
  EventFile(const EventFile&) = delete;
  EventFile& operator=(const EventFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Adds the scalars of a step; those that are not finite too. Throws std::runtime_error for a full disk.
  void add(Index step, std::span<const Scalar> scalars);

 private:
  void go_on(Index step);
  void write(std::string_view event);

  std::filesystem::path path_;
  platform::FileHandle file_ = platform::kNoFile;
};

}  // namespace attnlab

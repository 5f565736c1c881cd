// Checksum: 64 bits that tell whether bytes are the ones that were written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace attnlab {

/// Takes pieces of bytes, whose borders and order count. Against accidents, not against forgery. What it
/// gives is kept in files, and so never changes.
class Checksum {
 public:
  void add(std::span<const std::byte> piece);
  void add(std::string_view text) { add(std::as_bytes(std::span(text))); }
  /// 16 hexadecimal digits.
  std::string text() const;

 private:
  std::uint64_t state_ = 0;
};

}  // namespace attnlab

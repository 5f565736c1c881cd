// Checksum: 64 bits that show whether bytes have changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace attnlab {

/// Takes pieces of bytes, whose borders and order count. It detects accidents, not forgery. Files store it,
/// so the algorithm must not change.
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

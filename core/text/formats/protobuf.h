// Protobuf: the fields of a message, one after the other.
#pragma once

#include <cstdint>
#include <string_view>

namespace attnlab {

/// A field: its number, and its number or its bytes.
struct ProtobufField {
  std::uint64_t number = 0;
  std::uint64_t value = 0;   ///< of a varint, or the bits of a fixed 32 or 64
  std::string_view bytes{};  ///< of what has a length
  bool has_length = false;
};

/// Takes the field at the front of `message`, which is not empty. Throws std::runtime_error for bytes that
/// are no field.
ProtobufField take_protobuf_field(std::string_view& message);

}  // namespace attnlab

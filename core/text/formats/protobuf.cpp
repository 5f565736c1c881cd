// Protobuf: varints and lengths.
#include "core/text/formats/protobuf.h"

#include <stdexcept>

namespace attnlab {
namespace {

std::uint64_t take_varint(std::string_view& message) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64 && !message.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(message[0]);
    message.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return value;
  }
  throw std::runtime_error("the protobuf ends early");
}

std::string_view take_bytes(std::string_view& message, std::uint64_t size) {
  if (size > message.size()) throw std::runtime_error("the protobuf has a field that extends past its end");
  const std::string_view bytes = message.substr(0, size);
  message.remove_prefix(bytes.size());
  return bytes;
}

std::uint64_t take_fixed(std::string_view& message, std::uint64_t size) {
  const std::string_view bytes = take_bytes(message, size);
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

}  // namespace

ProtobufField take_protobuf_field(std::string_view& message) {
  const std::uint64_t key = take_varint(message);
  ProtobufField field{.number = key >> 3};
  switch (key & 7) {
    case 0: field.value = take_varint(message); return field;
    case 1: field.value = take_fixed(message, 8); return field;
    case 2:
      field.bytes = take_bytes(message, take_varint(message));
      field.has_length = true;
      return field;
    case 5: field.value = take_fixed(message, 4); return field;
    default: break;
  }
  throw std::runtime_error("the protobuf has a field of an unknown kind");
}

}  // namespace attnlab

// Escaped text: bytes by their numbers, in texts and in the strings of JSON.
#include "core/text/escaped_text.h"

#include <nlohmann/json.hpp>

#include "core/text/utf8.h"

namespace attnlab {
namespace {

/// `json` with all strings and keys escaped.
template <typename AnyJson>
AnyJson escaped_json(const AnyJson& json) {
  if (json.is_string()) return escaped_text(json.template get_ref<const std::string&>());
  AnyJson all = json;
  if (json.is_array())
    for (AnyJson& member : all) member = escaped_json(member);
  if (!json.is_object()) return all;
  all = AnyJson::object();
  for (const auto& [key, value] : json.items()) all[escaped_text(key)] = escaped_json(value);
  return all;
}

/// Almost all texts are UTF-8: only where one is not is the whole copied.
template <typename AnyJson>
std::string dump_escaped(const AnyJson& json, int indent, bool ascii) {
  try {
    return json.dump(indent, ' ', ascii);
  } catch (const nlohmann::json::type_error&) {
    return escaped_json(json).dump(indent, ' ', ascii);
  }
}

}  // namespace

std::string escaped_text(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text;
  while (!bytes.empty()) {
    const CodePoint point = decode_utf8(bytes);
    if (point.valid)
      text += bytes.substr(0, point.size);
    else
      ((text += "<0x") += kDigits[point.value >> 4]) += std::string{kDigits[point.value & 15], '>'};
    bytes.remove_prefix(point.size);
  }
  return text;
}

std::string escaped_dump(const nlohmann::json& json, int indent, bool ascii) {
  return dump_escaped(json, indent, ascii);
}

std::string escaped_dump(const nlohmann::ordered_json& json, int indent, bool ascii) {
  return dump_escaped(json, indent, ascii);
}

std::string quoted_text(std::string_view text, bool ascii) {
  return nlohmann::json(escaped_text(text)).dump(-1, ' ', ascii);
}

}  // namespace attnlab

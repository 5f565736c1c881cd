// JSON files: checks of what was read.
#include "core/io/files/json_file.h"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "core/io/files/file.h"
#include "core/io/files/json_text.h"

namespace attnlab {

void write_json(const std::filesystem::path& path, const nlohmann::ordered_json& json) {
  std::string text;
  try {
    text = json.dump(2) + "\n";
  } catch (const nlohmann::json::exception&) {
    throw std::runtime_error("it contains text that is not UTF-8 (perhaps the path of the corpus)");
  }
  OutputFile file(path);
  file.write(text);
  file.close();
}

nlohmann::json read_json_object(const std::filesystem::path& path, std::uint64_t most_bytes) {
  nlohmann::json json = parse_json(read_file(path, most_bytes));
  if (!json.is_object()) throw std::runtime_error("the file must contain a JSON object");
  return json;
}

const nlohmann::json& json_member(const nlohmann::json& json, const char* key) {
  if (!json.is_object()) throw std::runtime_error("an object is missing");
  const auto found = json.find(key);
  if (found == json.end()) throw std::runtime_error(std::string(key) + " is missing");
  return *found;
}

Index json_count(const nlohmann::json& json, const char* key, Index most) {
  const nlohmann::json& value = json_member(json, key);
  if (!value.is_number_unsigned())
    throw std::runtime_error(std::string(key) + " must be a whole number of at least 0");
  if (value.get<std::uint64_t>() > static_cast<std::uint64_t>(most))
    throw std::runtime_error(std::string(key) + " must be a whole number of at least 0 and at most " +
                             std::to_string(most));
  return value.get<Index>();
}

}  // namespace attnlab

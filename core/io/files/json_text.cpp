// JSON: nlohmann's parser, with limits that hostile text cannot pass.
#include "core/io/files/json_text.h"

#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/io/files/file.h"

namespace attnlab {
namespace {

using Json = nlohmann::json;

/// Checks the parser's events for depth, and for keys given twice.
class Guard {
 public:
  explicit Guard(int most_depth) : most_depth_(most_depth) {}

  void operator()(int depth, Json::parse_event_t event, const Json& parsed) {
    if (event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start) {
      if (depth >= most_depth_)
        throw std::runtime_error("the JSON is nested more than " + std::to_string(most_depth_) +
                                 " levels deep");
      keys_.resize(static_cast<std::size_t>(depth) + 1);
      keys_.back().clear();
    }
    if (event == Json::parse_event_t::key) add_key(depth, parsed.get_ref<const std::string&>());
  }

 private:
  void add_key(int depth, const std::string& key) {
    if (!keys_.at(static_cast<std::size_t>(depth) - 1).insert(key).second)
      throw std::runtime_error(quoted(std::string_view(key)) + " occurs twice");
  }

  int most_depth_;
  std::vector<std::set<std::string>> keys_;
};

/// What other programs write that is not JSON, where `at` ends it; "" for anything else.
std::string no_json_there(std::string_view text, std::size_t at) {
  if (at >= text.size()) return "";
  for (const std::string_view word : {"NaN", "Infinity"})
    if (text.substr(at).starts_with(word)) return ": " + std::string(word) + " is not a JSON number";
  if (text[at] != '}' && text[at] != ']') return "";
  const std::size_t before = text.substr(0, at).find_last_not_of(" \t\r\n");
  const bool comma = before != text.npos && text[before] == ',';
  return comma ? ": remove the comma before it" : "";
}

}  // namespace

Json parse_json(std::string_view text, int most_depth) {
  Guard guard(most_depth);
  const auto watch = [&guard](int depth, Json::parse_event_t event, const Json& parsed) {
    guard(depth, event, parsed);
    return true;
  };
  try {
    return Json::parse(text, watch);
  } catch (const Json::parse_error& error) {
    throw std::runtime_error("invalid JSON at byte " + std::to_string(error.byte) +
                             no_json_there(text, error.byte > 0 ? error.byte - 1 : 0));
  } catch (const Json::exception&) {
    throw std::runtime_error("it contains a number that is out of range");
  }
}

}  // namespace attnlab

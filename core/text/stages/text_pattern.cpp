// What a stage looks for, read.
#include "core/text/stages/text_pattern.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace attnlab {

Pattern pattern_from(StageMembers& members, const char* key) {
  StageMembers pattern(members.at(key), members.path_of(key));
  const bool is_text = pattern.find("String") != nullptr;
  const char* const form = is_text ? "String" : "Regex";
  const std::string text = pattern.text(form);
  pattern.done();
  try {
    return is_text ? Pattern::of_text(text) : Pattern(text);
  } catch (const std::invalid_argument& error) {
    throw std::runtime_error(pattern.path_of(form) + ": " + error.what());
  }
}

}  // namespace attnlab

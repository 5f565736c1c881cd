// StageMembers: reading with errors that name the member.
#include "core/text/stages/stage_members.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/config/nearest.h"
#include "core/text/escaped_text.h"

namespace attnlab {
namespace {

using Json = nlohmann::json;

}  // namespace

std::string shown_member(const Json& value) {
  constexpr std::size_t kMost = 60;
  std::string text = value.is_structured() && value.size() > 8
                         ? std::string(value.is_array() ? "an array" : "an object")
                         : escaped_dump(value, -1, true);
  if (text.size() > kMost) text = text.substr(0, kMost) + "…";
  return text;
}

StageMembers::StageMembers(const Json& json, std::string path) : json_(json), path_(std::move(path)) {
  if (!json.is_object())
    throw std::runtime_error(path_ + " is " + shown_member(json) + ", but must be an object");
}

std::string StageMembers::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
}

const Json* StageMembers::find(const char* key) {
  read_.emplace(key);
  const auto found = json_.find(key);
  return found == json_.end() || found->is_null() ? nullptr : &*found;
}

const Json& StageMembers::at(const char* key) {
  if (const Json* const found = find(key)) return *found;
  throw std::runtime_error(path_of(key) + " is missing");
}

void StageMembers::refuse(std::string_view key, const std::string& wanted) const {
  const auto found = json_.find(std::string(key));
  throw std::runtime_error(path_of(key) + " is " + (found == json_.end() ? "missing" : shown_member(*found)) +
                           ", but must be " + wanted);
}

std::string StageMembers::text(const char* key) {
  const Json& value = at(key);
  if (!value.is_string()) refuse(key, "a string");
  return value.get<std::string>();
}

std::string StageMembers::text(const char* key, std::string_view usual) {
  return find(key) ? text(key) : std::string(usual);
}

bool StageMembers::flag(const char* key, bool usual) {
  const Json* const value = find(key);
  if (!value) return usual;
  if (!value->is_boolean()) refuse(key, "true or false");
  return value->get<bool>();
}

Index StageMembers::count(const char* key, Index usual, Index most) {
  const Json* const value = find(key);
  if (!value) return usual;
  if (!value->is_number_integer() || *value < 0 || *value > most)
    refuse(key, "a whole number from 0 to " + std::to_string(most));
  return value->get<Index>();
}

void StageMembers::skip(std::initializer_list<const char*> keys) { read_.insert(keys.begin(), keys.end()); }

void StageMembers::only(const char* key, const Json& value) {
  const Json* const found = find(key);
  if (found && *found != value)
    refuse(key, shown_member(value) + ", because this program supports no other value");
}

void StageMembers::done() const {
  for (const auto& [key, value] : json_.items())
    if (!read_.contains(key)) throw std::runtime_error(path_of(key) + " is not supported");
}

void refuse_stage_type(const StageMembers& members, const std::string& type,
                       const std::vector<std::string>& known) {
  throw std::runtime_error(members.path_of("type") + " is " + shown_member(type) +
                           ", which is not supported" + did_you_mean(type, known));
}

}  // namespace attnlab

// StageMembers: the members of one stage of a tokenizer's file, read one by one; a member that nothing
// reads is refused.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/real.h"

namespace attnlab {

/// Each function throws std::runtime_error with one line that begins with the member's path,
/// "pre_tokenizer.type is …".
class StageMembers {
 public:
  /// `json` outlives the members; anything but an object is refused.
  StageMembers(const nlohmann::json& json, std::string path);

  const std::string& path() const { return path_; }
  std::string path_of(std::string_view key) const;
  /// The member, or nullptr where there is none or it is null.
  const nlohmann::json* find(const char* key);
  const nlohmann::json& at(const char* key);
  std::string text(const char* key);
  std::string text(const char* key, std::string_view usual);
  bool flag(const char* key, bool usual);
  Index count(const char* key, Index usual, Index most);
  /// Members that change nothing here.
  void skip(std::initializer_list<const char*> keys);
  /// Only `value`, null or absence is known.
  void only(const char* key, const nlohmann::json& value);
  /// Throws for the first member that was not read.
  void done() const;

  /// "PATH is VALUE, but must be WANTED"
  [[noreturn]] void refuse(std::string_view key, const std::string& wanted) const;

 private:
  const nlohmann::json& json_;
  std::string path_;
  std::set<std::string, std::less<>> read_;
};

/// A value on one line of ASCII, cut where it is long.
std::string shown_member(const nlohmann::json& value);

[[noreturn]] void refuse_stage_type(const StageMembers& members, const std::string& type,
                                    const std::vector<std::string>& known);

/// The row whose name the stage's "type" is. Throws std::runtime_error with near names.
template <typename Rows>
const auto& stage_row(const Rows& rows, StageMembers& members) {
  const std::string type = members.text("type");
  for (const auto& row : rows)
    if (row.name == type) return row;
  std::vector<std::string> names;
  for (const auto& row : rows) names.emplace_back(row.name);
  refuse_stage_type(members, type, names);
}

}  // namespace attnlab

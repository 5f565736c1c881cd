// TokenFrame: post-processors, one row for each type.
#include "core/text/stages/token_frame.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/text/stages/stage_members.h"

namespace attnlab {
namespace {

using Json = nlohmann::json;

struct FrameRow {
  std::string_view name;
  TokenFrame (*read)(StageMembers&);
};

bool is_frame_id(const Json& value) { return value.is_number_integer() && value >= 0 && value <= 0x7FFFFFFE; }

/// ["[SEP]", 102]
TokenId named_id(StageMembers& members, const char* key) {
  const Json& pair = members.at(key);
  if (!pair.is_array() || pair.size() != 2 || !pair[0].is_string() || !is_frame_id(pair[1]))
    members.refuse(key, "an array of a token and its ID");
  return pair[1].get<TokenId>();
}

TokenFrame frame_of_bert(StageMembers& members) {
  return {{named_id(members, "cls")}, {named_id(members, "sep")}};
}

TokenFrame frame_of_roberta(StageMembers& members) {
  members.skip({"trim_offsets", "add_prefix_space"});
  return frame_of_bert(members);
}

TokenFrame frame_of_byte_level(StageMembers& members) {
  members.skip({"add_prefix_space", "trim_offsets", "use_regex"});
  return {};
}

/// The ids of a special token of a template.
std::vector<TokenId> template_ids(const Json& tokens, const std::string& name, const StageMembers& members) {
  const auto found = tokens.find(name);
  std::vector<TokenId> ids;
  if (found != tokens.end() && found->is_object() && found->contains("ids") && (*found)["ids"].is_array())
    for (const Json& id : (*found)["ids"]) {
      if (!is_frame_id(id)) break;
      ids.push_back(id.get<TokenId>());
    }
  if (ids.empty() || ids.size() != (*found)["ids"].size())
    throw std::runtime_error(members.path_of("special_tokens") + " has no token IDs for " +
                             shown_member(name));
  return ids;
}

TokenFrame frame_of_template(StageMembers& members) {
  members.skip({"pair"});
  const Json& parts = members.at("single");
  const Json& tokens = members.at("special_tokens");
  if (!parts.is_array()) members.refuse("single", "an array of Sequence and SpecialToken");
  if (!tokens.is_object()) members.refuse("special_tokens", "an object");
  TokenFrame frame;
  int texts = 0;
  for (const Json& part : parts) {
    const bool one = part.is_object() && part.size() == 1;
    const std::string kind = one ? part.begin().key() : "";
    const Json inner = one ? part.begin().value() : Json();
    const bool named = inner.is_object() && inner.contains("id") && inner["id"].is_string();
    if (named && kind == "Sequence" && inner["id"] == "A") {
      ++texts;
    } else if (named && kind == "SpecialToken") {
      const auto ids = template_ids(tokens, inner["id"].get<std::string>(), members);
      std::vector<TokenId>& to = texts > 0 ? frame.after : frame.before;
      to.insert(to.end(), ids.begin(), ids.end());
    } else {
      throw std::runtime_error(members.path_of("single") + " has the part " + shown_member(part) +
                               ", which is neither Sequence A nor a SpecialToken");
    }
  }
  if (texts != 1) members.refuse("single", "a template that contains Sequence A exactly once");
  return frame;
}

TokenFrame frame_of_processors(StageMembers& members) {
  const Json& list = members.at("processors");
  if (!list.is_array()) members.refuse("processors", "an array");
  TokenFrame frame;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const TokenFrame outer =
        token_frame_from(list[i], members.path_of("processors") + "[" + std::to_string(i) + "]");
    frame.before.insert(frame.before.begin(), outer.before.begin(), outer.before.end());
    frame.after.insert(frame.after.end(), outer.after.begin(), outer.after.end());
  }
  return frame;
}

const FrameRow kFrames[] = {
    {"Sequence", frame_of_processors},  {"TemplateProcessing", frame_of_template},
    {"BertProcessing", frame_of_bert},  {"RobertaProcessing", frame_of_roberta},
    {"ByteLevel", frame_of_byte_level},
};

}  // namespace

TokenFrame token_frame_from(const Json& json, const std::string& path) {
  if (json.is_null()) return {};
  StageMembers members(json, path);
  TokenFrame frame = stage_row(kFrames, members).read(members);
  members.done();
  return frame;
}

}  // namespace attnlab

// AddedTokens: reading them, and finding them.
#include "core/text/stages/added_tokens.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/text/stages/stage_members.h"
#include "core/text/stages/unicode_classes.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostAdded = std::size_t{1} << 20;

/// The place of the last character of `text`.
std::size_t last_character(std::string_view text) {
  std::size_t at = text.size() - 1;
  for (int i = 0; i < 3 && at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80; ++i) --at;
  return decode_utf8(text.substr(at)).size == text.size() - at ? at : text.size() - 1;
}

bool is_word_point(CodePoint point) { return point.valid && is_regex_word(point.value); }
bool is_space_point(CodePoint point) { return point.valid && is_white_space(point.value); }

bool ends_with_word(std::string_view text) {
  return !text.empty() && is_word_point(decode_utf8(text.substr(last_character(text))));
}

/// Where the white space at the end of `text` begins.
std::size_t without_end_space(std::string_view text) {
  while (!text.empty()) {
    const std::size_t last = last_character(text);
    if (!is_space_point(decode_utf8(text.substr(last)))) break;
    text = text.substr(0, last);
  }
  return text.size();
}

/// Bytes of the white space that `text` begins with.
std::size_t begin_space(std::string_view text) {
  std::size_t size = 0;
  for (CodePoint point = decode_utf8(text); is_space_point(point); point = decode_utf8(text.substr(size)))
    size += point.size;
  return size;
}

}  // namespace

std::vector<FileToken> file_tokens_from(const Json& json, const std::string& path) {
  std::vector<FileToken> tokens;
  if (json.is_null()) return tokens;
  if (!json.is_array() || json.size() > kMostAdded)
    throw std::runtime_error(path + " must be an array of at most 2^20 tokens");
  for (const Json& value : json) {
    StageMembers members(value, path + "[" + std::to_string(tokens.size()) + "]");
    FileToken token{members.text("content")};
    members.at("id");
    token.id = static_cast<TokenId>(members.count("id", 0, 0x7FFFFFFE));
    token.single_word = members.flag("single_word", false);
    token.lstrip = members.flag("lstrip", false);
    token.rstrip = members.flag("rstrip", false);
    token.special = members.flag("special", false);
    token.normalized = members.flag("normalized", !token.special);
    if (token.text.empty()) members.refuse("content", "a string that is not empty");
    members.done();
    tokens.push_back(std::move(token));
  }
  return tokens;
}

AddedTokens::AddedTokens(std::vector<Entry> tokens) {
  std::stable_sort(tokens.begin(), tokens.end(),
                   [](const Entry& a, const Entry& b) { return a.first.size() > b.first.size(); });
  for (Entry& token : tokens)
    if (!token.first.empty())
      by_first_[static_cast<unsigned char>(token.first[0])].push_back(std::move(token));
}

const AddedTokens::Entry* AddedTokens::longest_at(std::string_view rest) const {
  for (const Entry& entry : by_first_[static_cast<unsigned char>(rest[0])])
    if (rest.starts_with(entry.first)) return &entry;
  return nullptr;
}

std::vector<AddedTokens::Found> AddedTokens::find(std::string_view text) const {
  std::vector<Found> found;
  std::size_t free = 0;  // behind the last one found
  for (std::size_t at = 0; at < text.size();) {
    const Entry* const entry = longest_at(text.substr(at));
    if (!entry) {
      ++at;
      continue;
    }
    std::size_t begin = at, end = at + entry->first.size();
    at = end;
    const FileToken& token = entry->second;
    const bool in_word =
        ends_with_word(text.substr(0, begin)) || is_word_point(decode_utf8(text.substr(end)));
    if (token.single_word && in_word) continue;
    if (token.lstrip) begin = std::max(free, without_end_space(text.substr(0, begin)));
    if (token.rstrip) end += begin_space(text.substr(end));
    found.push_back({token.id, begin, end});
    at = free = end;
  }
  return found;
}

}  // namespace attnlab

// Tokenizer: vocabularies, and looking up the pieces of a text in them.
#include "core/text/tokenizer.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/text/utf8.h"
#include "core/text/words.h"

namespace attnlab {
namespace {

constexpr std::array<std::string_view, 4> kSpecialTokens{"<pad>", "<sos>", "<eos>", "<unk>"};
constexpr std::size_t kMaxEntries = std::size_t{1} << 21;  // more than Unicode has characters
constexpr char32_t kCodePoints = 0x110000;

/// The piece at the front of `text`, which is advanced past it.
std::optional<std::string_view> next_piece(std::string_view& text, TokenLevel level) {
  if (level == TokenLevel::Words) return next_word(text);
  if (text.empty()) return std::nullopt;
  const std::string_view piece = text.substr(0, decode_utf8(text).size);
  text.remove_prefix(piece.size());
  return piece;
}

std::vector<std::string> distinct_characters(std::string_view corpus) {
  std::vector<bool> seen(kCodePoints, false);
  while (!corpus.empty()) {
    const CodePoint point = decode_utf8(corpus);
    if (point.valid) seen[point.value] = true;
    corpus.remove_prefix(point.size);
  }
  std::vector<std::string> characters;
  for (char32_t value = 0; value < kCodePoints; ++value)
    if (seen[value]) characters.push_back(encode_utf8(value));
  return characters;
}

std::vector<std::string> frequent_words(std::string_view corpus, std::size_t max_words) {
  std::unordered_map<std::string_view, std::size_t> counts;
  while (const auto word = next_word(corpus))
    if (!first_invalid_utf8(*word)) ++counts[*word];
  std::vector<std::pair<std::string_view, std::size_t>> words(counts.begin(), counts.end());
  std::ranges::sort(words, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  words.resize(std::min(words.size(), max_words));
  std::vector<std::string> result;
  for (const auto& [word, count] : words) result.emplace_back(word);
  return result;
}

/// `text` in quotes on one line of ASCII, whatever it holds.
std::string in_quotes(std::string_view text) {
  constexpr std::size_t limit = 40;
  const std::string shown =
      text.size() > limit ? std::string(text.substr(0, limit)) + "..." : std::string(text);
  return nlohmann::json(shown).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

bool is_single_piece(std::string_view entry, TokenLevel level) {
  std::string_view rest = entry;
  const auto piece = next_piece(rest, level);
  return piece && *piece == entry && !first_invalid_utf8(entry);
}

TokenLevel level_from(const nlohmann::json& value) {
  if (value == "characters") return TokenLevel::Characters;
  if (value == "words") return TokenLevel::Words;
  throw std::runtime_error("tokenizer: \"level\" must be \"characters\" or \"words\"");
}

const nlohmann::json& member(const nlohmann::json& json, const char* key) {
  if (!json.is_object()) throw std::runtime_error("tokenizer: the JSON must be an object");
  const auto found = json.find(key);
  if (found == json.end()) throw std::runtime_error(std::string("tokenizer: \"") + key + "\" is missing");
  return *found;
}

std::vector<std::string> entries_from(const nlohmann::json& value) {
  if (!value.is_array()) throw std::runtime_error("tokenizer: \"entries\" must be an array of strings");
  std::vector<std::string> entries;
  for (const nlohmann::json& entry : value) {
    if (!entry.is_string())
      throw std::runtime_error("tokenizer: entry " + std::to_string(entries.size()) +
                               " must be a string, not " + entry.type_name());
    entries.push_back(entry.get<std::string>());
  }
  return entries;
}

}  // namespace

Tokenizer::Tokenizer(std::vector<std::string> entries, TokenLevel level, bool special_tokens)
    : level_(level), special_(special_tokens) {
  if (entries.empty())
    throw std::invalid_argument("tokenizer: the vocabulary is empty; give at least one entry");
  if (entries.size() > kMaxEntries)
    throw std::invalid_argument("tokenizer: " + std::to_string(entries.size()) + " entries; at most " +
                                std::to_string(kMaxEntries) + " are allowed");
  ascii_.fill(unknown());
  if (special_) entries_.assign(kSpecialTokens.begin(), kSpecialTokens.end());
  entries_.reserve(entries_.size() + entries.size());
  for (std::string& entry : entries) add_entry(std::move(entry));
}

void Tokenizer::add_entry(std::string entry) {
  if (!is_single_piece(entry, level_))
    throw std::invalid_argument("tokenizer: entry " + in_quotes(entry) + " must be a single " +
                                (level_ == TokenLevel::Words ? "word" : "character") + " of UTF-8");
  const auto id = static_cast<TokenId>(entries_.size());
  if (!ids_.emplace(entry, id).second)
    throw std::invalid_argument("tokenizer: entry " + in_quotes(entry) + " is given twice");
  if (entry.size() == 1) ascii_[static_cast<unsigned char>(entry[0])] = id;
  entries_.push_back(std::move(entry));
}

Tokenizer Tokenizer::from_corpus(std::string_view corpus, TokenLevel level, bool special_tokens,
                                 std::size_t max_words) {
  return {level == TokenLevel::Words ? frequent_words(corpus, max_words) : distinct_characters(corpus), level,
          special_tokens};
}

Tokenizer Tokenizer::from_vocabulary(std::vector<std::string> entries, TokenLevel level,
                                     bool special_tokens) {
  return {std::move(entries), level, special_tokens};
}

TokenId Tokenizer::find_entry(std::string_view piece) const {
  if (piece.size() == 1) {
    const auto byte = static_cast<unsigned char>(piece[0]);
    return byte < ascii_.size() ? ascii_[byte] : unknown();
  }
  const auto found = ids_.find(piece);
  return found == ids_.end() ? unknown() : found->second;
}

TokenId Tokenizer::find(std::string_view piece) const {
  const TokenId id = find_entry(piece);
  return id != unknown() || level_ == TokenLevel::Characters ? id : find_entry(lower_case(piece));
}

std::vector<Piece> Tokenizer::pieces(std::string_view text) const {
  std::vector<Piece> result;
  while (const auto piece = next_piece(text, level_)) {
    const TokenId id = find(*piece);
    result.push_back({id, std::string(*piece), id != unknown()});
  }
  return result;
}

std::vector<TokenId> Tokenizer::encode(std::string_view text) const {
  std::vector<TokenId> ids;
  if (level_ == TokenLevel::Characters) ids.reserve(text.size());
  while (const auto piece = next_piece(text, level_)) ids.push_back(find(*piece));
  return ids;
}

std::string Tokenizer::decode(std::span<const TokenId> ids) const {
  std::string characters;
  WordJoiner words;
  for (const TokenId id : ids) {
    if (special_ && id >= pad() && id <= eos()) continue;
    if (level_ == TokenLevel::Words)
      words.add(entry(id));
    else
      characters += entry(id);
  }
  return level_ == TokenLevel::Words ? words.text() : characters;
}

const std::string& Tokenizer::entry(TokenId id) const {
  static const std::string outside = "<?>";
  return id >= 0 && id < size() ? entries_[static_cast<std::size_t>(id)] : outside;
}

nlohmann::json Tokenizer::to_json() const {
  const auto first = entries_.begin() + (special_ ? static_cast<std::ptrdiff_t>(kSpecialTokens.size()) : 0);
  return {{"level", level_ == TokenLevel::Words ? "words" : "characters"},
          {"special_tokens", special_},
          {"entries", std::vector<std::string>(first, entries_.end())}};
}

Tokenizer Tokenizer::from_json(const nlohmann::json& json) {
  const TokenLevel level = level_from(member(json, "level"));
  const nlohmann::json& special = member(json, "special_tokens");
  if (!special.is_boolean()) throw std::runtime_error("tokenizer: \"special_tokens\" must be true or false");
  try {
    return {entries_from(member(json, "entries")), level, special.get<bool>()};
  } catch (const std::invalid_argument& error) {
    throw std::runtime_error(error.what());
  }
}

}  // namespace attnlab

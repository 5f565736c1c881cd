// PairVocabulary: laying ids beside byte pairs.
#include "core/text/pair_vocabulary.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include "core/text/byte_letters.h"
#include "core/text/escaped_text.h"

namespace attnlab {
namespace {

constexpr Index kMostIds = Index{1} << 21;

/// `text` in quotes on one line of ASCII.
std::string shown(const std::string& text) { return quoted_text(text.substr(0, 60), true); }

std::string bytes_of(const std::string& letters, std::size_t merge) {
  auto bytes = bytes_of_letters(letters);
  if (bytes && !bytes->empty()) return *std::move(bytes);
  throw std::invalid_argument(
      "merge " + std::to_string(merge) + " joins " + shown(letters) +
      (letters.empty() ? ", which is empty" : ", which has a character that does not stand for a byte"));
}

BytePairs pairs_of(const PairVocabulary::Parts& parts) {
  std::vector<BytePairs::PieceMerge> merges;
  for (const auto& [left, right] : parts.merges)
    merges.push_back({bytes_of(left, merges.size()), bytes_of(right, merges.size())});
  return BytePairs::from_pieces(merges, ChunkRule::Gpt2);
}

Index size_of(const PairVocabulary::Parts& parts) {
  Index last = -1;
  for (const auto& [letters, id] : parts.entries) last = std::max<Index>(last, id);
  for (const AddedToken& token : parts.added) last = std::max<Index>(last, token.id);
  return parts.size > 0 ? parts.size : last + 1;
}

void check_id(const std::string& text, TokenId id, Index size) {
  if (id < 0 || id >= size)
    throw std::invalid_argument("token " + shown(text) + " has ID " + std::to_string(id) +
                                ", but IDs must be below " + std::to_string(size));
}

}  // namespace

PairVocabulary::PairVocabulary(const Parts& parts) : pairs_(pairs_of(parts)) {
  const Index size = size_of(parts);
  if (size < 1) throw std::invalid_argument("the vocabulary is empty");
  if (size > kMostIds)
    throw std::invalid_argument("the vocabulary has token IDs up to " + std::to_string(size - 1) +
                                ", but IDs must be below " + std::to_string(kMostIds));
  bytes_.resize(size);
  take_entries(parts);
  take_added(parts);
  name_pairs();
}

void PairVocabulary::take_entries(const Parts& parts) {
  for (const auto& [letters, id] : parts.entries) {
    check_id(letters, id, size());
    std::string& place = bytes_[id];
    if (!place.empty()) throw std::invalid_argument("token ID " + std::to_string(id) + " occurs twice");
    place = bytes_of_letters(letters).value_or(letters);
    if (place.empty()) throw std::invalid_argument("token ID " + std::to_string(id) + " has an empty text");
  }
}

void PairVocabulary::take_added(const Parts& parts) {
  for (const AddedToken& token : parts.added) {
    if (token.id >= size() && !token.text.empty()) {
      added_.push_back(token);
      continue;
    }
    check_id(token.text, token.id, size());
    std::string& place = bytes_[token.id];
    const bool same =
        place.empty() || place == token.text || place == bytes_of_letters(token.text).value_or(token.text);
    if (!same || token.text.empty())
      throw std::invalid_argument("the added token " + shown(token.text) + " has ID " +
                                  std::to_string(token.id) +
                                  (same ? ", but no text" : ", which another token already has"));
    place = token.text;
    added_.push_back(token);
  }
  std::ranges::stable_sort(added_, std::ranges::greater(), [](const AddedToken& t) { return t.text.size(); });
}

void PairVocabulary::name_pairs() {
  std::unordered_map<std::string_view, TokenId> ids;
  for (TokenId id = 0; id < size(); ++id) ids.emplace(bytes(id), id);
  for (TokenId token = 0; token < pairs_.size(); ++token) {
    const auto found = ids.find(pairs_.bytes(token));
    ids_.push_back(found == ids.end() ? kNone : found->second);
    if (ids_.back() == kNone && token >= BytePairs::kBytes)
      throw std::invalid_argument("a merge creates " + shown(letters_of_bytes(pairs_.bytes(token))) +
                                  ", which is not in the vocabulary");
  }
}

PairVocabulary::Parts PairVocabulary::parts() const {
  Parts parts{{}, {}, added_, size()};
  for (TokenId id = 0; id < size(); ++id)
    if (!bytes(id).empty() && std::ranges::find(added_, id, &AddedToken::id) == added_.end())
      parts.entries.emplace_back(letters_of_bytes(bytes(id)), id);
  for (const Merge& merge : pairs_.merges())
    parts.merges.push_back(
        {letters_of_bytes(pairs_.bytes(merge.left)), letters_of_bytes(pairs_.bytes(merge.right))});
  return parts;
}

}  // namespace attnlab

// Tokenizer: vocabularies, and looking up the pieces of a text in them.
#include "core/text/tokenizer.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/text/cutting.h"
#include "core/text/escaped_text.h"
#include "core/text/utf8.h"
#include "core/text/words.h"

namespace attnlab {
namespace {

constexpr std::array<std::string_view, 4> kFraming{"<pad>", "<sos>", "<eos>", "<unk>"};
constexpr std::string_view kMask = "<mask>";
constexpr std::size_t kMaxEntries = std::size_t{1} << 21;  // more than Unicode has characters

/// `text` in quotes on one line of ASCII, whatever it holds.
std::string in_quotes(std::string_view text) {
  constexpr std::size_t limit = 40;
  const std::string shown =
      text.size() > limit ? std::string(text.substr(0, limit)) + "..." : std::string(text);
  return quoted_text(shown, true);
}

bool is_single_piece(std::string_view entry, TokenLevel level) {
  std::string_view rest = entry;
  const auto piece = next_piece(rest, level);
  return piece && *piece == entry && !first_invalid_utf8(entry);
}

/// What an id without an entry is called.
std::string unused_entry(TokenId id) { return "<unused " + std::to_string(id) + ">"; }

}  // namespace

Tokenizer::Tokenizer(TokenLevel level, SpecialTokens special) : level_(level), special_(special) {
  if (special_.framing) roles_ = {.pad = 0, .sos = 1, .eos = 2, .unknown = 3};
  if (special_.mask) roles_.mask = first_entry() - 1;
  ascii_.fill(unknown());
  if (special_.framing) entries_.assign(kFraming.begin(), kFraming.end());
  if (special_.mask) entries_.emplace_back(kMask);
}

Tokenizer::Tokenizer(std::vector<std::string> entries, TokenLevel level, SpecialTokens special)
    : Tokenizer(level, special) {
  if (level == TokenLevel::BytePairs)
    throw std::invalid_argument("tokenizer: specify a vocabulary of byte pairs by its merges");
  if (level == TokenLevel::Bytes)
    throw std::invalid_argument("tokenizer: a vocabulary of bytes is fixed; omit its entries");
  if (level == TokenLevel::Pieces)
    throw std::invalid_argument("tokenizer: specify a vocabulary of pieces by its stages");
  if (entries.empty())
    throw std::invalid_argument("tokenizer: the vocabulary is empty; add at least one entry");
  if (entries.size() > kMaxEntries)
    throw std::invalid_argument("tokenizer: the vocabulary has " + std::to_string(entries.size()) +
                                " entries, but may have at most " + std::to_string(kMaxEntries));
  entries_.reserve(entries_.size() + entries.size());
  for (std::string& entry : entries) add_entry(std::move(entry));
}

void Tokenizer::add_entry(std::string entry) {
  if (!is_single_piece(entry, level_))
    throw std::invalid_argument("tokenizer: entry " + in_quotes(entry) + " must be a single " +
                                std::string(token_level(level_).piece) + " of UTF-8");
  const auto id = static_cast<TokenId>(entries_.size());
  if (!ids_.emplace(entry, id).second)
    throw std::invalid_argument("tokenizer: entry " + in_quotes(entry) + " occurs twice");
  if (entry.size() == 1) ascii_[static_cast<unsigned char>(entry[0])] = id;
  entries_.push_back(std::move(entry));
}

Tokenizer Tokenizer::from_corpus(std::string_view corpus, TokenLevel level, SpecialTokens special,
                                 std::size_t limit) {
  if (level == TokenLevel::BytePairs)
    return from_byte_pairs(BytePairs::train(corpus, static_cast<Index>(limit)), special);
  if (level == TokenLevel::Bytes) return of_bytes(special);
  return {distinct_pieces(corpus, level, limit), level, special};
}

Tokenizer Tokenizer::from_vocabulary(std::vector<std::string> entries, TokenLevel level,
                                     SpecialTokens special) {
  return {std::move(entries), level, special};
}

Tokenizer Tokenizer::from_byte_pairs(BytePairs pairs, SpecialTokens special) {
  Tokenizer tokenizer(TokenLevel::BytePairs, special);
  tokenizer.take_byte_pairs(std::move(pairs));
  return tokenizer;
}

Tokenizer Tokenizer::from_pair_vocabulary(PairVocabulary vocabulary) {
  Tokenizer tokenizer(TokenLevel::BytePairs, kNoSpecialTokens);
  for (TokenId id = 0; id < vocabulary.size(); ++id)
    tokenizer.entries_.push_back(vocabulary.bytes(id).empty() ? unused_entry(id)
                                                              : escaped_text(vocabulary.bytes(id)));
  tokenizer.named_ = std::make_shared<const PairVocabulary>(std::move(vocabulary));
  tokenizer.byte_pairs_ = {tokenizer.named_, &tokenizer.named_->pairs()};
  return tokenizer;
}

Tokenizer Tokenizer::from_pipeline(std::shared_ptr<const TokenPipeline> pipeline, TokenRoles roles) {
  Tokenizer tokenizer(TokenLevel::Pieces, kNoSpecialTokens);
  for (TokenId id = 0; id < pipeline->size(); ++id) {
    const std::string& entry = pipeline->entry(id);
    const bool marked = !pipeline->continuing_prefix().empty();
    tokenizer.entries_.push_back(entry.empty() ? unused_entry(id)
                                 : marked      ? entry
                                               : escaped_text(pipeline->bytes(id)));
  }
  tokenizer.roles_ = roles;
  tokenizer.roles_.unknown = pipeline->unknown();
  tokenizer.pipeline_ = std::move(pipeline);
  return tokenizer;
}

Tokenizer Tokenizer::with_roles(TokenRoles roles) const {
  Tokenizer tokenizer = *this;
  roles.unknown = roles_.unknown;
  tokenizer.roles_ = roles;
  return tokenizer;
}

Tokenizer Tokenizer::with_ends(std::vector<TokenId> ends) const {
  Tokenizer tokenizer = *this;
  tokenizer.ends_ = std::move(ends);
  return tokenizer;
}

Tokenizer Tokenizer::with_first(TokenId first) const {
  Tokenizer tokenizer = *this;
  tokenizer.first_ = first;
  return tokenizer;
}

std::vector<TokenId> Tokenizer::ends() const {
  if (ends_) return *ends_;
  return eos() >= 0 ? std::vector{eos()} : std::vector<TokenId>();
}

Tokenizer Tokenizer::of_bytes(SpecialTokens special) {
  Tokenizer tokenizer(TokenLevel::Bytes, special);
  tokenizer.take_byte_pairs(BytePairs::from_merges({}));
  return tokenizer;
}

void Tokenizer::take_byte_pairs(BytePairs pairs) {
  for (TokenId token = 0; token < pairs.size(); ++token) entries_.push_back(escaped_text(pairs.bytes(token)));
  byte_pairs_ = std::make_shared<const BytePairs>(std::move(pairs));
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
  return id != unknown() || level_ != TokenLevel::Words ? id : find_entry(lower_case(piece));
}

Tokenizer::WholeToken Tokenizer::next_whole_token(std::string_view text) const {
  WholeToken next{mask(), special_.mask ? text.find(kMask) : text.npos, kMask.size()};
  if (!named_) return next;
  for (const AddedToken& token : named_->added())
    if (const std::size_t at = text.find(token.text); at < next.at)
      next = {token.id < size() ? token.id : kUnknownId, at, token.text.size()};
  return next;
}

/// Calls visit(id, text of the piece) for each piece.
template <typename Visit>
void Tokenizer::visit(std::string_view text, Index merge_count, const Visit& visit) const {
  if (pipeline_) {
    for (const TokenPipeline::Cut& cut : pipeline_->cut(text))
      visit(cut.id, text.substr(cut.begin, cut.size));
    return;
  }
  for (WholeToken whole = next_whole_token(text); whole.at != text.npos; whole = next_whole_token(text)) {
    visit_between(text.substr(0, whole.at), merge_count, visit);
    visit(whole.id, text.substr(whole.at, whole.size));
    text.remove_prefix(whole.at + whole.size);
  }
  visit_between(text, merge_count, visit);
}

template <typename Visit>
void Tokenizer::visit_between(std::string_view text, Index merge_count, const Visit& visit) const {
  if (!byte_pairs_) {
    while (const auto piece = next_piece(text, level_)) visit(find(*piece), *piece);
    return;
  }
  std::vector<TokenId> tokens;
  byte_pairs_->encode(text, tokens, merge_count);
  for (const TokenId token : tokens) {
    const std::size_t size = byte_pairs_->bytes(token).size();
    visit(id_of_pair(token), text.substr(0, size));
    text.remove_prefix(size);
  }
}

std::vector<Piece> Tokenizer::pieces(std::string_view text, Index merge_count) const {
  std::vector<Piece> result;
  visit(text, merge_count, [&](TokenId id, std::string_view piece) {
    result.push_back(
        {id, std::string(piece), id != unknown(), static_cast<std::size_t>(piece.data() - text.data())});
  });
  return result;
}

std::vector<TokenId> Tokenizer::encode(std::string_view text) const {
  std::vector<TokenId> ids;
  if (level_ == TokenLevel::Characters) ids.reserve(text.size());
  visit(text, BytePairs::kAllMerges, [&ids](TokenId id, std::string_view) { ids.push_back(id); });
  return ids;
}

std::string Tokenizer::decode_byte_pairs(std::span<const TokenId> ids) const {
  std::string text;
  for (const TokenId id : ids) {
    if (is_frame(id)) continue;
    if (named_) {
      text += id >= 0 && id < size() ? named_->bytes(id) : entry(id);
      continue;
    }
    const bool bytes = id >= first_entry() && id < size();
    text += bytes ? byte_pairs_->bytes(id - first_entry()) : entry(id);
  }
  return text;
}

std::string Tokenizer::decode(std::span<const TokenId> ids) const {
  if (byte_pairs_) return decode_byte_pairs(ids);
  if (pipeline_) {
    std::vector<TokenId> inside;
    std::ranges::copy_if(ids, std::back_inserter(inside), [this](TokenId id) { return !is_frame(id); });
    return pipeline_->decode(inside);
  }
  std::string text;
  WordJoiner words;
  for (const TokenId id : ids) {
    if (is_frame(id)) continue;
    if (level_ == TokenLevel::Words)
      words.add(entry(id));
    else
      (text += level_ == TokenLevel::Labels && !text.empty() ? " " : "") += entry(id);
  }
  return level_ == TokenLevel::Words ? words.text() : text;
}

std::string Tokenizer::text_of(std::span<const Piece> pieces) const {
  if (byte_pairs_ || pipeline_) {  // whose pieces may show a part of a letter
    std::vector<TokenId> ids;
    for (const Piece& piece : pieces)
      if (piece.id >= 0) ids.push_back(piece.id);
    return decode(ids);
  }
  std::string characters;
  WordJoiner words;
  for (const Piece& piece : pieces) {
    if (is_frame(piece.id)) continue;
    level_ == TokenLevel::Words ? words.add(piece.text) : void(characters += piece.text);
  }
  return level_ == TokenLevel::Words ? words.text() : characters;
}

bool Tokenizer::is_frame(TokenId id) const {
  const auto is_one = [id](TokenId other) { return other == id; };
  return id >= 0 &&
         (id == pad() || id == sos() || id == eos() || std::ranges::any_of(frame().before, is_one) ||
          std::ranges::any_of(frame().after, is_one));
}

const TokenFrame& Tokenizer::frame() const {
  static const TokenFrame kNoFrame;
  return pipeline_ ? pipeline_->frame() : kNoFrame;
}

const std::string& Tokenizer::entry(TokenId id) const {
  static const std::string outside = "<?>";
  return id >= 0 && id < size() ? entries_[id] : outside;
}

}  // namespace attnlab

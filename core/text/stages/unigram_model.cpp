// Unigram (Kudo 2018): the parts whose scores have the highest sum, by Viterbi's algorithm. Where "vocab"
// gives ids by entries, "pieces" has the entries and their scores, as of Marian's models.
#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "core/text/stages/piece_model.h"
#include "core/text/stages/user_symbols.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

using Json = nlohmann::json;

constexpr double kUnknownPenalty = 10, kUserPenalty = 0.1;
constexpr std::size_t kMostUnigrams = std::size_t{1} << 21;

class UnigramModel : public PieceModel {
 public:
  explicit UnigramModel(StageMembers& members) {
    has_bytes_ = members.flag("byte_fallback", false);
    single_ = members.flag("single_precision", false);
    has_ids_ = members.at("vocab").is_object();
    if (has_ids_) take_vocabulary(members);
    const char* const key = has_ids_ ? "pieces" : "vocab";
    const Json& entries = members.at(key);
    if (!entries.is_array() || entries.empty() || entries.size() > kMostUnigrams)
      members.refuse(key, "an array of at most 2^21 entries with their scores");
    for (const Json& entry : entries) take_entry(entry, key, members);
    take_user_symbols(members);
    take_unknown_id(members);
    if (has_ids_) take_ids(members);
    std::sort(sorted_.begin(), sorted_.end(), [this](TokenId a, TokenId b) { return text(a) < text(b); });
  }

  void cut(std::string_view word, std::vector<WordPart>& parts) const override {
    const std::vector<Best> best = best_paths(word);
    std::vector<WordPart> path;  // with the numbers of pieces
    for (std::size_t end = word.size(); end > 0; end = best[end].begin)
      path.push_back({best[end].id, best[end].begin, end - best[end].begin, best[end].id != unknown_piece_});
    std::reverse(path.begin(), path.end());
    for (std::size_t i = 0; i < path.size(); ++i) {
      WordPart part = path[i];
      if (!part.known)
        while (i + 1 < path.size() && !path[i + 1].known) part.size += path[++i].size;
      if (!part.known && cut_into_bytes(word, part.begin, part.size, parts)) continue;
      part.id = id_of_piece(part.id);
      part.known = part.id != unknown_;
      parts.push_back(part);
    }
  }

 private:
  /// The best way to the end of some bytes: its last part and its score.
  struct Best {
    TokenId id = kUnknownId;
    std::size_t begin = 0;
    double score = 0;
    bool reached = false;
  };

  const std::string& text(TokenId piece) const {
    return has_ids_ ? pieces_[piece] : vocabulary_.entry(piece);
  }
  TokenId id_of_piece(TokenId piece) const { return has_ids_ && piece >= 0 ? ids_[piece] : piece; }

  /// [text, score], or with a third member, false: it is never a part of a text.
  void take_entry(const Json& entry, const char* key, StageMembers& members) {
    const bool good = entry.is_array() && (entry.size() == 2 || (entry.size() == 3 && entry[2] == false)) &&
                      entry[0].is_string() && entry[1].is_number() && std::isfinite(entry[1].get<double>());
    const auto id = static_cast<TokenId>(scores_.size());
    if (!good)
      throw std::runtime_error(members.path_of(key) + "[" + std::to_string(id) + "] is " +
                               shown_member(entry) + ", but must be an array of an entry and its score");
    has_ids_ ? pieces_.push_back(entry[0].get<std::string>())
             : vocabulary_.add(entry[0].get<std::string>(), id);
    scores_.push_back(entry[1].get<double>());
    if (entry.size() == 3) return;
    if (!text(id).empty()) sorted_.push_back(id);
  }

  /// What the user defined is scored as SentencePiece does: better than almost any way through it. The least
  /// score is that of the other parts.
  void take_user_symbols(StageMembers& members) {
    const UserSymbols symbols = UserSymbols::from(members);
    const std::set<std::string_view> texts(symbols.texts().begin(), symbols.texts().end());
    std::vector<TokenId> user_defined;
    double most = double(std::numeric_limits<float>::min());
    for (const TokenId id : sorted_) {
      if (texts.contains(text(id))) {
        user_defined.push_back(id);
        continue;
      }
      least_ = std::min(least_, scores_[id]);
      most = std::max(most, scores_[id]);
    }
    if (user_defined.size() != texts.size())
      members.refuse("user_defined", "entries that can be parts of texts");
    for (const TokenId id : user_defined) scores_[id] = double(text(id).size()) * most - kUserPenalty;
  }

  void take_unknown_id(StageMembers& members) {
    if (!members.find("unk_id")) return;
    const Index id = members.count("unk_id", 0, static_cast<Index>(kMostUnigrams));
    if (id >= count_of(scores_)) members.refuse("unk_id", "the number of an entry");
    unknown_ = unknown_piece_ = static_cast<TokenId>(id);
  }

  /// The ids of pieces whose vocabulary stands in another file; those that it lacks are unknown.
  void take_ids(StageMembers& members) {
    const auto unknown = unknown_piece_ < 0 ? std::nullopt : vocabulary_.find(text(unknown_piece_));
    if (!unknown) members.refuse("unk_id", "the number of a piece in the vocabulary");
    unknown_ = *unknown;
    for (const std::string& piece : pieces_) ids_.push_back(vocabulary_.find(piece).value_or(unknown_));
  }

  double kept(double score) const { return single_ ? double(float(score)) : score; }

  std::vector<Best> best_paths(std::string_view word) const {
    std::vector<Best> best(word.size() + 1);
    best[0].reached = true;
    const auto offer = [&](std::size_t begin, std::size_t size, TokenId id, double total) {
      Best& end = best[begin + size];
      if (!end.reached || total > end.score) end = {id, begin, kept(total), true};
    };
    for (std::size_t at = 0; at < word.size();) {
      const std::size_t character = decode_utf8(word.substr(at)).size;
      bool single = false;
      each_entry(word.substr(at), [&](TokenId id) {
        const std::size_t size = text(id).size();
        offer(at, size, id, scores_[id] + best[at].score);
        single = single || size == character;
      });
      if (!single)
        offer(at, character, unknown_piece_, kept(kept(least_ - kUnknownPenalty) + best[at].score));
      at += character;
    }
    return best;
  }

  /// The entries that `rest` begins with, shorter ones first: the sorted entries are narrowed byte by byte.
  template <typename Visit>
  void each_entry(std::string_view rest, const Visit& visit) const {
    auto first = sorted_.begin(), last = sorted_.end();
    for (std::size_t i = 0; i < rest.size() && first != last; ++i) {
      const auto byte = static_cast<unsigned char>(rest[i]);
      const auto at = [&](TokenId id) { return static_cast<unsigned char>(text(id)[i]); };
      first = std::partition_point(first, last, [&](TokenId id) { return at(id) < byte; });
      last = std::partition_point(first, last, [&](TokenId id) { return at(id) == byte; });
      if (first == last || text(*first).size() != i + 1) continue;
      visit(*first);
      ++first;
    }
  }

  std::vector<double> scores_;
  TokenId unknown_piece_ = kUnknownId;
  bool has_ids_ = false;             ///< whether ids are others than the numbers of pieces
  std::vector<std::string> pieces_;  ///< these, by their numbers
  std::vector<TokenId> ids_;         ///< by the numbers of pieces
  std::vector<TokenId> sorted_;      ///< by their bytes
  double least_ = std::numeric_limits<double>::infinity();
  bool single_ = false;
};

}  // namespace

std::shared_ptr<const PieceModel> unigram_model_from(StageMembers& members) {
  return std::make_shared<const UnigramModel>(members);
}

}  // namespace attnlab

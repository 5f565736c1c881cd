// Byte-pair encoding of characters (Sennrich et al. 2016): merges by their rank, leftmost first.
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <queue>
#include <stdexcept>

#include "core/text/pair_vocabulary_json.h"
#include "core/text/stages/piece_model.h"
#include "core/text/stages/user_symbols.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

using Json = nlohmann::json;

class BpeModel : public PieceModel {
 public:
  explicit BpeModel(StageMembers& members) {
    take_vocabulary(members);
    take_unknown(members);
    prefix_ = members.text("continuing_subword_prefix", "");
    suffix_ = members.text("end_of_word_suffix", "");
    has_bytes_ = members.flag("byte_fallback", false);
    fuses_unknown_ = members.flag("fuse_unk", false);
    takes_whole_words_ = members.flag("ignore_merges", false);
    take_whole(members);
    if (const Json* const dropout = members.find("dropout"); dropout && *dropout != 0.0)
      members.refuse("dropout", "null or 0");
    if (const Json* const scores = members.find("scores"))
      take_scores(*scores, members);
    else
      take_merges(members);
  }

  void cut(std::string_view word, std::vector<WordPart>& parts) const override {
    if (takes_whole_words_) {
      if (const auto id = vocabulary_.find(word)) return parts.push_back({*id, 0, word.size(), true});
    }
    std::vector<Symbol> symbols = symbols_of(word);
    merge_all(word, symbols);
    for (const Symbol& symbol : symbols) {
      if (symbol.part.size == 0) continue;
      if (symbol.part.known || !cut_into_bytes(word, symbol.part.begin, symbol.part.size, parts))
        add_part(symbol.part, parts);
    }
  }

 private:
  using Rank = std::uint32_t;
  struct Product {
    Rank rank;
    TokenId made;
  };
  /// A part of the word and its neighbors; of no bytes where it was merged into the one before.
  struct Symbol {
    WordPart part;
    int before, after;
    bool whole = false;  // never merged
  };
  struct Candidate {
    Rank rank;
    int left;
    TokenId made;
    bool operator>(const Candidate& other) const {
      return rank != other.rank ? rank > other.rank : left > other.left;
    }
  };
  using Queue = std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>>;

  void take_whole(StageMembers& members) {
    whole_ = UserSymbols::from(members);
    for (const std::string& text : whole_.texts())
      if (!vocabulary_.find(text)) members.refuse("user_defined", "entries of the vocabulary");
  }

  void take_merges(StageMembers& members) {
    for (const BytePairs::PieceMerge& merge : pair_merges_from(members.at("merges"))) {
      const auto number = static_cast<Rank>(products_.size());
      const auto left = vocabulary_.find(merge.left), right = vocabulary_.find(merge.right);
      const bool starts = merge.right.starts_with(prefix_);
      const auto made = vocabulary_.find(merge.left + merge.right.substr(starts ? prefix_.size() : 0));
      if (!left || !right || !made)
        throw std::invalid_argument("merge " + std::to_string(number) + " joins " + shown_member(merge.left) +
                                    " and " + shown_member(merge.right) +
                                    ", but one of them or their joined entry is not in the vocabulary");
      products_.insert_or_assign(pair_key(*left, *right), Product{number, *made});
    }
  }

  /// Scores of entries: any two parts that make an entry are merged, the entry of the highest score first.
  void take_scores(const Json& scores, StageMembers& members) {
    if (!scores.is_array() || scores.size() != vocabulary_.size())
      members.refuse("scores", "an array with one number for each entry");
    std::map<double, Rank, std::greater<>> ranks;
    for (const Json& score : scores) {
      if (score.is_null()) continue;  // an entry that no merge makes
      if (!score.is_number()) members.refuse("scores", "an array with one number for each entry");
      ranks.emplace(score.get<double>(), 0);
    }
    Rank next = 0;
    for (auto& [score, rank] : ranks) rank = next++;
    for (const Json& score : scores)
      ranks_.push_back(score.is_null() ? kNoRank : ranks.at(score.get<double>()));
  }

  /// Characters, and what stays whole; those without an entry are not known, and joined where that is wanted.
  std::vector<Symbol> symbols_of(std::string_view word) const {
    std::vector<Symbol> symbols;
    for (std::size_t at = 0; at < word.size();) {
      const int number = static_cast<int>(symbols.size());
      if (const std::size_t kept = whole_.longest(word.substr(at)); kept > 0) {
        const TokenId id = vocabulary_.find(word.substr(at, kept)).value();
        symbols.push_back({{id, at, kept, true}, number - 1, number + 1, true});
        at += kept;
        continue;
      }
      const std::size_t size = decode_utf8(word.substr(at)).size;
      std::string entry(word.substr(at, size));
      if (at > 0) entry.insert(0, prefix_);
      if (at + size == word.size()) entry += suffix_;
      const auto id = vocabulary_.find(entry);
      const bool usable = id && (ranks_.empty() || is_made(*id));
      symbols.push_back(
          {usable ? WordPart{*id, at, size, true} : unknown_part(at, size), number - 1, number + 1});
      at += size;
    }
    if (!symbols.empty()) symbols.back().after = -1;
    return symbols;
  }

  bool is_made(TokenId id) const { return ranks_[id] != kNoRank; }

  /// What the symbol and the one behind it make.
  std::optional<Product> product_of(std::string_view word, const std::vector<Symbol>& symbols,
                                    int left) const {
    const Symbol& first = symbols[left];
    if (first.after < 0) return {};
    const Symbol& second = symbols[first.after];
    if (first.whole || second.whole) return {};
    if (!ranks_.empty()) {
      const auto id = vocabulary_.find(word.substr(first.part.begin, first.part.size + second.part.size));
      return id && is_made(*id) ? std::optional<Product>({ranks_[*id], *id}) : std::nullopt;
    }
    if (first.part.id < 0 || second.part.id < 0) return {};
    const auto found = products_.find(pair_key(first.part.id, second.part.id));
    return found == products_.end() ? std::nullopt : std::optional(found->second);
  }

  void merge_all(std::string_view word, std::vector<Symbol>& symbols) const {
    Queue queue;
    const auto consider = [&](int left) {
      if (left < 0) return;
      if (const auto product = product_of(word, symbols, left))
        queue.push({product->rank, left, product->made});
    };
    for (int i = 0; i < static_cast<int>(symbols.size()); ++i) consider(i);
    while (!queue.empty()) {
      const Candidate next = queue.top();
      queue.pop();
      Symbol& left = symbols[next.left];
      if (left.part.size == 0 || left.after < 0) continue;
      const auto product = product_of(word, symbols, next.left);
      if (!product || product->made != next.made || product->rank != next.rank)
        continue;  // of other parts by now
      Symbol& right = symbols[left.after];
      left.part = {next.made, left.part.begin, left.part.size + right.part.size, true};
      left.after = right.after;
      right.part.size = 0;
      if (left.after >= 0) symbols[left.after].before = next.left;
      consider(left.before);
      consider(next.left);
    }
  }

  void add_part(const WordPart& part, std::vector<WordPart>& parts) const {
    const bool fuses = !part.known && fuses_unknown_ && !parts.empty() && !parts.back().known &&
                       parts.back().begin + parts.back().size == part.begin;
    if (fuses)
      parts.back().size += part.size;
    else
      parts.push_back(part);
  }

  static constexpr Rank kNoRank = std::numeric_limits<Rank>::max();
  std::unordered_map<std::uint64_t, Product> products_;
  std::vector<Rank> ranks_;  ///< by entry; empty where merges are given
  UserSymbols whole_;
  bool fuses_unknown_ = false, takes_whole_words_ = false;
};

}  // namespace

std::shared_ptr<const PieceModel> bpe_model_from(StageMembers& members) {
  return std::make_shared<const BpeModel>(members);
}

}  // namespace attnlab

// Unigram (Kudo 2018): the parts whose scores have the highest sum, by Viterbi's algorithm.
#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/text/stages/piece_model.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

using Json = nlohmann::json;

constexpr double kUnknownPenalty = 10;
constexpr std::size_t kMostUnigrams = std::size_t{1} << 21;

class UnigramModel : public PieceModel {
 public:
  explicit UnigramModel(StageMembers& members) {
    has_bytes_ = members.flag("byte_fallback", false);
    single_ = members.flag("single_precision", false);
    const Json& entries = members.at("vocab");
    if (!entries.is_array() || entries.empty() || entries.size() > kMostUnigrams)
      members.refuse("vocab", "an array of at most 2^21 entries and their scores");
    for (const Json& entry : entries) take_entry(entry, members);
    take_unknown_id(members);
    std::sort(sorted_.begin(), sorted_.end(), [this](TokenId a, TokenId b) { return text(a) < text(b); });
  }

  void cut(std::string_view word, std::vector<WordPart>& parts) const override {
    const std::vector<Best> best = best_paths(word);
    std::vector<WordPart> path;
    for (std::size_t end = word.size(); end > 0; end = best[end].begin)
      path.push_back({best[end].id, best[end].begin, end - best[end].begin, best[end].id != unknown_});
    std::reverse(path.begin(), path.end());
    for (std::size_t i = 0; i < path.size(); ++i) {
      WordPart part = path[i];
      if (!part.known)
        while (i + 1 < path.size() && !path[i + 1].known) part.size += path[++i].size;
      if (part.known || !cut_into_bytes(word, part.begin, part.size, parts)) parts.push_back(part);
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

  const std::string& text(TokenId id) const { return vocabulary_.entry(id); }

  /// [text, score], or with a third member, false: it is never a part of a text.
  void take_entry(const Json& entry, StageMembers& members) {
    const bool good = entry.is_array() && (entry.size() == 2 || (entry.size() == 3 && entry[2] == false)) &&
                      entry[0].is_string() && entry[1].is_number() && std::isfinite(entry[1].get<double>());
    const auto id = static_cast<TokenId>(vocabulary_.size());
    if (!good)
      throw std::runtime_error(members.path_of("vocab") + "[" + std::to_string(id) + "] is " +
                               shown_member(entry) + ", but must be an entry and its score");
    vocabulary_.add(entry[0].get<std::string>(), id);
    scores_.push_back(entry[1].get<double>());
    if (entry.size() == 3) return;
    least_ = std::min(least_, scores_.back());
    if (!text(id).empty()) sorted_.push_back(id);
  }

  void take_unknown_id(StageMembers& members) {
    if (!members.find("unk_id")) return;
    const Index id = members.count("unk_id", 0, static_cast<Index>(kMostUnigrams));
    if (id >= static_cast<Index>(vocabulary_.size())) members.refuse("unk_id", "the number of an entry");
    unknown_ = static_cast<TokenId>(id);
  }

  double sum(double a, double b) const {
    return single_ ? static_cast<double>(static_cast<float>(a) + static_cast<float>(b)) : a + b;
  }

  std::vector<Best> best_paths(std::string_view word) const {
    std::vector<Best> best(word.size() + 1);
    best[0].reached = true;
    const auto offer = [&](std::size_t begin, std::size_t size, TokenId id, double score) {
      Best& end = best[begin + size];
      const double total = sum(score, best[begin].score);
      if (!end.reached || total > end.score) end = {id, begin, total, true};
    };
    for (std::size_t at = 0; at < word.size();) {
      const std::size_t character = decode_utf8(word.substr(at)).size;
      bool single = false;
      each_entry(word.substr(at), [&](TokenId id) {
        const std::size_t size = text(id).size();
        offer(at, size, id, scores_[static_cast<std::size_t>(id)]);
        single = single || size == character;
      });
      if (!single) offer(at, character, unknown_, sum(least_, -kUnknownPenalty));
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
  std::vector<TokenId> sorted_;  ///< by their bytes
  double least_ = std::numeric_limits<double>::infinity();
  bool single_ = false;
};

}  // namespace

std::shared_ptr<const PieceModel> unigram_model_from(StageMembers& members) {
  return std::make_shared<const UnigramModel>(members);
}

}  // namespace attnlab

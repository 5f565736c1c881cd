// WordPiece (Schuster and Nakajima 2012; Devlin et al. 2019): repeatedly takes the longest entry at the
// beginning of the rest of a word.
#include "core/text/stages/piece_model.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

class WordPieceModel : public PieceModel {
 public:
  explicit WordPieceModel(StageMembers& members) {
    take_vocabulary(members);
    take_unknown(members);
    prefix_ = members.text("continuing_subword_prefix", "##");
    longest_word_ = static_cast<std::size_t>(members.count("max_input_chars_per_word", 100, Index{1} << 20));
    for (std::size_t id = 0; id < vocabulary_.size(); ++id)
      longest_ = std::max(longest_, vocabulary_.entry(static_cast<TokenId>(id)).size());
  }

  void cut(std::string_view word, std::vector<WordPart>& parts) const override {
    const std::size_t before = parts.size();
    bool known = count_code_points(word) <= longest_word_;
    for (std::size_t at = 0; known && at < word.size();) {
      const WordPart part = longest_entry(word, at);
      known = part.size > 0;
      parts.push_back(part);
      at += part.size;
    }
    if (known) return;
    parts.resize(before);
    parts.push_back(unknown_part(0, word.size()));
  }

 private:
  WordPart longest_entry(std::string_view word, std::size_t at) const {
    const std::string prefix = at > 0 ? prefix_ : "";
    std::size_t end = std::min(word.size(), at + longest_);
    for (; end > at; --end) {
      const bool whole = end == word.size() || (static_cast<unsigned char>(word[end]) & 0xC0) != 0x80;
      if (!whole) continue;
      if (const auto id = vocabulary_.find(prefix + std::string(word.substr(at, end - at))))
        return {*id, at, end - at, true};
    }
    return {};
  }

  std::size_t longest_word_ = 0;  ///< in characters
  std::size_t longest_ = 0;       ///< bytes of an entry
};

}  // namespace

std::shared_ptr<const PieceModel> word_piece_model_from(StageMembers& members) {
  return std::make_shared<const WordPieceModel>(members);
}

}  // namespace attnlab

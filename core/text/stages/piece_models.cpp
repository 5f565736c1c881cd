// Piece models: the types, and what they share.
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/text/stages/piece_model.h"

namespace attnlab {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostPieces = std::size_t{1} << 21;

struct PieceModelRow {
  std::string_view name;
  std::shared_ptr<const PieceModel> (*read)(StageMembers&);
  std::string_view own_key;  ///< a member that no other type has: older files do not name the type
};

const PieceModelRow kPieceModels[] = {
    {"BPE", bpe_model_from, "merges"},
    {"WordPiece", word_piece_model_from, "max_input_chars_per_word"},
    {"Unigram", unigram_model_from, "unk_id"},
};

/// `json` with its type.
Json with_type(const Json& json) {
  if (!json.is_object() || json.contains("type")) return json;
  for (const PieceModelRow& row : kPieceModels) {
    if (!json.contains(row.own_key)) continue;
    Json typed = json;
    typed["type"] = row.name;
    return typed;
  }
  return json;
}

}  // namespace

bool PieceModel::cut_into_bytes(std::string_view word, std::size_t begin, std::size_t size,
                                std::vector<WordPart>& parts) const {
  const std::size_t before = parts.size();
  for (std::size_t i = begin; i < begin + size; ++i) {
    const auto id = has_bytes_ ? vocabulary_.find_byte(static_cast<unsigned char>(word[i])) : std::nullopt;
    if (!id) {
      parts.resize(before);
      return false;
    }
    parts.push_back({*id, i, 1, true});
  }
  return true;
}

void PieceModel::take_vocabulary(StageMembers& members) {
  const Json& entries = members.at("vocab");
  if (!entries.is_object() || entries.size() > kMostPieces)
    members.refuse("vocab", "an object of at most 2^21 token IDs");
  for (const auto& [entry, id] : entries.items()) {
    if (!id.is_number_integer() || id < 0 || id >= kMostPieces)
      throw std::runtime_error(members.path_of("vocab") + " gives " + shown_member(entry) + " the token ID " +
                               shown_member(id) + ", but it must be a whole number from 0 to 2^21 − 1");
    vocabulary_.add(entry, id.get<TokenId>());
  }
  if (vocabulary_.size() == 0) members.refuse("vocab", "an object that is not empty");
}

void PieceModel::take_unknown(StageMembers& members) {
  if (!members.find("unk_token")) return;
  const auto id = vocabulary_.find(members.text("unk_token"));
  if (!id) members.refuse("unk_token", "an entry of the vocabulary");
  unknown_ = *id;
}

std::shared_ptr<const PieceModel> piece_model_from(const Json& json, const std::string& path) {
  const Json typed = with_type(json);
  StageMembers members(typed, path);
  const PieceModelRow& row = stage_row(kPieceModels, members);
  try {
    auto model = row.read(members);
    members.done();
    return model;
  } catch (const std::invalid_argument& error) {
    throw std::runtime_error(path + ": " + error.what());
  }
}

}  // namespace attnlab

// Files of SentencePiece, written: pieces, and what the specs of training and normalization say.
#include <bit>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <utility>

#include "core/text/formats/file_tokenizer.h"
#include "core/text/stages/piece_vocabulary.h"

namespace attnlab {
namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kNormalPiece = 1, kUnknownPiece = 2, kControlPiece = 3, kUserPiece = 4,
                        kBytePiece = 6;

void put_varint(std::string& message, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) message += static_cast<char>(value | 0x80);
  message += static_cast<char>(value);
}

void put_number(std::string& message, std::uint64_t field, std::uint64_t value) {
  put_varint(message, field << 3);
  put_varint(message, value);
}

void put_bytes(std::string& message, std::uint64_t field, std::string_view bytes) {
  put_varint(message, field << 3 | 2);
  put_varint(message, bytes.size());
  message += bytes;
}

void put_float(std::string& message, std::uint64_t field, float value) {
  put_varint(message, field << 3 | 5);
  auto bits = std::bit_cast<std::uint32_t>(value);
  for (int i = 0; i < 4; ++i, bits >>= 8) message += static_cast<char>(bits & 0xFF);
}

std::string spm_charsmap_of(std::string_view text) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0, count = 0;
  for (const char digit : text) {
    const std::size_t value = kDigits.find(digit);
    if (value == kDigits.npos) continue;  // what fills the end
    bits = (bits << 6 | static_cast<unsigned>(value)) & 0xFFFFF;
    if ((count += 6) < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFF);
  }
  return bytes;
}

/// A piece of a model, as SentencePiece has it.
struct WrittenPiece {
  std::string text;
  double score = 0;
  bool normal = true, user_defined = false;
};

std::vector<WrittenPiece> unigram_pieces(const Json& model) {
  std::vector<WrittenPiece> pieces;
  for (const Json& entry : model.at(model.contains("pieces") ? "pieces" : "vocab"))
    pieces.push_back({entry[0].get<std::string>(), entry[1].get<double>(), entry.size() == 2});
  return pieces;
}

std::vector<WrittenPiece> scored_pairs(const Json& model) {
  std::vector<WrittenPiece> pieces(model.at("scores").size());
  for (const auto& [text, id] : model.at("vocab").items()) {
    WrittenPiece& piece = pieces.at(id.get<std::size_t>());
    const Json& score = model["scores"][id.get<std::size_t>()];
    piece = {text, score.is_null() ? 0.0 : score.get<double>(), !score.is_null()};
  }
  return pieces;
}

void mark_user_symbols(const Json& model, std::vector<WrittenPiece>& pieces) {
  const auto symbols = model.value("user_defined", std::set<std::string>());
  for (WrittenPiece& piece : pieces) piece.user_defined = symbols.contains(piece.text);
}

std::string piece_message(const WrittenPiece& piece, bool unknown, bool has_bytes) {
  const bool byte = has_bytes && !piece.normal && byte_of_entry(piece.text);
  std::string message;
  put_bytes(message, 1, piece.text);
  put_float(message, 2, float(piece.score));
  put_number(message, 3,
             unknown              ? kUnknownPiece
             : piece.user_defined ? kUserPiece
             : byte               ? kBytePiece
             : piece.normal       ? kNormalPiece
                                  : kControlPiece);
  return message;
}

/// SentencePiece's numbers of the fields for roles.
constexpr std::pair<std::uint64_t, TokenId TokenRoles::*> kRoleFields[] = {
    {41, &TokenRoles::sos}, {42, &TokenRoles::eos}, {43, &TokenRoles::pad}};

std::string trainer_message(const Json& model, std::uint64_t unknown, const TokenRoles& roles) {
  std::string message;
  put_number(message, 3, model["type"] == "Unigram" ? 1 : 2);
  if (model.value("byte_fallback", false)) put_number(message, 35, 1);
  put_number(message, 40, unknown);
  const bool own_ids = !model.contains("pieces");
  for (const auto& [field, role] : kRoleFields)
    put_number(message, field, static_cast<std::uint64_t>(std::int64_t{own_ids ? roles.*role : -1}));
  return message;
}

std::string normalizer_message(const Json& normalizer) {
  std::string message;
  if (normalizer.contains("precompiled_charsmap"))
    put_bytes(message, 2, spm_charsmap_of(normalizer["precompiled_charsmap"].get<std::string>()));
  put_number(message, 3, normalizer.value("add_dummy_prefix", true));
  put_number(message, 4, normalizer.value("remove_extra_whitespaces", true));
  put_number(message, 5, normalizer.value("escape_whitespaces", true));
  return message;
}

}  // namespace

std::string sentence_piece_bytes(const Json& file, const TokenRoles& roles) {
  const Json normalizer = file.value("normalizer", Json::object()),
             model = file.value("model", Json::object());
  const bool unigram = model.value("type", "") == "Unigram";
  if (!normalizer.is_object() || normalizer.value("type", "") != "SentencePiece" ||
      (!unigram && !model.contains("scores")))
    throw std::invalid_argument("the tokenizer is not a SentencePiece tokenizer");
  std::vector<WrittenPiece> pieces = unigram ? unigram_pieces(model) : scored_pairs(model);
  mark_user_symbols(model, pieces);
  const Json& unknown_id =
      unigram ? model.at("unk_id") : model.at("vocab").at(model.at("unk_token").get<std::string>());
  const auto unknown = unknown_id.get<std::uint64_t>();
  std::string bytes;
  for (std::size_t id = 0; id < pieces.size(); ++id)
    put_bytes(bytes, 1, piece_message(pieces[id], id == unknown, model.value("byte_fallback", false)));
  put_bytes(bytes, 2, trainer_message(model, unknown, roles));
  put_bytes(bytes, 3, normalizer_message(normalizer));
  return bytes;
}

}  // namespace attnlab

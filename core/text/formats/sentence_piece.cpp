// tokenizer.model of SentencePiece: its pieces, and what its specs say of training and normalization.
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/text/formats/file_tokenizer.h"
#include "core/text/formats/protobuf.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostSentencePieces = std::size_t{1} << 21;

/// SentencePiece's numbers of types.
enum class SpmType : std::uint64_t { Normal = 1, Unknown, Control, UserDefined, Unused, Byte };

struct SpmPiece {
  std::string text;
  float score = 0;
  SpmType type = SpmType::Normal;
};

struct SpmModel {
  std::vector<SpmPiece> pieces;
  std::uint64_t model_type = 1;  ///< 1 Unigram, 2 byte pairs
  bool spaces_behind = false, byte_fallback = false;
  std::uint64_t bos = 1, eos = 2, pad = ~std::uint64_t{0};
  std::string charsmap;
  bool prefix = true, remove_extra = true, escape = true;
};

template <typename Take>
void each_field(std::string_view message, const Take& take) {
  while (!message.empty()) take(take_protobuf_field(message));
}

SpmPiece spm_piece(std::string_view message, std::size_t number) {
  const std::string which = "piece " + std::to_string(number);
  SpmPiece piece;
  std::uint64_t type = 1;
  each_field(message, [&](const ProtobufField& field) {
    if (field.number == 1) piece.text = field.bytes;
    if (field.number == 2) piece.score = std::bit_cast<float>(static_cast<std::uint32_t>(field.value));
    if (field.number == 3) type = field.value;
  });
  piece.type = static_cast<SpmType>(type);
  if (piece.text.empty() || first_invalid_utf8(piece.text))
    throw std::runtime_error(which + " is not valid UTF-8");
  if (!std::isfinite(piece.score)) throw std::runtime_error(which + " has a score that is not finite");
  if (type < 1 || type > 6) throw std::runtime_error(which + " has the unknown type " + std::to_string(type));
  if (piece.type == SpmType::Unused)
    throw std::runtime_error(which + " is unused, and unused pieces are not supported");
  if (piece.type == SpmType::UserDefined && piece.text.find(' ') != piece.text.npos)
    throw std::runtime_error(which + " is user-defined and contains a space, which is not supported");
  return piece;
}

void take_trainer(std::string_view message, SpmModel& model) {
  each_field(message, [&](const ProtobufField& field) {
    switch (field.number) {
      case 3: model.model_type = field.value; break;
      case 24: model.spaces_behind = field.value != 0; break;
      case 35: model.byte_fallback = field.value != 0; break;
      case 41: model.bos = field.value; break;
      case 42: model.eos = field.value; break;
      case 43: model.pad = field.value; break;
      default: break;
    }
  });
  if (model.model_type != 1 && model.model_type != 2)
    throw std::runtime_error("trainer_spec.model_type is " + std::to_string(model.model_type) +
                             ", but must be 1 (Unigram) or 2 (byte pairs)");
  if (model.spaces_behind)
    throw std::runtime_error("trainer_spec.treat_whitespace_as_suffix is true, which is not supported");
}

void take_normalizer(std::string_view message, SpmModel& model) {
  each_field(message, [&](const ProtobufField& field) {
    switch (field.number) {
      case 2: model.charsmap = field.bytes; break;
      case 3: model.prefix = field.value != 0; break;
      case 4: model.remove_extra = field.value != 0; break;
      case 5: model.escape = field.value != 0; break;
      default: break;
    }
  });
}

SpmModel spm_model(std::string_view bytes) {
  SpmModel model;
  each_field(bytes, [&](const ProtobufField& field) {
    if (model.pieces.size() > kMostSentencePieces)
      throw std::runtime_error("the file has more than 2^21 pieces");
    if (field.number == 1 && field.has_length)
      model.pieces.push_back(spm_piece(field.bytes, model.pieces.size()));
    if (field.number == 2 && field.has_length) take_trainer(field.bytes, model);
    if (field.number == 3 && field.has_length) take_normalizer(field.bytes, model);
  });
  if (model.pieces.empty())
    throw std::runtime_error("the file has no pieces, so it is not a SentencePiece file");
  return model;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  unsigned bits = 0, count = 0;
  for (const char byte : bytes) {
    bits = (bits << 8 | static_cast<unsigned char>(byte)) & 0xFFFFF;
    for (count += 8; count >= 6;) text += kDigits[bits >> (count -= 6) & 63];
  }
  if (count > 0) text += kDigits[bits << (6 - count) & 63];
  return text;
}

std::size_t unknown_piece(const SpmModel& model) {
  for (std::size_t id = 0; id < model.pieces.size(); ++id)
    if (model.pieces[id].type == SpmType::Unknown) return id;
  throw std::runtime_error("the file does not have an unknown piece");
}

Json unigram_json(const SpmModel& model) {
  Json vocabulary = Json::array();
  for (const SpmPiece& piece : model.pieces) {
    Json entry = Json::array({piece.text, double(piece.score)});
    if (piece.type != SpmType::Normal && piece.type != SpmType::UserDefined) entry.push_back(false);
    vocabulary.push_back(std::move(entry));
  }
  return {{"type", "Unigram"},
          {"vocab", std::move(vocabulary)},
          {"unk_id", unknown_piece(model)},
          {"byte_fallback", model.byte_fallback},
          {"single_precision", true}};
}

Json byte_pairs_json(const SpmModel& model) {
  Json vocabulary = Json::object(), scores = Json::array();
  for (const SpmPiece& piece : model.pieces) {
    if (!vocabulary.emplace(piece.text, scores.size()).second)
      throw std::runtime_error("piece " + std::to_string(scores.size()) + " occurs twice");
    scores.push_back(piece.type == SpmType::Normal ? Json(double(piece.score)) : Json());
  }
  return {{"type", "BPE"},
          {"vocab", std::move(vocabulary)},
          {"scores", std::move(scores)},
          {"unk_token", model.pieces[unknown_piece(model)].text},
          {"fuse_unk", true},
          {"byte_fallback", model.byte_fallback}};
}

/// Puts what the user defined into a stage.
void add_user_symbols(const SpmModel& model, Json& stage) {
  Json symbols = Json::array();
  for (const SpmPiece& piece : model.pieces)
    if (piece.type == SpmType::UserDefined) symbols.push_back(piece.text);
  if (!symbols.empty()) stage["user_defined"] = std::move(symbols);
}

Json spm_decoder(const SpmModel& model) {
  Json decoders = Json::array();
  if (model.escape)
    decoders.push_back({{"type", "Replace"}, {"pattern", {{"String", "\u2581"}}}, {"content", " "}});
  decoders.push_back({{"type", "ByteFallback"}});
  decoders.push_back({{"type", "Fuse"}});
  if (model.prefix) decoders.push_back({{"type", "Strip"}, {"content", " "}, {"start", 1}, {"stop", 0}});
  return {{"type", "Sequence"}, {"decoders", std::move(decoders)}};
}

/// <extra_id_0> is the last token, and the others come before it.
Json extra_tokens(const SpmModel& model, const TokenizerSettings& settings) {
  Json tokens = Json::array();
  const Index count = settings.extra_tokens.value_or(0), pieces = count_of(model.pieces);
  for (Index number = 0; number < count; ++number)
    tokens.push_back({{"id", pieces + count - 1 - number},
                      {"content", "<extra_id_" + std::to_string(number) + ">"},
                      {"special", true},
                      {"normalized", false}});
  return tokens;
}

/// The tokens around a text, if the settings ask for them.
Json spm_frame(const SpmModel& model, const TokenizerSettings& settings) {
  Json parts = Json::array(), tokens = Json::object();
  const auto add = [&](const char* name, bool wanted, std::uint64_t id) {
    if (!wanted || id >= model.pieces.size()) return;
    parts.push_back({{"SpecialToken", {{"id", name}}}});
    tokens[name] = {{"ids", Json::array({id})}};
  };
  add("bos", settings.add_bos.value_or(false), model.bos);
  parts.push_back({{"Sequence", {{"id", "A"}}}});
  add("eos", settings.add_eos.value_or(false), model.eos);
  return {
      {"type", "TemplateProcessing"}, {"single", std::move(parts)}, {"special_tokens", std::move(tokens)}};
}

/// Normalizer and decoder.
Json spm_stages(const SpmModel& model) {
  Json file;
  file["normalizer"] = {{"type", "SentencePiece"},
                        {"add_dummy_prefix", model.prefix},
                        {"remove_extra_whitespaces", model.remove_extra},
                        {"escape_whitespaces", model.escape}};
  if (!model.charsmap.empty()) file["normalizer"]["precompiled_charsmap"] = base64(model.charsmap);
  add_user_symbols(model, file["normalizer"]);
  file["decoder"] = spm_decoder(model);
  return file;
}

}  // namespace

Json sentence_piece_tokenizer(std::string_view bytes, TokenizerSettings& settings) {
  const SpmModel model = spm_model(bytes);
  const auto take_name = [&](std::string& name, std::uint64_t id) {
    if (!name.empty() || id >= model.pieces.size()) return;
    const SpmPiece& piece = model.pieces[id];
    if (piece.type == SpmType::Control) name = piece.text;
  };
  take_name(settings.bos, model.bos);
  take_name(settings.eos, model.eos);
  take_name(settings.pad, model.pad);
  Json file = spm_stages(model);
  file["model"] = model.model_type == 1 ? unigram_json(model) : byte_pairs_json(model);
  add_user_symbols(model, file["model"]);
  file["post_processor"] = spm_frame(model, settings);
  if (settings.extra_tokens.value_or(0) > 0) file["added_tokens"] = extra_tokens(model, settings);
  return file;
}

Json marian_tokenizer(std::string_view bytes, const Json& entries, TokenizerSettings& settings) {
  const SpmModel model = spm_model(bytes);
  if (model.model_type != 1)
    throw std::runtime_error(
        "trainer_spec.model_type is 2 (byte pairs), but must be 1 (Unigram) for this model");
  Json file = spm_stages(model), tokens = Json::array();
  file["model"] = unigram_json(model);
  file["model"]["pieces"] = std::move(file["model"]["vocab"]);
  file["model"]["vocab"] = entries;
  add_user_symbols(model, file["model"]);
  if (!entries.contains(settings.eos))
    throw std::runtime_error("the vocabulary does not contain the end token " + settings.eos);
  file["post_processor"] = {
      {"type", "TemplateProcessing"},
      {"single", {{{"Sequence", {{"id", "A"}}}}, {{"SpecialToken", {{"id", settings.eos}}}}}},
      {"special_tokens", {{settings.eos, {{"ids", Json::array({entries[settings.eos]})}}}}}};
  for (const auto& [entry, id] : entries.items())
    if (entry.starts_with(">>") && entry.ends_with("<<"))
      tokens.push_back({{"id", id}, {"content", entry}, {"special", true}, {"normalized", false}});
  if (!tokens.empty()) file["added_tokens"] = std::move(tokens);
  return file;
}

}  // namespace attnlab

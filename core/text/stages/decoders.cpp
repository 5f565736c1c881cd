// Decoders: one row for each type.
#include "core/text/stages/decoders.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/text/byte_letters.h"
#include "core/text/stages/piece_vocabulary.h"
#include "core/text/stages/stage_members.h"
#include "core/text/stages/text_pattern.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

using Json = nlohmann::json;
using Entries = std::vector<std::string>;

constexpr Index kMostStripped = 1 << 20;

struct DecoderRow {
  std::string_view name;
  Decoder (*read)(StageMembers&);
};

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  if (from.empty()) return text;
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

std::string joined_entries(const Entries& entries) {
  std::string all;
  for (const std::string& entry : entries) all += entry;
  return all;
}

Decoder decoder_of_byte_level(StageMembers& members) {
  members.skip({"add_prefix_space", "trim_offsets", "use_regex"});
  return [](Entries& entries) {
    for (std::string& entry : entries) entry = bytes_of_letters(entry).value_or(entry);
    entries = {joined_entries(entries)};
  };
}

Decoder decoder_of_byte_fallback(StageMembers&) {
  return [](Entries& entries) {
    Entries result;
    bool after_byte = false;
    for (const std::string& entry : entries) {
      const auto byte = byte_of_entry(entry);
      if (!byte || !after_byte) result.emplace_back();
      result.back() += byte ? std::string(1, static_cast<char>(*byte)) : entry;
      after_byte = byte.has_value();
    }
    entries = std::move(result);
  };
}

/// Without the spaces that stand between words and signs.
std::string without_spaces_before_signs(std::string text) {
  constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
      {" .", "."},   {" ?", "?"},           {" !", "!"},   {" ,", ","},     {" ' ", "'"},   {" n't", "n't"},
      {" 'm", "'m"}, {" do not", " don't"}, {" 's", "'s"}, {" 've", "'ve"}, {" 're", "'re"}};
  for (const auto& [from, to] : kSigns) text = replaced(std::move(text), from, to);
  return text;
}

Decoder decoder_of_word_piece(StageMembers& members) {
  const std::string prefix = members.text("prefix", "##");
  const bool cleans = members.flag("cleanup", true);
  return [=](Entries& entries) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      std::string& entry = entries[i];
      if (i > 0 && entry.starts_with(prefix))
        entry.erase(0, prefix.size());
      else if (i > 0)
        entry.insert(0, " ");
      if (cleans) entry = without_spaces_before_signs(std::move(entry));
    }
  };
}

Decoder decoder_of_metaspace(StageMembers& members) {
  members.skip({"str_rep", "split"});
  const std::string letter = members.text("replacement", "\u2581");
  const bool older = members.flag("add_prefix_space", true);
  const bool drops_first = members.text("prepend_scheme", older ? "always" : "never") != "never";
  return [=](Entries& entries) {
    for (std::size_t i = 0; i < entries.size(); ++i)
      entries[i] = replaced(std::move(entries[i]), letter, i == 0 && drops_first ? "" : " ");
  };
}

Decoder decoder_of_suffix(StageMembers& members) {
  return [suffix = members.text("suffix", "</w>")](Entries& entries) {
    for (std::size_t i = 0; i < entries.size(); ++i)
      entries[i] = replaced(std::move(entries[i]), suffix, i + 1 == entries.size() ? "" : " ");
  };
}

Decoder decoder_of_fuse(StageMembers&) {
  return [](Entries& entries) { entries = {joined_entries(entries)}; };
}

Decoder decoder_of_strip(StageMembers& members) {
  const std::string content = members.text("content");
  if (content.empty() || decode_utf8(content).size != content.size())
    members.refuse("content", "one character");
  const Index first = members.count("start", 0, kMostStripped),
              last = members.count("stop", 0, kMostStripped);
  return [=](Entries& entries) {
    for (std::string& entry : entries) {
      for (Index i = 0; i < first && entry.starts_with(content); ++i) entry.erase(0, content.size());
      for (Index i = 0; i < last && entry.ends_with(content); ++i)
        entry.resize(entry.size() - content.size());
    }
  };
}

Decoder decoder_of_replace(StageMembers& members) {
  const std::string content = members.text("content");
  return [content, pattern = pattern_from(members, "pattern")](Entries& entries) {
    for (std::string& entry : entries) {
      std::string result;
      std::size_t at = 0;
      for (const auto& [begin, end] : pattern.matches(entry)) {
        result.append(entry, at, begin - at) += content;
        at = end;
      }
      entry = result.append(entry, at);
    }
  };
}

Decoder decoder_of_decoders(StageMembers& members) {
  const Json& list = members.at("decoders");
  if (!list.is_array()) members.refuse("decoders", "an array");
  std::vector<Decoder> all;
  for (const Json& json : list)
    all.push_back(decoder_from(json, members.path_of("decoders") + "[" + std::to_string(all.size()) + "]"));
  return [all = std::move(all)](Entries& entries) {
    for (const Decoder& decode : all) decode(entries);
  };
}

const DecoderRow kDecoders[] = {
    {"Sequence", decoder_of_decoders},
    {"ByteLevel", decoder_of_byte_level},
    {"ByteFallback", decoder_of_byte_fallback},
    {"WordPiece", decoder_of_word_piece},
    {"Metaspace", decoder_of_metaspace},
    {"Fuse", decoder_of_fuse},
    {"Strip", decoder_of_strip},
    {"Replace", decoder_of_replace},
    {"BPEDecoder", decoder_of_suffix},
};

}  // namespace

Decoder decoder_from(const Json& json, const std::string& path) {
  if (json.is_null())
    return [](Entries& entries) {
      for (std::size_t i = 1; i < entries.size(); ++i) entries[i].insert(0, " ");
    };
  StageMembers members(json, path);
  Decoder decoder = stage_row(kDecoders, members).read(members);
  members.done();
  return decoder;
}

}  // namespace attnlab

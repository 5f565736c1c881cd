// Pre-tokenizers: one row for each type.
#include "core/text/stages/pre_tokenizers.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/config/nearest.h"
#include "core/text/byte_letters.h"
#include "core/text/chunks.h"
#include "core/text/stages/split.h"
#include "core/text/stages/stage_members.h"
#include "core/text/stages/text_pattern.h"
#include "core/text/stages/unicode_classes.h"

namespace attnlab {
namespace {

using Json = nlohmann::json;
using CutWords = std::vector<AlignedText>;

struct PreTokenizerRow {
  std::string_view name;
  PreTokenizer (*read)(StageMembers&);
};

/// Replaces each piece by what `cut(piece, pieces)` appends.
template <typename Cut>
PreTokenizer each_word_cut(const Cut& cut) {
  return [cut](CutWords& pieces) {
    CutWords result;
    for (AlignedText& piece : pieces) cut(piece, result);
    pieces = std::move(result);
  };
}

/// Cuts at the characters for which `is` holds.
template <typename Is>
PreTokenizer cut_at_characters(SplitBehaviour behaviour, const Is& is) {
  return each_word_cut([=](const AlignedText& text, CutWords& pieces) {
    split_at(text, characters_that(text.text, is), behaviour, pieces);
  });
}

bool is_of_a_number(char32_t value) { return has_category(value, 'N'); }

SplitBehaviour behaviour_from(StageMembers& members, std::string_view usual) {
  const std::string name = members.text("behavior", usual);
  const auto row = std::ranges::find(kSplitBehaviours, name, &SplitBehaviourKind::name);
  if (row != std::end(kSplitBehaviours)) return row->behaviour;
  std::vector<std::string> names;
  for (const SplitBehaviourKind& kind : kSplitBehaviours) names.emplace_back(kind.name);
  members.refuse("behavior", either_of(names));
}

PreTokenizer cutter_of_white_space_split(StageMembers&) {
  return cut_at_characters(SplitBehaviour::Removed, is_white_space);
}

/// Runs of word characters and runs of signs, as Rust's regular expressions have \w and \s, not Oniguruma's.
PreTokenizer cutter_of_white_space(StageMembers&) {
  const auto is_other = [](char32_t value) { return !is_regex_word(value); };
  const PreTokenizer words = cut_at_characters(SplitBehaviour::Contiguous, is_other),
                     spaces = cut_at_characters(SplitBehaviour::Removed, is_white_space);
  return [=](CutWords& pieces) {
    spaces(pieces);
    words(pieces);
  };
}

PreTokenizer cutter_of_bert(StageMembers&) {
  const PreTokenizer words = cut_at_characters(SplitBehaviour::Removed, is_white_space),
                     signs = cut_at_characters(SplitBehaviour::Isolated, is_punctuation_sign);
  return [=](CutWords& pieces) {
    words(pieces);
    signs(pieces);
  };
}

PreTokenizer cutter_of_punctuation(StageMembers& members) {
  return cut_at_characters(behaviour_from(members, "Isolated"), is_punctuation_sign);
}

PreTokenizer cutter_of_digits(StageMembers& members) {
  const bool each = members.flag("individual_digits", false);
  return cut_at_characters(each ? SplitBehaviour::Isolated : SplitBehaviour::Contiguous, is_of_a_number);
}

PreTokenizer cutter_of_delimiter(StageMembers& members) {
  const std::string delimiter = members.text("delimiter");
  const CodePoint point = decode_utf8(delimiter);
  if (!point.valid || point.size != delimiter.size()) members.refuse("delimiter", "one character");
  return cut_at_characters(SplitBehaviour::Removed, [=](char32_t value) { return value == point.value; });
}

PreTokenizer cutter_of_split(StageMembers& members) {
  const SplitBehaviour behaviour = behaviour_from(members, "");
  const bool invert = members.flag("invert", false);
  return each_word_cut(
      [=, pattern = pattern_from(members, "pattern")](const AlignedText& text, CutWords& pieces) {
        split_at(text, pattern.matches(text.text), behaviour, pieces, invert);
      });
}

/// The letters of the bytes. Bytes of one character have places of their own where nothing was normalized.
AlignedText in_byte_letters(const AlignedText& text) {
  AlignedText letters;
  for (std::size_t i = 0; i < text.size(); ++i)
    letters.add(encode_utf8(letter_of_byte(static_cast<unsigned char>(text.text[i]))), text.from[i]);
  return letters;
}

PreTokenizer cutter_of_byte_level(StageMembers& members) {
  members.skip({"trim_offsets"});
  const bool prefix = members.flag("add_prefix_space", true), cuts = members.flag("use_regex", true);
  return each_word_cut([=](AlignedText& text, CutWords& pieces) {
    if (prefix && !text.text.starts_with(' ')) text.prepend(" ");
    if (!cuts) return pieces.push_back(in_byte_letters(text));
    std::size_t at = 0;
    for (std::string_view rest = text.text; !rest.empty();) {
      const std::size_t size = next_chunk(rest, ChunkRule::Gpt2).size();
      pieces.push_back(in_byte_letters(text.part(at, size)));
      at += size;
    }
  });
}

/// Where a space is put in front.
enum class PrependScheme { Always, First, Never };

PrependScheme scheme_from(StageMembers& members) {
  const bool older = members.flag("add_prefix_space", true);
  const std::string name = members.text("prepend_scheme", older ? "always" : "never");
  if (name == "always") return PrependScheme::Always;
  if (name == "first") return PrependScheme::First;
  if (name != "never") members.refuse("prepend_scheme", "always, first or never");
  return PrependScheme::Never;
}

AlignedText with_spaces_as(const AlignedText& text, const std::string& letter) {
  AlignedText result;
  each_character(text.text, [&](CodePoint point, std::size_t at, std::string_view bytes) {
    if (point.valid && point.value == ' ')
      result.add(letter, text.span(at, 1));
    else
      result.add(text, at, bytes.size());
  });
  return result;
}

PreTokenizer cutter_of_metaspace(StageMembers& members) {
  members.skip({"str_rep"});
  const std::string letter = members.text("replacement", "\u2581");
  const CodePoint point = decode_utf8(letter);
  if (!point.valid || point.size != letter.size()) members.refuse("replacement", "one character");
  const PrependScheme scheme = scheme_from(members);
  const bool cuts = members.flag("split", true);
  return each_word_cut([=](const AlignedText& piece, CutWords& pieces) {
    AlignedText text = with_spaces_as(piece, letter);
    const bool first = text.empty() || text.from.front().begin == 0;
    const bool wanted = scheme == PrependScheme::Always || (scheme == PrependScheme::First && first);
    if (wanted && !text.text.starts_with(letter)) text.prepend(letter);
    if (!cuts) return pieces.push_back(std::move(text));
    const auto is_letter = [&](char32_t value) { return value == point.value; };
    split_at(text, characters_that(text.text, is_letter), SplitBehaviour::MergedWithNext, pieces);
  });
}

PreTokenizer cutter_of_pre_tokenizers(StageMembers& members) {
  const Json& list = members.at("pretokenizers");
  if (!list.is_array()) members.refuse("pretokenizers", "an array");
  std::vector<PreTokenizer> all;
  for (const Json& json : list)
    all.push_back(
        pre_tokenizer_from(json, members.path_of("pretokenizers") + "[" + std::to_string(all.size()) + "]"));
  return [all = std::move(all)](CutWords& pieces) {
    for (const PreTokenizer& cut : all) cut(pieces);
  };
}

const PreTokenizerRow kPreTokenizers[] = {
    {"Sequence", cutter_of_pre_tokenizers},
    {"ByteLevel", cutter_of_byte_level},
    {"BertPreTokenizer", cutter_of_bert},
    {"Whitespace", cutter_of_white_space},
    {"WhitespaceSplit", cutter_of_white_space_split},
    {"Metaspace", cutter_of_metaspace},
    {"Split", cutter_of_split},
    {"Digits", cutter_of_digits},
    {"Punctuation", cutter_of_punctuation},
    {"CharDelimiterSplit", cutter_of_delimiter},
};

}  // namespace

PreTokenizer pre_tokenizer_from(const Json& json, const std::string& path) {
  if (json.is_null()) return [](CutWords&) {};
  StageMembers members(json, path);
  PreTokenizer pre_tokenizer = stage_row(kPreTokenizers, members).read(members);
  members.done();
  return pre_tokenizer;
}

}  // namespace attnlab

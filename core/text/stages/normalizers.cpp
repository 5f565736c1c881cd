// Normalizers: one row for each type.
#include "core/text/stages/normalizers.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/text/stages/charsmap.h"
#include "core/text/stages/normal_form.h"
#include "core/text/stages/stage_members.h"
#include "core/text/stages/text_pattern.h"
#include "core/text/stages/unicode_classes.h"

namespace attnlab {
namespace {

using Json = nlohmann::json;

struct NormalizerRow {
  std::string_view name;
  Normalizer (*read)(StageMembers&);
};

/// `text` with what `change(character, its bytes)` makes of each character; bytes that are not UTF-8 stay.
template <typename Change>
AlignedText each_changed(const AlignedText& text, const Change& change) {
  AlignedText result;
  each_character(text.text, [&](CodePoint point, std::size_t at, std::string_view bytes) {
    if (!point.valid) return result.add(text, at, 1);
    const std::string made = change(point.value, bytes);
    if (made == bytes)
      result.add(text, at, bytes.size());
    else
      result.add(made, text.span(at, bytes.size()));
  });
  return result;
}

std::string encoded(const std::u32string& characters) {
  std::string text;
  for (const char32_t value : characters) text += encode_utf8(value);
  return text;
}

AlignedText in_lower_case(const AlignedText& text) {
  return each_changed(text, [](char32_t value, std::string_view) { return encoded(lower_of(value)); });
}

/// Without the characters of a category, "M" or "Mn".
AlignedText without(const AlignedText& text, std::string_view category) {
  return each_changed(text, [=](char32_t value, std::string_view bytes) {
    return std::string_view(category_name(value)).starts_with(category) ? std::string() : std::string(bytes);
  });
}

template <NormalForm form>
Normalizer normalizer_of_form(StageMembers&) {
  return [](AlignedText& text) { text = normal_form(text, form); };
}

Normalizer normalizer_of_lowercase(StageMembers&) {
  return [](AlignedText& text) { text = in_lower_case(text); };
}

Normalizer normalizer_of_strip_accents(StageMembers&) {
  return [](AlignedText& text) { text = without(text, "M"); };
}

bool is_kept_white_space(char32_t value) { return value == '\t' || value == '\n' || value == '\r'; }

bool is_dropped(char32_t value) {
  return has_category(value, 'C') && category_name(value) != std::string_view("Cn");
}

/// Without controls, formats and characters of private use; any white space as a space. What is no character
/// yet stays, as newer emoji do.
AlignedText cleaned(const AlignedText& text) {
  return each_changed(text, [](char32_t value, std::string_view bytes) -> std::string {
    if (is_kept_white_space(value)) return " ";
    if (value == 0 || value == 0xFFFD || is_dropped(value)) return "";
    return is_white_space(value) ? " " : std::string(bytes);
  });
}

/// Characters of the blocks of CJK ideographs, as BERT lists them.
bool is_ideograph(char32_t value) {
  constexpr std::pair<char32_t, char32_t> kBlocks[] = {
      {0x4E00, 0x9FFF},   {0x3400, 0x4DBF},   {0x20000, 0x2A6DF}, {0x2A700, 0x2B73F},
      {0x2B740, 0x2B81F}, {0x2B920, 0x2CEAF}, {0xF900, 0xFAFF},   {0x2F800, 0x2FA1F}};
  return std::ranges::any_of(kBlocks, [=](const auto& b) { return value >= b.first && value <= b.second; });
}

AlignedText with_spaced_ideographs(const AlignedText& text) {
  AlignedText result;
  each_character(text.text, [&](CodePoint point, std::size_t at, std::string_view bytes) {
    const bool spaced = point.valid && is_ideograph(point.value);
    const TextSpan span = text.span(at, bytes.size());
    if (spaced) result.add(" ", {span.begin, span.begin});
    result.add(text, at, bytes.size());
    if (spaced) result.add(" ", {span.end, span.end});
  });
  return result;
}

Normalizer normalizer_of_bert(StageMembers& members) {
  const bool clean = members.flag("clean_text", true),
             ideographs = members.flag("handle_chinese_chars", true), lower = members.flag("lowercase", true),
             strip = members.flag("strip_accents", lower);
  return [=](AlignedText& text) {
    if (clean) text = cleaned(text);
    if (ideographs) text = with_spaced_ideographs(text);
    if (strip) text = without(normal_form(text, NormalForm::Nfd), "Mn");
    if (lower) text = in_lower_case(text);
  };
}

Normalizer normalizer_of_replace(StageMembers& members) {
  const std::string content = members.text("content");
  return [pattern = pattern_from(members, "pattern"), content](AlignedText& text) {
    AlignedText result;
    std::size_t at = 0;
    for (const auto& [begin, end] : pattern.matches(text.text)) {
      result.add(text, at, begin - at);
      result.add(content, text.span(begin, end - begin));
      at = end;
    }
    result.add(text, at, text.size() - at);
    text = std::move(result);
  };
}

Normalizer normalizer_of_prepend(StageMembers& members) {
  return [prefix = members.text("prepend")](AlignedText& text) {
    if (!text.empty()) text.prepend(prefix);
  };
}

Normalizer normalizer_of_strip(StageMembers& members) {
  const bool left = members.flag("strip_left", true), right = members.flag("strip_right", true);
  return [=](AlignedText& text) {
    std::size_t first = text.size(), last = 0;
    each_character(text.text, [&](CodePoint point, std::size_t at, std::string_view bytes) {
      if (point.valid && is_white_space(point.value)) return;
      first = std::min(first, at);
      last = at + bytes.size();
    });
    const std::size_t begin = left ? first : 0, end = right ? std::max(last, begin) : text.size();
    text = text.part(begin, end - begin);
  };
}

Normalizer normalizer_of_nmt(StageMembers&) {
  return [](AlignedText& text) { text = without_nmt_controls(text); };
}

Normalizer normalizer_of_precompiled(StageMembers& members) {
  return charsmap_normalizer(members.at("precompiled_charsmap"), members.path_of("precompiled_charsmap"));
}

/// As SentencePiece itself normalizes: not a type of other programs' files, but what is read of
/// tokenizer.model. What its user defined stays as it is.
Normalizer normalizer_of_sentence_piece(StageMembers& members) {
  const Json* const map = members.find("precompiled_charsmap");
  UserSymbols whole = UserSymbols::from(members);
  const Normalizer mapped =
      map ? charsmap_normalizer(*map, members.path_of("precompiled_charsmap"), std::move(whole))
          : [](AlignedText&) {};
  const SentencePieceSpaces spaces{members.flag("add_dummy_prefix", true),
                                   members.flag("remove_extra_whitespaces", true),
                                   members.flag("escape_whitespaces", true)};
  return [mapped, spaces](AlignedText& text) {
    mapped(text);
    text = with_sentence_piece_spaces(text, spaces);
  };
}

Normalizer normalizer_of_normalizers(StageMembers& members) {
  const Json& list = members.at("normalizers");
  if (!list.is_array()) members.refuse("normalizers", "an array");
  std::vector<Normalizer> all;
  for (const Json& json : list)
    all.push_back(
        normalizer_from(json, members.path_of("normalizers") + "[" + std::to_string(all.size()) + "]"));
  return [all = std::move(all)](AlignedText& text) {
    for (const Normalizer& normalize : all) normalize(text);
  };
}

const NormalizerRow kNormalizers[] = {
    {"Sequence", normalizer_of_normalizers},
    {"BertNormalizer", normalizer_of_bert},
    {"NFC", normalizer_of_form<NormalForm::Nfc>},
    {"NFD", normalizer_of_form<NormalForm::Nfd>},
    {"NFKC", normalizer_of_form<NormalForm::Nfkc>},
    {"NFKD", normalizer_of_form<NormalForm::Nfkd>},
    {"Lowercase", normalizer_of_lowercase},
    {"StripAccents", normalizer_of_strip_accents},
    {"Strip", normalizer_of_strip},
    {"Replace", normalizer_of_replace},
    {"Prepend", normalizer_of_prepend},
    {"Nmt", normalizer_of_nmt},
    {"Precompiled", normalizer_of_precompiled},
    {"SentencePiece", normalizer_of_sentence_piece},
};

}  // namespace

Normalizer normalizer_from(const Json& json, const std::string& path) {
  if (json.is_null()) return [](AlignedText&) {};
  StageMembers members(json, path);
  Normalizer normalizer = stage_row(kNormalizers, members).read(members);
  members.done();
  return normalizer;
}

}  // namespace attnlab

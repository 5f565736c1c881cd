// Text features: their rows, and Pearson's correlation.
#include "core/analysis/text_features.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/text/utf8.h"

namespace attnlab {

namespace {

using FeatureValues = std::vector<double>;
using FeaturePieces = std::span<const Piece>;

char32_t first_letter_of(const Piece& piece) { return decode_utf8(piece.text).value; }
bool is_letter_of(char32_t letter, std::u32string_view letters) {
  return letters.find(letter) != std::u32string_view::npos;
}
bool is_blank(const Piece& piece) { return !piece.text.empty() && is_white_space(first_letter_of(piece)); }
bool ends_sentence(const Piece& piece) {
  return !piece.text.empty() && is_letter_of(first_letter_of(piece), U".!?");
}

template <typename Is>
FeatureValues tokens_where(FeaturePieces text, const Is& is) {
  FeatureValues values;
  for (const Piece& piece : text) values.push_back(!piece.text.empty() && is(piece) ? 1 : 0);
  return values;
}

/// How many tokens were read since one that `ends`, itself 0.
template <typename Ends>
FeatureValues tokens_since(FeaturePieces text, const Ends& ends) {
  FeatureValues values;
  double count = 0;
  for (const Piece& piece : text) values.push_back(ends(piece) ? count = 0 : ++count);
  return values;
}

FeatureValues position_numbers(FeaturePieces text, Index) {
  FeatureValues values(text.size());
  std::iota(values.begin(), values.end(), 0.0);
  return values;
}

FeatureValues same_token(FeaturePieces text, Index selected) {
  if (selected < 0 || selected >= std::ssize(text)) return FeatureValues(text.size(), 0.0);
  const std::string& wanted = text[selected].text;
  return tokens_where(text, [&](const Piece& piece) { return piece.text == wanted; });
}

/// Opened minus closed brackets up to the token; a bracket stands as deep as what it encloses.
FeatureValues bracket_depth(FeaturePieces text, Index) {
  FeatureValues values;
  double depth = 0;
  for (const Piece& piece : text) {
    const char32_t letter = piece.text.empty() ? U'\0' : first_letter_of(piece);
    const bool closes = is_letter_of(letter, U")]}>");
    if (is_letter_of(letter, U"([{<")) ++depth;
    values.push_back(depth);
    if (closes) --depth;
  }
  return values;
}

/// 1 from an opening quotation mark to before the closing one.
FeatureValues quoted_tokens(FeaturePieces text, Index) {
  FeatureValues values;
  bool inside = false;
  for (const Piece& piece : text) {
    const char32_t letter = piece.text.empty() ? U'\0' : first_letter_of(piece);
    if (letter == U'"') inside = !inside;
    if (letter == U'“') inside = true;
    if (letter == U'”') inside = false;
    values.push_back(inside ? 1 : 0);
  }
  return values;
}

FeatureValues vowel_tokens(FeaturePieces text, Index) {
  return tokens_where(text, [](const Piece& piece) {
    return piece.text.size() == 1 && is_letter_of(first_letter_of(piece), U"aeiouAEIOU");
  });
}
FeatureValues blank_tokens(FeaturePieces text, Index) { return tokens_where(text, is_blank); }
FeatureValues since_blank(FeaturePieces text, Index) {
  const bool any = std::ranges::any_of(text, is_blank);
  return any ? tokens_since(text, is_blank) : FeatureValues(text.size(), 0.0);
}
FeatureValues since_sentence(FeaturePieces text, Index) {
  const bool any = std::ranges::any_of(text, ends_sentence);
  return any ? tokens_since(text, ends_sentence) : FeatureValues(text.size(), 0.0);
}
FeatureValues capital_tokens(FeaturePieces text, Index) {
  return tokens_where(text, [](const Piece& piece) { return lower_case(piece.text) != piece.text; });
}
FeatureValues digit_tokens(FeaturePieces text, Index) {
  return tokens_where(text,
                      [](const Piece& piece) { return is_letter_of(first_letter_of(piece), U"0123456789"); });
}
FeatureValues punctuation_tokens(FeaturePieces text, Index) {
  return tokens_where(text, [](const Piece& piece) {
    return !is_white_space(first_letter_of(piece)) && !is_word_character(first_letter_of(piece));
  });
}

}  // namespace

std::span<const TextFeature> text_features() {
  static constexpr TextFeature kFeatures[] = {
      {"position", tr_mark("position"), tr_mark("the position, counted from 0"), position_numbers},
      {"token", tr_mark("the selected token"), tr_mark("1 at the selected token, 0 elsewhere"), same_token},
      {"depth", tr_mark("bracket depth"), tr_mark("how many brackets are open; a bracket counts itself"),
       bracket_depth},
      {"quotes", tr_mark("within quotation marks"),
       tr_mark("1 from an opening quotation mark until just before the closing one, 0 elsewhere"),
       quoted_tokens},
      {"vowel", tr_mark("vowels"), tr_mark("1 at a, e, i, o and u, 0 elsewhere"), vowel_tokens},
      {"space", tr_mark("spaces"), tr_mark("1 at white space, 0 elsewhere"), blank_tokens},
      {"word", tr_mark("letters since a space"), tr_mark("how many tokens were read since the last space"),
       since_blank},
      {"sentence", tr_mark("tokens since the end of a sentence"),
       tr_mark("how many tokens were read since the last . ! or ?"), since_sentence},
      {"capital", tr_mark("capitals"), tr_mark("1 at a token with a capital letter, 0 elsewhere"),
       capital_tokens},
      {"digit", tr_mark("digits"), tr_mark("1 at a token that begins with a digit, 0 elsewhere"),
       digit_tokens},
      {"punctuation", tr_mark("punctuation"),
       tr_mark("1 at a token that begins with a sign other than a letter, digit or space, 0 elsewhere"),
       punctuation_tokens},
  };
  return kFeatures;
}

const TextFeature& text_feature(std::string_view name) {
  return row_named(text_features(), "feature of a text", name);
}

bool varies(std::span<const double> values) {
  return std::ranges::any_of(values, [&](double value) { return value != values.front(); });
}

double correlation(std::span<const double> a, std::span<const double> b) {
  if (a.size() != b.size() || !varies(a) || !varies(b)) return std::numeric_limits<double>::quiet_NaN();
  const auto n = double(a.size());
  const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / n,
               mean_b = std::accumulate(b.begin(), b.end(), 0.0) / n;
  double both = 0, of_a = 0, of_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    both += (a[i] - mean_a) * (b[i] - mean_b);
    of_a += (a[i] - mean_a) * (a[i] - mean_a);
    of_b += (b[i] - mean_b) * (b[i] - mean_b);
  }
  return std::clamp(both / std::sqrt(of_a * of_b), -1.0, 1.0);
}

std::vector<FollowingUnit> units_following(std::span<const Real> state, Index units,
                                           std::span<const double> feature) {
  std::vector<FollowingUnit> all;
  FeatureValues series(feature.size());
  for (Index unit = 0; unit < units; ++unit) {
    for (std::size_t t = 0; t < series.size(); ++t)
      series[t] = double(state[t * static_cast<std::size_t>(units) + static_cast<std::size_t>(unit)]);
    all.push_back({unit, correlation(series, feature)});
  }
  std::ranges::stable_sort(all, [](const FollowingUnit& a, const FollowingUnit& b) {
    if (std::isnan(a.correlation) || std::isnan(b.correlation))
      return !std::isnan(a.correlation) && std::isnan(b.correlation);
    return a.correlation > b.correlation;
  });
  return all;
}

}  // namespace attnlab

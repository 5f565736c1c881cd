// Size terms: the letters of each parameter's site, and sums of products.
#include "core/models/sizes/size_terms.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/language/messages.h"
#include "core/layers/alignment_sites.h"
#include "core/layers/attention_sites.h"
#include "core/layers/feed_forward_sites.h"
#include "core/layers/norm_sites.h"
#include "core/layers/output_layer_sites.h"
#include "core/layers/relative_bias.h"
#include "core/models/model_sites.h"
#include "core/ops/recurrent/cell_sites.h"

namespace attnlab {

namespace {

constexpr SizeLetter kWidthLetter{"d", tr_mark("width"), [](const ModelConfig& c) { return c.width; }};
constexpr SizeLetter kFeedForwardLetter{"F", tr_mark("feed-forward width"),
                                        [](const ModelConfig& c) { return c.feed_forward; }};
constexpr SizeLetter kKeyWidthLetter{"G", tr_mark("total width of all key and value heads"),
                                     [](const ModelConfig& c) { return c.key_heads() * c.head_size(); }};
constexpr SizeLetter kHeadsWidthLetter{"A", tr_mark("total width of all heads"),
                                       [](const ModelConfig& c) { return c.heads * c.head_size(); }};
constexpr SizeLetter kSegmentsLetter{"s", tr_mark("segments"),
                                     [](const ModelConfig& c) { return c.segments; }};
constexpr SizeLetter kVocabularyLetter{"V", tr_mark("vocabulary"),
                                       [](const ModelConfig& c) { return c.target_vocabulary; }};
constexpr SizeLetter kSourceVocabularyLetter{"S", tr_mark("source vocabulary"),
                                             [](const ModelConfig& c) { return c.source_vocabulary; }};
constexpr SizeLetter kPositionsLetter{"n", tr_mark("positions"), longest_target};
constexpr SizeLetter kPatchesLetter{"N", tr_mark("patches of a picture"), longest_source};
constexpr SizeLetter kPatchLetter{"P", tr_mark("pixels of a patch"), [](const ModelConfig& c) {
                                    return c.picture_channels * c.patch_size * c.patch_size;
                                  }};
constexpr SizeLetter kPixelsLetter{"I", tr_mark("pixels of a picture"), [](const ModelConfig& c) {
                                     return c.picture_channels * c.picture_size * c.picture_size;
                                   }};
constexpr SizeLetter kFeaturesLetter{"f", tr_mark("features"),
                                     [](const ModelConfig& c) { return c.context; }};
constexpr SizeLetter kHeadsLetter{"H", tr_mark("heads"), [](const ModelConfig& c) { return c.heads; }};
constexpr SizeLetter kExpertsLetter{"E", tr_mark("experts"), [](const ModelConfig& c) { return c.experts; }};

/// In the order in which products are written: 2·d·F, V·d.
constexpr std::array kLetterOrder{&kVocabularyLetter, &kSourceVocabularyLetter,
                                  &kPositionsLetter,  &kPatchesLetter,
                                  &kFeaturesLetter,   &kExpertsLetter,
                                  &kSegmentsLetter,   &kHeadsLetter,
                                  &kHeadsWidthLetter, &kWidthLetter,
                                  &kKeyWidthLetter,   &kPatchLetter,
                                  &kPixelsLetter,     &kFeedForwardLetter};

/// By which letter each axis of a parameter is counted. An axis without a letter is a number of its own, and
/// an axis may be a multiple of its letter, as where a layer reads two vectors side by side.
struct SiteLetters {
  const Site* site;
  const SizeLetter* rows = nullptr;
  const SizeLetter* columns = nullptr;
};

constexpr SiteLetters kSiteLetters[] = {
    {&input_sites::kEmbeddingWeight, &kVocabularyLetter, &kWidthLetter},
    {&input_sites::kPositionsWeight, &kPositionsLetter, &kWidthLetter},
    {&input_sites::kSegmentsWeight, &kSegmentsLetter, &kWidthLetter},
    {&input_sites::kClassToken, &kWidthLetter},
    {&model_sites::kFeatureWeight, &kFeaturesLetter, &kWidthLetter},
    {&model_sites::kNumberBias, &kFeaturesLetter},
    {&model_sites::kProjectionWeight, &kWidthLetter, &kPatchLetter},
    {&model_sites::kProjectionBias, &kWidthLetter},
    {&model_sites::kVectorWeight, &kWidthLetter, &kPixelsLetter},
    {&model_sites::kVectorBias, &kWidthLetter},
    {&attention_sites::kQueryWeight, &kHeadsWidthLetter, &kWidthLetter},
    {&attention_sites::kKeyWeight, &kKeyWidthLetter, &kWidthLetter},
    {&attention_sites::kValueWeight, &kKeyWidthLetter, &kWidthLetter},
    {&attention_sites::kOutputWeight, &kWidthLetter, &kHeadsWidthLetter},
    {&attention_sites::kQueryBias, &kHeadsWidthLetter},
    {&attention_sites::kKeyBias, &kKeyWidthLetter},
    {&attention_sites::kValueBias, &kKeyWidthLetter},
    {&attention_sites::kOutputBias, &kWidthLetter},
    {&relative_bias_sites::kRelativeBiasWeight, nullptr, &kHeadsLetter},
    {&feed_forward_sites::kExpandWeight, &kFeedForwardLetter, &kWidthLetter},
    {&feed_forward_sites::kGateWeight, &kFeedForwardLetter, &kWidthLetter},
    {&feed_forward_sites::kUpWeight, &kFeedForwardLetter, &kWidthLetter},
    {&feed_forward_sites::kContractWeight, &kWidthLetter, &kFeedForwardLetter},
    {&feed_forward_sites::kExpandBias, &kFeedForwardLetter},
    {&feed_forward_sites::kGateBias, &kFeedForwardLetter},
    {&feed_forward_sites::kUpBias, &kFeedForwardLetter},
    {&feed_forward_sites::kContractBias, &kWidthLetter},
    {&expert_sites::kRouterWeight, &kExpertsLetter, &kWidthLetter},
    {&norm_sites::kGamma, &kWidthLetter},
    {&norm_sites::kBeta, &kWidthLetter},
    {&norm_sites::kRmsGamma, &kWidthLetter},
    {&cell_sites::kInputWeight, &kWidthLetter, &kWidthLetter},
    {&cell_sites::kRecurrentWeight, &kWidthLetter, &kWidthLetter},
    {&cell_sites::kContextWeight, &kWidthLetter, &kWidthLetter},
    {&cell_sites::kBias, &kWidthLetter},
    {&cell_sites::kRecurrentBias, &kWidthLetter},
    {&alignment_sites::kQueryWeight, &kWidthLetter, &kWidthLetter},
    {&alignment_sites::kKeyWeight, &kWidthLetter, &kWidthLetter},
    {&alignment_sites::kScoreWeight, nullptr, &kWidthLetter},
    {&alignment_sites::kCombineWeight, &kWidthLetter, &kWidthLetter},
    {&alignment_sites::kCombineBias, &kWidthLetter},
    {&model_sites::kHiddenBridgeWeight, &kWidthLetter, &kWidthLetter},
    {&model_sites::kHiddenBridgeBias, &kWidthLetter},
    {&model_sites::kCellBridgeWeight, &kWidthLetter, &kWidthLetter},
    {&model_sites::kCellBridgeBias, &kWidthLetter},
    {&model_sites::kPictureStateWeight, &kWidthLetter, &kWidthLetter},
    {&model_sites::kPictureStateBias, &kWidthLetter},
    {&model_sites::kPictureCellWeight, &kWidthLetter, &kWidthLetter},
    {&model_sites::kPictureCellBias, &kWidthLetter},
    {&model_sites::kDenseWeight, &kWidthLetter, &kWidthLetter},
    {&model_sites::kDenseBias, &kWidthLetter},
    {&model_sites::kOutputWeight, &kVocabularyLetter, &kWidthLetter},
    {&model_sites::kOutputBias, &kVocabularyLetter},
};

const SiteLetters& letters_at(const Parameter& parameter) {
  const auto found = std::ranges::find(kSiteLetters, parameter.site, &SiteLetters::site);
  if (found == std::end(kSiteLetters))
    throw std::logic_error("the size table does not cover " + parameter.name);
  return *found;
}

/// The letter that a model of `config` needs: one for two sizes that are the same by the model's options.
const SizeLetter* own_letter(const SizeLetter* letter, const Parameter& parameter,
                             const ModelConfig& config) {
  if (letter == &kKeyWidthLetter && config.key_heads() == config.heads) letter = &kHeadsWidthLetter;
  if (letter == &kHeadsWidthLetter && config.heads * config.head_size() == config.width) return &kWidthLetter;
  if (letter == &kPositionsLetter && config.padding_token >= 0) return nullptr;  // a row more than positions
  const bool of_patches = letter == &kPositionsLetter && parameter.place.text() == Text::Source;
  if (of_patches && longest_source(config) != longest_target(config)) return &kPatchesLetter;
  const bool reads = letter == &kVocabularyLetter && parameter.place.text() == Text::Source;
  if (reads && config.source_vocabulary != config.target_vocabulary) return &kSourceVocabularyLetter;
  return letter;
}

auto place_in_order(const SizeLetter* letter) { return std::ranges::find(kLetterOrder, letter); }

void sort_letters(SizeTerm& term) { std::ranges::sort(term.letters, {}, place_in_order); }

bool stands_before(const SizeTerm& a, const SizeTerm& b) {
  if (a.letters.size() != b.letters.size()) return a.letters.size() > b.letters.size();
  return std::ranges::lexicographical_compare(a.letters, b.letters, {}, place_in_order, place_in_order);
}

}  // namespace

SizeTerm cells_of(const Parameter& parameter, const ModelConfig& config) {
  const SiteLetters& site = letters_at(parameter);
  const std::array letters{site.rows, site.columns};
  SizeTerm term;
  for (int axis = 0; axis < parameter.shape.rank(); ++axis) {
    const SizeLetter* letter = own_letter(letters.at(static_cast<std::size_t>(axis)), parameter, config);
    const Index value = letter ? letter->value(config) : 1;
    if (parameter.shape[axis] % value != 0)
      throw std::logic_error(parameter.name + " is not a multiple of " + std::string(letter->meaning));
    term.count *= parameter.shape[axis] / value;
    if (letter) term.letters.push_back(letter);
  }
  sort_letters(term);
  return term;
}

void add_term(SizeTerms& terms, const SizeTerm& term) {
  const auto same = std::ranges::find(terms, term.letters, &SizeTerm::letters);
  if (same != terms.end()) {
    same->count += term.count;
  } else {
    terms.insert(std::ranges::upper_bound(terms, term, stands_before), term);
  }
}

Index value_of(const SizeTerms& terms, const ModelConfig& config) {
  Index sum = 0;
  for (const SizeTerm& term : terms) {
    Index product = term.count;
    for (const SizeLetter* letter : term.letters) product *= letter->value(config);
    sum += product;
  }
  return sum;
}

SizeTerms in_widths(const SizeTerms& terms, const ModelConfig& config) {
  SizeTerms all;
  for (SizeTerm term : terms) {
    for (const SizeLetter*& letter : term.letters) {
      if (letter != &kFeedForwardLetter || letter->value(config) % config.width != 0) continue;
      term.count *= letter->value(config) / config.width;
      letter = &kWidthLetter;
    }
    sort_letters(term);
    add_term(all, term);
  }
  return all;
}

std::vector<const SizeLetter*> letters_of(const SizeTerms& terms) {
  std::vector<const SizeLetter*> found;
  for (const SizeLetter* letter : kLetterOrder)
    if (std::ranges::any_of(
            terms, [&](const SizeTerm& term) { return std::ranges::count(term.letters, letter) > 0; }))
      found.push_back(letter);
  return found;
}

}  // namespace attnlab

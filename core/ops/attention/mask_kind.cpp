// The rows of all kinds of masks.
#include "core/ops/attention/mask_kind.h"

#include <algorithm>

#include "core/language/messages.h"

namespace attnlab {

namespace {

/// Whether a mask hides a key from a query of its only sequence.
bool hidden_by(const AttentionMask& mask, Index q, Index k) { return !mask.allows(0, q, k); }

constexpr MaskKind::Number kWindowNumbers[] = {
    {.name = "count", .unit = tr_mark("positions"), .least = 1, .usual = 3}};
constexpr MaskKind::Number kSinkNumbers[] = {
    {.name = "count", .unit = tr_mark("positions"), .least = 1, .usual = 3},
    {.name = "sinks", .unit = tr_mark("first keys"), .least = 1}};
constexpr MaskKind::Number kPaddingNumbers[] = {
    {.name = "count", .unit = tr_mark("keys"), .all_keys = false}};

constexpr MaskKind kCausal{
    .name = "causal",
    .title = tr_mark("causal"),
    .sentence = tr_mark("Causal: each token sees itself and the tokens before it. Needed to predict the next "
                        "token, which the model could otherwise simply read."),
    .hides = [](const MaskKind::Numbers&, Index q, Index k, Index) {
      return hidden_by({.causal = true}, q, k);
    }};
constexpr MaskKind kWindow{
    .name = "window",
    .title = tr_mark("window"),
    .sentence = tr_mark(
        "Window: keys at least this many positions away are masked. The cost then grows linearly with "
        "the length; information from farther away needs several layers."),
    .numbers = kWindowNumbers,
    .hides = [](const MaskKind::Numbers& n, Index q, Index k, Index) {
      return hidden_by({.rule = {.window = n[0]}}, q, k);
    }};
constexpr MaskKind kSinks{
    .name = "sinks",
    .title = tr_mark("sinks"),
    .sentence = tr_mark("Sinks: a window, but every query also sees the first keys. Heads that find "
                        "nothing relevant put their weight on these keys; a window alone would mask "
                        "them, although the heads have learned to rely on them."),
    .numbers = kSinkNumbers,
    .hides = [](const MaskKind::Numbers& n, Index q, Index k, Index) {
      return hidden_by({.rule = {.window = n[0], .sinks = n[1]}}, q, k);
    }};
constexpr MaskKind kPadding{
    .name = "padding",
    .title = tr_mark("padding"),
    .sentence =
        tr_mark("Padding: masks the last keys, as if they were the padding that makes all texts of a batch "
                "equally long."),
    .numbers = kPaddingNumbers,
    .hides = [](const MaskKind::Numbers& n, Index, Index k, Index keys) {
      const Index length = keys - n[0];
      return hidden_by({.key_lengths = {&length, 1}}, 0, k);
    }};

}  // namespace

std::string MaskKind::usage() const {
  constexpr std::string_view kLetters[] = {" N", " M"};
  std::string usage(name);
  for (std::size_t i = 0; i < numbers.size(); ++i) usage += kLetters[i];
  return usage;
}

std::string MaskKind::text(const Numbers& given) const {
  std::string text(name);
  for (std::size_t i = 0; i < numbers.size(); ++i) text += " " + std::to_string(given[i]);
  return text;
}

std::span<const MaskKind> mask_kinds() {
  static constexpr MaskKind kKinds[] = {kCausal, kWindow, kSinks, kPadding};
  return kKinds;
}

std::string mask_usages(std::string_view between) {
  std::string all;
  for (const MaskKind& kind : mask_kinds()) all += (all.empty() ? "" : std::string(between)) + kind.usage();
  return all;
}

const MaskKind* find_mask_kind(std::string_view name) {
  const auto found = std::ranges::find(mask_kinds(), name, &MaskKind::name);
  return found == mask_kinds().end() ? nullptr : &*found;
}

}  // namespace attnlab

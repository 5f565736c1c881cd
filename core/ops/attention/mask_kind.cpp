// The rows of all kinds of masks.
#include "core/ops/attention/mask_kind.h"

#include <algorithm>

namespace attnlab {

namespace {

/// Whether a mask hides a key from a query of its only sequence.
bool hidden_by(const AttentionMask& mask, Index q, Index k) { return !mask.allows(0, q, k); }

constexpr MaskKind::Number kWindowNumbers[] = {
    {.name = "count", .unit = "positions", .least = 1, .usual = 3}};
constexpr MaskKind::Number kSinkNumbers[] = {{.name = "count", .unit = "positions", .least = 1, .usual = 3},
                                             {.name = "sinks", .unit = "first keys", .least = 1}};
constexpr MaskKind::Number kPaddingNumbers[] = {{.name = "count", .unit = "keys", .all_keys = false}};

constexpr MaskKind kCausal{
    .name = "causal",
    .title = "causal",
    .sentence =
        "Causal: each token sees itself and what came before. Needed where the next token is to be "
        "predicted, which could else be read off.",
    .hides = [](const MaskKind::Numbers&, Index q, Index k, Index) {
      return hidden_by({.causal = true}, q, k);
    }};
constexpr MaskKind kWindow{
    .name = "window",
    .title = "window",
    .sentence =
        "Window: keys this many positions away, or more, are hidden. The cost then grows with the "
        "length, not with its square; what is farther away takes several layers.",
    .numbers = kWindowNumbers,
    .hides = [](const MaskKind::Numbers& n, Index q, Index k, Index) {
      return hidden_by({.rule = {.window = n[0]}}, q, k);
    }};
constexpr MaskKind kSinks{
    .name = "sinks",
    .title = "sinks",
    .sentence =
        "Sinks: a window, beside which every query sees the first keys. Heads that find nothing put their "
        "weight there; a window alone takes these keys away, and with them what the softmax has learned.",
    .numbers = kSinkNumbers,
    .hides = [](const MaskKind::Numbers& n, Index q, Index k, Index) {
      return hidden_by({.rule = {.window = n[0], .sinks = n[1]}}, q, k);
    }};
constexpr MaskKind kPadding{
    .name = "padding",
    .title = "padding",
    .sentence =
        "Padding: the last keys count as filler, which makes texts of a batch equally long and must "
        "not be attended to.",
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

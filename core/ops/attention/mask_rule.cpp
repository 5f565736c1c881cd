// The rows of all kinds of masks, and a model's rule in words.
#include "core/ops/attention/mask_rule.h"

#include <algorithm>
#include <cstdlib>

namespace attnlab {

namespace {

constexpr MaskKind::Number kPositions[] = {{.name = "count", .unit = "positions", .least = 1, .usual = 3}};
constexpr MaskKind::Number kLastKeys[] = {{.name = "count", .unit = "keys", .all_keys = false}};

constexpr MaskKind kCausal{
    .name = "causal",
    .title = "causal",
    .sentence =
        "Causal: each token sees itself and what came before. Needed where the next token is to be "
        "predicted, which could else be read off.",
    .hides = [](const MaskKind::Numbers&, Index q, Index k, Index) { return k > q; }};
constexpr MaskKind kWindow{
    .name = "window",
    .title = "window",
    .sentence =
        "Window: keys this many positions away, or more, are hidden. The cost then grows with the "
        "length, not with its square; what is farther away takes several layers.",
    .numbers = kPositions,
    .hides = [](const MaskKind::Numbers& n, Index q, Index k, Index) { return std::abs(q - k) >= n[0]; }};
constexpr MaskKind kPadding{
    .name = "padding",
    .title = "padding",
    .sentence =
        "Padding: the last keys count as filler, which makes texts of a batch equally long and must "
        "not be attended to.",
    .numbers = kLastKeys,
    .hides = [](const MaskKind::Numbers& n, Index, Index k, Index keys) { return k >= keys - n[0]; }};

}  // namespace

std::string MaskRule::text() const { return window > 0 ? std::to_string(window) : ""; }

std::string MaskRule::sentence() const {
  return window > 0 ? "Keys " + std::to_string(window) + " or more positions away are hidden." : "";
}

Fields mask_fields(MaskRule& rule) {
  return {{"window", &rule.window, "positions that a query sees back from its own; 0: all", 0, 65536}};
}

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
  static constexpr MaskKind kKinds[] = {kCausal, kWindow, kPadding};
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

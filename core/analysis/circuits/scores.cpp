// Head scores: both ways to measure heads, joined head by head.
#include "core/analysis/circuits/scores.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/config/rows.h"
#include "core/language/messages.h"

namespace attnlab {

HeadScores head_scores(const Model& model, const Vocabularies& vocabularies, std::span<const Real> weights,
                       AttentionDevice* device, const std::function<bool(const HeadScorePart&)>& goes_on) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  HeadScores all{repeated_sequences(model.config(), vocabularies), {}};
  for (const CircuitHead& head : circuit_heads(model))
    all.heads.push_back({{head, kNone, kNone, kNone}, kNone, {}});
  HeadScorePart repeat{HeadScorePart::Of::Repeats, 0, all.measured.sequences};
  const std::vector<RepeatScores> repeats =
      repeat_scores(model, vocabularies, weights, device, [&] { return ++repeat.number, goes_on(repeat); });
  for (std::size_t i = 0; i < repeats.size(); ++i) all.heads[i].repeats = repeats[i];
  HeadScorePart copied{HeadScorePart::Of::Copying, 0, 0};
  const auto copies_on = [&] { return ++copied.number, goes_on(copied); };
  for (Copying& copying : copying_scores(model, vocabularies, weights, copies_on)) {
    const auto found = std::ranges::find(all.heads, copying.head, &ScoredHead::head);
    found->copying = copying.score;
    found->eigenvalues = std::move(copying.eigenvalues);
  }
  return all;
}

std::span<const HeadScoreKind> head_score_kinds() {
  static constexpr HeadScoreKind kKinds[] = {
      {.name = "induction",
       .title = tr_mark("induction"),
       .term = "induction head",
       .sentence = tr_mark(
           "How much a head attends, at the second occurrence of a token, to the token after the first "
           "occurrence: it predicts what came next before."),
       .value = [](const ScoredHead& h) { return h.repeats.induction; }},
      {.name = "previous",
       .title = tr_mark("previous token"),
       .term = "previous-token head",
       .sentence = tr_mark(
           "How much a head attends to the previous token: an induction head in a later layer uses this to "
           "find what followed each token."),
       .value = [](const ScoredHead& h) { return h.repeats.previous; }},
      {.name = "duplicate",
       .title = tr_mark("duplicate token"),
       .term = "duplicate-token head",
       .sentence =
           tr_mark("How much a head attends, at the second occurrence of a token, to its first occurrence."),
       .value = [](const ScoredHead& h) { return h.repeats.duplicate; }},
      {.name = "copying",
       .title = tr_mark("copying"),
       .term = "copying score",
       .sentence = tr_mark("Whether a head makes the tokens that it attends to more likely: Σ Re λ / Σ |λ| "
                           "of the eigenvalues "
                           "of its OV circuit, from −1 to 1."),
       .value = [](const ScoredHead& h) { return h.copying; },
       .least = -1}};
  return kKinds;
}

const HeadScoreKind& head_score_kind(std::string_view name) {
  return row_named(head_score_kinds(), "score of heads", name);
}

const ScoredHead* best_head(const HeadScores& scores, const HeadScoreKind& kind) {
  const ScoredHead* best = nullptr;
  for (const ScoredHead& head : scores.heads)
    if (std::isfinite(kind.value(head)) && (!best || kind.value(head) > kind.value(*best))) best = &head;
  return best;
}

}  // namespace attnlab

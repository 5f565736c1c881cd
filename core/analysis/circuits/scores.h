// Head scores: what each head does, in a few numbers: on random repeated sequences, and by its weights alone.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/circuits/repeated.h"
#include "core/analysis/circuits/words.h"

namespace attnlab {

/// One head with its scores; NaN where it has none.
struct ScoredHead {
  RepeatScores repeats;
  double copying = 0;
  Eigenvalues eigenvalues;  ///< of what it says; none without a copying score

  const CircuitHead& head() const { return repeats.head; }
};

/// All heads of a model at one step, in the order of circuit_heads().
struct HeadScores {
  RepeatedSequences measured;
  std::vector<ScoredHead> heads;
};

/// A part of the work on head scores that is about to begin.
struct HeadScorePart {
  enum class Of { Repeats, Copying } of;  ///< passes over repeated sequences, and what heads copy
  Index number;                           ///< from 1
  Index all;                              ///< how many there are of its kind; 0 where that is not known
};

/// Scores of every head: where it attends on repeated random tokens (see repeat_scores()) and whether it
/// copies what it reads (see copying_scores()), each from −1 or 0 to 1. `weights` are in the order of
/// model.parameters(); attention is computed on `device`; null: on the processor. Calls `goes_on` before each
/// part of the work; when it returns false, the scores are unfinished.
HeadScores head_scores(
    const Model& model, const Vocabularies& vocabularies, std::span<const Real> weights,
    AttentionDevice* device = nullptr,
    const std::function<bool(const HeadScorePart&)>& goes_on = [](const HeadScorePart&) { return true; });

/// One kind of score, as a row.
struct HeadScoreKind {
  std::string_view name;   ///< in options and tables: "induction"
  std::string_view title;  ///< on screen
  std::string_view term;   ///< of the glossary
  std::string_view sentence;
  double (*value)(const ScoredHead& head);
  double least = 0;  ///< the lowest that it can be; the highest is 1
};
std::span<const HeadScoreKind> head_score_kinds();
/// Throws std::invalid_argument with near names.
const HeadScoreKind& head_score_kind(std::string_view name);

/// The head with the highest score of a kind; null where none has one.
const ScoredHead* best_head(const HeadScores& scores, const HeadScoreKind& kind);

}  // namespace attnlab

// Word circuits: whom a head looks at and what it then says, as matrices words × words of its weights alone
// (Elhage et al. 2021).
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/circuits/heads.h"
#include "core/analysis/recurrence/recurrent_eigenvalues.h"
#include "core/text/vocabularies.h"

namespace attnlab {

/// A number for each pair of words. Positions, other layers and the division of each token by its deviation
/// are left out; γ, β, the mean and the biases of queries and keys are folded in, see FoldedWeights.
struct WordCircuit {
  std::vector<TokenId> rows, columns;
  std::vector<float> cells;  ///< [rows,columns]
  float at(std::size_t row, std::size_t column) const { return cells[row * columns.size() + column]; }
};

/// Whether the words of a head's queries, or of its keys and values, are those of the source.
bool reads_source_words(const CircuitHead& head, HeadInput input);

/// Why a head has no matrix of who looks at whom: what it reads are no words. "" where it has one.
std::string_view why_no_looks(const ModelConfig& config, const CircuitHead& head);
/// Why a head has no matrix of what it says: it reads no words, or says none. "" where it has one.
std::string_view why_no_says(const ModelConfig& config, const CircuitHead& head);
/// Why the words that the head reads are not those that it says, so that it has no copying score. "" where
/// they are.
std::string_view why_no_copying(const ModelConfig& config, const Vocabularies& vocabularies,
                                const CircuitHead& head);

/// The QK circuit of a head over words: the score q·k/√D before the mask of each query's word (a row) for
/// each key's word (a column). Rotary positions turn the query as if it were `distance` positions after the
/// key; other positions are left out. Throws std::invalid_argument with why_no_looks() where that is not
/// empty.
WordCircuit looks_of(const Model& model, std::span<const Real> weights, const CircuitHead& head,
                     std::span<const TokenId> queries, std::span<const TokenId> keys, Index distance = 0);

/// The OV circuit of a head over words: what it adds to the logit of each word (a column) when all its
/// attention is on a word (a row). Biases, which add the same for every word that is read, are left out.
/// Throws std::invalid_argument with why_no_says() where that is not empty.
WordCircuit says_of(const Model& model, std::span<const Real> weights, const CircuitHead& head,
                    std::span<const TokenId> read, std::span<const TokenId> said);

/// One entry of a word circuit as the sum that it is, over the D cells of the head.
struct WordPair {
  struct Term {
    double row, column;                 ///< what each word makes in this cell; their product is added
    Index row_feature, column_feature;  ///< of the stream, whose weight makes most of that
  };
  std::vector<Term> terms;  ///< [D]
  double scale = 1;         ///< of their sum

  double value() const;
};

/// The entry of looks_of(): the cells of the query and of the key.
WordPair looks_pair(const Model& model, std::span<const Real> weights, const CircuitHead& head, TokenId query,
                    TokenId key, Index distance = 0);
/// The entry of says_of(): the cells of the value, and what the word's logit reads of each.
WordPair says_pair(const Model& model, std::span<const Real> weights, const CircuitHead& head, TokenId read,
                   TokenId said);

/// Whether a head, over a whole vocabulary, says the words that it reads.
struct Copying {
  CircuitHead head;
  Eigenvalues eigenvalues;  ///< of says_of() over all words: the D that need not be 0
  double score = 0;         ///< Σ Re λ / Σ |λ|, −1 to 1; NaN where all λ are 0
};

/// One entry for each head that has none of the reasons of why_no_copying(), in order of computation. Not
/// all of them where `goes_on`, asked between parts of the work, said no.
std::vector<Copying> copying_scores(
    const Model& model, const Vocabularies& vocabularies, std::span<const Real> weights,
    const std::function<bool()>& goes_on = [] { return true; });

}  // namespace attnlab

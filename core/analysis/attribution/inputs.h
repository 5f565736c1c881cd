// Inputs: the vectors by which words and patches enter a model, and what stands for their absence.
#pragma once

#include <string>
#include <vector>

#include "core/autograd/hooks.h"
#include "core/trace/trace.h"

namespace attnlab {

/// One sequence of input vectors of a pass: the embeddings of a text, or the projected patches of a picture.
/// A class vector and the codes of positions are no inputs: they stay as they are.
struct AttributedInput {
  std::string tensor;  ///< its name, "target.embedding"
  Place place{};
  std::vector<Piece> pieces;  ///< [T] what each row stands for
  Index first = 0;       ///< position of the first row in the texts of the trace: 1 behind a class vector
  bool picture = false;  ///< rows are patches, or the one vector of a picture

  Index rows() const { return count_of(pieces); }
  /// Whether the rows are what an encoder reads.
  bool source() const { return place.text() == Text::Source; }
};

/// In order of computation: at most a source, or picture, and a target.
std::vector<AttributedInput> attributed_inputs(const Trace& trace);

/// What takes the place of an input vector that is taken away.
struct BaselineKind {
  std::string_view name;      ///< as options write it: "zero"
  std::string_view title;     ///< on screen
  std::string_view words;     ///< within a sentence: "zeros"
  std::string_view sentence;  ///< what it is, for a student
  /// The vector [C] of an input of the pass.
  std::vector<Real> (*vector)(const Trace& trace, const AttributedInput& input);
};

std::span<const BaselineKind> baseline_kinds();
/// Throws std::invalid_argument with near names.
const BaselineKind& baseline_kind(std::string_view name);

/// Inputs with the baseline [C] of each.
struct InputsAndBaselines {
  std::vector<AttributedInput> inputs;
  std::vector<std::vector<Real>> baselines;

  /// Rows of all inputs together.
  Index rows() const;
};
InputsAndBaselines inputs_and_baselines(const Trace& trace, const BaselineKind& kind);

/// Every row x of every input becomes b + share·(x − b): 1 leaves the pass as it is, 0 is the baseline.
std::vector<Intervention> on_the_way(const InputsAndBaselines& all, double share);
/// Row `row` of input number `input` becomes its baseline.
Intervention without_row(const InputsAndBaselines& all, std::size_t input, Index row);

}  // namespace attnlab

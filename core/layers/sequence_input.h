// SequenceInput: a sequence of vectors made ready for the blocks, with a class vector and positions.
#pragma once

#include <memory>
#include <span>

#include "core/autograd/tape.h"
#include "core/layers/input_positions.h"
#include "core/layers/norm_layer.h"
#include "core/layers/parameter_scope.h"

namespace attnlab {

/// [class; x] + position, then a norm where there is one (Devlin et al. 2019), then dropout: how encoders of
/// texts and of pictures begin (Devlin et al. 2019, Dosovitskiy et al. 2021), and without a class vector all
/// Transformers. Traced as with_class (where there is a class vector), positions (where some are added) and
/// input, in the scope of the caller.
class SequenceInput {
 public:
  struct Options {
    Index length;  ///< longest T, the class vector not counted
    Index width;   ///< C
    bool class_token;
    bool padded = false;            ///< learned positions have one more row, the first, for padding
    InputPositionsMaker positions;  ///< null: none are added
    SineLayout sines = SineLayout::InTurns;
    NormLayer::Options norm = {};  ///< of the sum; no kind: none
    double dropout;
    Initializer initializer;  ///< of the class vector and the positions
  };
  SequenceInput(const ParameterScope& scope, const Options& options);

  /// x [B,T,C] → [B,T,C], or [B,T+1,C] with a class vector. Positions begin at that of the tape's
  /// DecodingCache, where it has one. Throws std::invalid_argument if it goes beyond `length`.
  Variable operator()(Tape& tape, Variable x) const;
  /// The same with the row of the learned positions for each token: [B·T]. Without a class vector.
  Variable operator()(Tape& tape, Variable x, std::span<const TokenId> places) const;

 private:
  void check_length(Tape& tape, Variable x) const;
  Variable positioned(Tape& tape, Variable x, std::span<const TokenId> places) const;

  Options options_;
  ParameterId class_token_ = -1;
  std::shared_ptr<const InputPositions> positions_;  // null where none are added
  NormLayer norm_;
};

}  // namespace attnlab

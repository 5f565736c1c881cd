// Residual stream: its states from the embedding to the end, what each sublayer adds to it, their sizes and
// their directions.
#pragma once

#include <string>
#include <vector>

#include "core/language/messages.h"
#include "core/trace/trace.h"

namespace attnlab {

/// The stream x [1,T,C] at one point of a stack: at its beginning, or after one sublayer. Tensors live as
/// long as the trace.
struct StreamState {
  /// What is explained as x: at the beginning the input of the stack, then the sum x + f(x).
  const TraceTensor* sum = nullptr;
  /// What the next part reads: with norms after the sums the norm of the sum; else the sum itself.
  const TraceTensor* stream = nullptr;
  /// f(x), what the sublayer adds; at the beginning the stream itself.
  const TraceTensor* addition = nullptr;

  bool begins() const { return addition == sum; }
  Index positions() const { return sum->shape.last(1); }
};

/// The states of the layers that the prediction is read from, in order of computation: a decoder's where
/// there is one, else the encoder's. Without edits of sums, and without norms after them, each sum is the one
/// before plus the addition. Empty for models that are no Transformers.
std::vector<StreamState> residual_states(const Trace& trace);

/// The part of the model that a state follows: the sublayer, or the input.
const Place& part_before(const StreamState& state);
/// "0 self-attention": a state by that part, its layer and its title; "embedding" for the input.
std::string state_title(const Place& part_before);

/// ‖x_t‖₂ of each position [T] of a tensor [1,T,C].
std::vector<double> row_sizes(const TraceTensor& tensor);

/// cos(a, b) = a·b / (‖a‖‖b‖) between what the states add at `position`: [S,S], row-major, from −1 to 1. A
/// vector of zeros has no direction: its cosines are NaN. Throws std::out_of_range for a position that is not
/// there.
std::vector<double> addition_cosines(const std::vector<StreamState>& states, Index position);

}  // namespace attnlab

// State line: a state as one short line of text, to be sent and opened elsewhere.
//
//   attention-lab:state/1/VERSION/PROCESSOR/WEIGHTS/CHECK/COMMAND/COMMAND/…
//
// VERSION is of the program; PROCESSOR what its last digits depend on; WEIGHTS the checksum of the weights on
// screen; CHECK that of the line itself. In commands a space is "+", and what is no letter, digit or one of
// . _ , = : @ - is %XX, so that a line needs no quotes anywhere.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/command.h"
#include "core/tensor/real.h"

namespace attnlab {

struct StateLine {
  std::string version;    ///< of the program that wrote it: "0.1.0"
  std::string processor;  ///< "AVX-512", or with a GPU that computed attention "AVX-512+GPU"
  std::string weights;    ///< checksum_of_weights() at the step
  std::vector<Command> commands;
};

inline constexpr std::string_view kStateLineStart = "attention-lab:state/";
/// Of a line that is read.
inline constexpr std::size_t kMostLetters = 20000, kMostCommands = 1000;

std::string state_line_text(const StateLine& line);

/// Blanks and line ends in the text, as mail puts there, are left out. Throws std::invalid_argument, in one
/// line, for a text that is no such line, is damaged, too long or of a later form. Which commands it may
/// have, whoever opens it says.
StateLine read_state_line(std::string_view text);

/// 16 hexadecimal digits.
std::string checksum_of_weights(std::span<const Real> weights);

/// What is to be said where the weights that were trained anew are others than those of the line, or the
/// program is another: "" where all is as it was.
std::string difference_of(const StateLine& line, const StateLine& here);

}  // namespace attnlab

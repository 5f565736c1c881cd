// What the library computes with: Eigen, for one instruction set.
#pragma once

#include <string>

namespace attnlab {

/// "3.4.0".
std::string eigen_version();

/// The instruction set on which the last digits of numbers depend: "AVX-512", "AVX2".
std::string instruction_set();

/// What a processor needs to compute with it, and how many cells a register holds: "AVX2 with FMA, 8 numbers
/// at once".
std::string simd_in_use();

}  // namespace attnlab

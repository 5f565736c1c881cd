// What the library computes with: Eigen, for one instruction set.
#pragma once

#include <string>

namespace attnlab {

/// "3.4.0".
std::string eigen_version();

/// The instruction sets that Eigen's code was compiled for: "AVX SSE, SSE2, …".
std::string simd_instruction_sets();

/// The one of them on which the last digits of numbers depend: "AVX-512", "AVX2".
std::string instruction_set();

}  // namespace attnlab

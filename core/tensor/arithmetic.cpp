// Asks Eigen and the compiler, in a file that is compiled for the library's own instruction set.
#include "core/tensor/arithmetic.h"

#include "core/tensor/eigen_maps.h"
#include "core/tensor/simd.h"

namespace attnlab {

std::string eigen_version() {
  return std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) + "." +
         std::to_string(EIGEN_MINOR_VERSION);
}

std::string simd_in_use() {
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
  const std::string set = instruction_set() + " with FMA";
#else
  const std::string set = instruction_set();
#endif
  return set + ", " + std::to_string(simd::kLanes) + " numbers at once";
}

std::string instruction_set() {
#if defined(__AVX512F__)
  return "AVX-512";
#elif defined(__AVX2__) && defined(__FMA__)
  return "AVX2";
#elif defined(__AVX__)
  return "AVX";
#elif defined(__wasm_simd128__)
  return "SIMD128";
#elif defined(__SSE4_2__)
  return "SSE4.2";
#elif defined(__SSE2__)
  return "SSE2";
#elif defined(__ARM_NEON)
  return "NEON";
#else
  return "scalar";
#endif
}

}  // namespace attnlab

// Asks Eigen, in a file that is compiled for the library's own instruction set.
#include "core/tensor/arithmetic.h"

#include "core/tensor/eigen_maps.h"

namespace attnlab {

std::string eigen_version() {
  return std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) + "." +
         std::to_string(EIGEN_MINOR_VERSION);
}

std::string simd_instruction_sets() { return Eigen::SimdInstructionSetsInUse(); }

}  // namespace attnlab

// The list of families.
#include "core/io/families/model_family.h"

namespace attnlab {

// Each row stands in the file of its family.
extern const ModelFamily kGpt2Family, kLlamaFamily;

std::span<const ModelFamily> model_families() {
  static const ModelFamily kFamilies[] = {kGpt2Family, kLlamaFamily};
  return kFamilies;
}

}  // namespace attnlab

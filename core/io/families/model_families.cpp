// The list of families.
#include "core/io/families/model_family.h"

namespace attnlab {

// Each row is in the file of its family.
extern const ModelFamily kGpt2Family, kNeoFamily, kNeoxFamily, kLlamaFamily, kMistralFamily, kQwen2Family,
    kBertFamily, kRobertaFamily, kXlmRobertaFamily, kCamembertFamily, kDistilbertFamily, kVitFamily,
    kT5Family, kMt5Family, kMarianFamily, kBartFamily, kNanoGptFamily;

std::span<const ModelFamily> model_families() {
  static const ModelFamily kFamilies[] = {
      kGpt2Family, kNeoFamily,     kNeoxFamily,       kLlamaFamily,     kMistralFamily,    kQwen2Family,
      kBertFamily, kRobertaFamily, kXlmRobertaFamily, kCamembertFamily, kDistilbertFamily, kVitFamily,
      kT5Family,   kMt5Family,     kMarianFamily,     kBartFamily,      kNanoGptFamily};
  return kFamilies;
}

}  // namespace attnlab

// The pages of the features in the list.
#include <algorithm>
#include <stdexcept>
#include <string>

#include "app/feature/features.h"
#include "app/features/list.h"
#include "app/views/common/view_page.h"

namespace attnlab {

#define ATTNLAB_DECLARED(folder) \
  namespace folder {             \
  extern const ViewPage kPage;   \
  }
#define ATTNLAB_NOTHING(folder)
ATTNLAB_FEATURES(ATTNLAB_DECLARED, ATTNLAB_NOTHING)

const ViewPage& page_of(const Feature& feature) {
#define ATTNLAB_LISTED(folder) &folder::kPage,
  static constexpr const ViewPage* kPages[] = {ATTNLAB_FEATURES(ATTNLAB_LISTED, ATTNLAB_NOTHING)};
  const auto found = std::ranges::find(features(), &feature);
  if (found == features().end())
    throw std::invalid_argument("nothing draws the view " + std::string(feature.name));
  return *kPages[found - features().begin()];
}

}  // namespace attnlab

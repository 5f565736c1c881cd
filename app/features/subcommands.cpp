// The subcommands of the features in the list.
#include "app/cli/subcommands.h"

#include "app/feature/feature.h"
#include "app/features/list.h"

namespace attnlab {

#define ATTNLAB_NOTHING(folder)
#define ATTNLAB_SUBCOMMAND_DECLARED(folder) \
  namespace folder {                        \
  extern const Feature kFeature;            \
  extern const Subcommand kSubcommand;      \
  }
ATTNLAB_FEATURES(ATTNLAB_NOTHING, ATTNLAB_SUBCOMMAND_DECLARED)

std::vector<Subcommand> subcommands_of_views() {
  std::vector<Subcommand> rows;
#define ATTNLAB_SUBCOMMAND_LISTED(folder) \
  rows.push_back(folder::kSubcommand);    \
  rows.back().name = folder::kFeature.name;
  ATTNLAB_FEATURES(ATTNLAB_NOTHING, ATTNLAB_SUBCOMMAND_LISTED)
  return rows;
}

}  // namespace attnlab

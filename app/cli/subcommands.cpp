// The list of subcommands.
#include "app/cli/subcommands.h"

namespace attnlab {

// Each row stands in the file of its subcommand.
extern const Subcommand kPresetsSubcommand, kTrainSubcommand, kSweepSubcommand, kFindRateSubcommand,
    kRunsSubcommand, kTraceSubcommand, kExplainSubcommand, kDiffSubcommand, kRenderSubcommand,
    kGenerateSubcommand, kEvaluateSubcommand, kClassifySubcommand, kExportSubcommand, kSimilarSubcommand,
    kLessonSubcommand, kStateSubcommand, kInfoSubcommand, kHelpSubcommand;

std::span<const Subcommand> subcommands() {
  static const std::vector<Subcommand> all = [] {
    std::vector<Subcommand> rows{
        kPresetsSubcommand,  kTrainSubcommand,    kSweepSubcommand,  kFindRateSubcommand, kRunsSubcommand,
        kTraceSubcommand,    kExplainSubcommand,  kDiffSubcommand,   kRenderSubcommand,   kGenerateSubcommand,
        kEvaluateSubcommand, kClassifySubcommand, kExportSubcommand, kSimilarSubcommand,  kLessonSubcommand,
        kStateSubcommand,    kInfoSubcommand,     kHelpSubcommand};
    const std::vector<Subcommand> views = subcommands_of_views();
    rows.insert(rows.end(), views.begin(), views.end());
    return rows;
  }();
  return all;
}

}  // namespace attnlab

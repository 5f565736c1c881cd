// The list of subcommands.
#include "app/cli/subcommands.h"

namespace attnlab {

// Each row stands in the file of its subcommand.
extern const Subcommand kPresetsSubcommand, kTrainSubcommand, kSweepSubcommand, kFindRateSubcommand,
    kRunsSubcommand, kTraceSubcommand, kExplainSubcommand, kAttendSubcommand, kDiffSubcommand,
    kModelsSubcommand, kRenderSubcommand, kGenerateSubcommand, kEvaluateSubcommand, kClassifySubcommand,
    kSimilarSubcommand, kTokensSubcommand, kExportSubcommand, kVectorsSubcommand, kExpertsSubcommand,
    kRecurrenceSubcommand, kAlignmentSubcommand, kLensSubcommand, kContributionsSubcommand,
    kAttributeSubcommand, kPatchSubcommand, kCircuitsSubcommand, kNeuronsSubcommand, kProbeSubcommand,
    kLandscapeSubcommand, kCostSubcommand, kLessonSubcommand, kStateSubcommand, kInfoSubcommand,
    kHelpSubcommand;

std::span<const Subcommand> subcommands() {
  static const Subcommand kSubcommands[] = {
      kPresetsSubcommand,   kTrainSubcommand,    kSweepSubcommand,         kFindRateSubcommand,
      kRunsSubcommand,      kTraceSubcommand,    kExplainSubcommand,       kAttendSubcommand,
      kDiffSubcommand,      kModelsSubcommand,   kRenderSubcommand,        kGenerateSubcommand,
      kEvaluateSubcommand,  kClassifySubcommand, kExportSubcommand,        kSimilarSubcommand,
      kTokensSubcommand,    kVectorsSubcommand,  kExpertsSubcommand,       kRecurrenceSubcommand,
      kAlignmentSubcommand, kLensSubcommand,     kContributionsSubcommand, kAttributeSubcommand,
      kPatchSubcommand,     kCircuitsSubcommand, kNeuronsSubcommand,       kProbeSubcommand,
      kLandscapeSubcommand, kCostSubcommand,     kLessonSubcommand,        kStateSubcommand,
      kInfoSubcommand,      kHelpSubcommand,
  };
  return kSubcommands;
}

}  // namespace attnlab

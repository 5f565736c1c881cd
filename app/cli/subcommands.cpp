// The list of subcommands.
#include "app/cli/subcommands.h"

namespace attnlab {

// Each row stands in the file of its subcommand.
extern const Subcommand kPresetsSubcommand, kTrainSubcommand, kSweepSubcommand, kRunsSubcommand,
    kTraceSubcommand, kExplainSubcommand, kAttendSubcommand, kDiffSubcommand, kRenderSubcommand,
    kGenerateSubcommand, kEvaluateSubcommand, kClassifySubcommand, kSimilarSubcommand, kTokensSubcommand,
    kVectorsSubcommand, kProbeSubcommand, kExpertsSubcommand, kRecurrenceSubcommand, kAlignmentSubcommand,
    kCostSubcommand, kInfoSubcommand, kHelpSubcommand;

std::span<const Subcommand> subcommands() {
  static const Subcommand kSubcommands[] = {
      kPresetsSubcommand, kTrainSubcommand,      kSweepSubcommand,     kRunsSubcommand,
      kTraceSubcommand,   kExplainSubcommand,    kAttendSubcommand,    kDiffSubcommand,
      kRenderSubcommand,  kGenerateSubcommand,   kEvaluateSubcommand,  kClassifySubcommand,
      kSimilarSubcommand, kTokensSubcommand,     kVectorsSubcommand,   kProbeSubcommand,
      kExpertsSubcommand, kRecurrenceSubcommand, kAlignmentSubcommand, kCostSubcommand,
      kInfoSubcommand,    kHelpSubcommand,
  };
  return kSubcommands;
}

}  // namespace attnlab

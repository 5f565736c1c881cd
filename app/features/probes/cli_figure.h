// Probe figure: the view Probes of a model as a file.
#pragma once

#include "app/features/probes/cli_report.h"
#include "core/io/checkpoint.h"

namespace attnlab {

/// Draws the view of the label, in the stack and at the step of the report, or with `course` its course over
/// the kept steps, into options.figure. `folder` is that of a saved model; "": the preset is drawn. Throws as
/// save_figure().
void save_probe_figure(const ProbeOptions& options, const std::string& folder, Index step,
                       const ProbeReport& report, bool course);

}  // namespace attnlab

// NumPy script: a program that recomputes an exported pass, to be read by people.
#pragma once

#include <filesystem>
#include <string>

#include "core/trace/trace.h"

namespace attnlab {

/// A Python program that needs nothing but NumPy. It reads `export_file` (as write_trace() writes it; seen
/// from the script's own folder, or the program's argument), recomputes every tensor of the forward pass in
/// double precision from the parameters and the tokens (or the picture), and ends with status 1 and the name
/// of the first tensor that is not as the export has it.
std::string numpy_script(const Trace& trace, const std::string& export_file);

/// Writes the script to `file`, for an export at `export_file`. Throws std::runtime_error with one line that
/// names the file and the reason.
void write_numpy_script(const std::filesystem::path& file, const Trace& trace,
                        const std::filesystem::path& export_file);

}  // namespace attnlab

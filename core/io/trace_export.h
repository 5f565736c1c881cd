// Trace export: every tensor of a trace in a file that other programs read.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "core/trace/trace.h"

namespace attnlab {

/// Calls `visit(name, shape, cells)` for what write_trace() writes, in its order: each named tensor as
/// computed, followed by its gradient (NAME.grad) where the trace has one, then the parameters alike.
void for_each_tensor(
    const Trace& trace,
    const std::function<void(const std::string&, const Shape&, std::span<const Real>)>& visit);

/// The cells of a value or gradient; if they are not stored, they are computed on first use.
enum class Kept { InMemory, InFile, LeftOut };
/// The same names and shapes, of which nothing is computed.
void for_each_name(const Trace& trace,
                   const std::function<void(const std::string&, const Shape&, Kept)>& visit);

/// Writes a safetensors file beside `file` and renames it. Its metadata holds the tokens (JSON arrays of
/// texts), the step and the loss. Throws std::runtime_error with one line that names the file and the reason;
/// an old file is then untouched.
void write_trace(const std::filesystem::path& file, const Trace& trace);

}  // namespace attnlab

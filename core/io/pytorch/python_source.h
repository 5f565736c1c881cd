// Python source: files of assets/pytorch, cut down to what holds for one model.
//
// A line ends in "#: gated !bias" where the line is for models of which these facts hold; "#:{ gated" and
// "#:}" are around several such lines. Of what is left, only functions, classes, constants and imports stay
// that are used.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

namespace attnlab {

/// What holds for a model, by name.
using PythonFacts = std::set<std::string, std::less<>>;

/// The lines of a text that these facts leave. Throws std::logic_error for a block that does not end.
std::string lines_for(std::string_view text, const PythonFacts& facts);

/// A file of assets/pytorch. Throws std::logic_error if there is none.
std::string_view python_asset(std::string_view name);

/// The files behind each other, cut down. Statements that define nothing, and what is named in `roots`, are
/// used, and so is all that these use.
std::string python_source(std::span<const std::string_view> files, const PythonFacts& facts,
                          std::span<const std::string_view> roots);

}  // namespace attnlab

// Release: the copy of a lesson that students get.
#pragma once

#include <string>

namespace attnlab {

/// The text of a lesson without what its exercises' fields declare as solutions, without notes for teachers
/// and without comments in setups. It is read again, and what is said between exercises is as before. Throws
/// what read_lesson() throws, and std::invalid_argument "FILE: …" for a note that cannot be taken out.
std::string released(const std::string& text, const std::string& file);

}  // namespace attnlab

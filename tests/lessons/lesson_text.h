// Lesson text: a lesson for tests around the blocks that a test is about.
#pragma once

#include <string>

namespace attnlab::testing {

/// A lesson of one step with these lines in it; the first of them is line 7.
inline std::string lesson_text(const std::string& blocks) {
  return "---\nid: tried\npreset: reverse\n---\n# Tried\n## First\n" + blocks;
}

/// A fenced block.
inline std::string block(const std::string& name, const std::string& fields) {
  return "```" + name + "\n" + fields + "```\n";
}

}  // namespace attnlab::testing

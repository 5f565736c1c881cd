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

/// A lesson with a choice, a task and a prediction in two steps.
inline const std::string kTwoSteps =
    "---\nid: two\nseed: 5\n---\n# Two\n## First\n" +
    block("setup", "run.of reverse\ntrain.to 2\ntext.source cab\nview heads\n") +
    block("choice", "id: q\nask: w\n- {trace.step = 2} two\n- {trace.step != 2} another\n") +
    block("task",
          "id: t\nask: Look at the steps\nuntil: view = \"steps\"\nsolve: view "
          "steps\nshow: view.steps\nhint: h\n") +
    "## Second\n" + block("setup", "run.of reverse\ntrain.to 1\nview norms\n") +
    block("predict", "id: p\nask: How many?\nanswer: step\nthen: train.to 3\n");

}  // namespace attnlab::testing

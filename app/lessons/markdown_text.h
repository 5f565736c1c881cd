// Markdown text: prose written as Markdown again, for paper.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/base/prose.h"

namespace attnlab {

/// Words as Markdown that reads as they are: "a\*b".
std::string escaped_markdown(std::string_view words);

/// One line of Markdown. Formulas stand as code; links into the program are their words alone.
std::string markdown_of(const Spans& spans);

/// A block, without an empty line after it.
std::string markdown_of(const Prose& block);

/// Markdown of a lesson as it stands on paper, in one paragraph.
std::string markdown_on_paper(const std::string& markdown);

}  // namespace attnlab

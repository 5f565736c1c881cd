// The text of a lesson between its exercises, as its file says it.
#pragma once

#include <string>
#include <vector>

#include "app/base/prose.h"

namespace attnlab {

/// The text without its looks.
std::string plain_text(const Spans& spans);

/// Whether a text may have pictures, each a paragraph of its own.
enum class ProsePictures { Refused, Allowed };

/// Reads CommonMark with tables and $formulas$. Throws std::invalid_argument for what a lesson's text cannot
/// have: HTML, and pictures within a line or where they are refused.
std::vector<Prose> read_prose(const std::string& markdown, ProsePictures pictures = ProsePictures::Refused);

}  // namespace attnlab

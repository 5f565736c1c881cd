// Given text: from an option, a file or standard input, and whether a model can read it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizer.h"

namespace CLI {
class Option;
}

namespace attnlab {

/// Has `option` take all of standard input, without the end of its last line, for "-". One option of a
/// command line may be "-": reading throws std::invalid_argument for a second one.
CLI::Option* take_standard_input(CLI::Option* option);

/// The lines of `file` ("-": standard input) without their ends. Throws std::runtime_error that names a file
/// that cannot be read.
std::vector<std::string> lines_of_file(const std::string& file);

/// Throws std::invalid_argument that names `option` where its `text` is not UTF-8.
void check_utf8(std::string_view option, std::string_view text);

/// Names on standard error, once each, the pieces that the model does not know. The model reads the rest as
/// usual.
void note_unknown(std::span<const Piece> pieces);

}  // namespace attnlab

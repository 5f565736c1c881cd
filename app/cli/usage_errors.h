// Usage errors: the messages of CLI11 for a wrong command line, in the program's words and language.
#pragma once

#include <string>

namespace CLI {
class ParseError;
}

namespace attnlab {

/// What `error` says: CLI11 composes its messages in English, so those that are known are read back into
/// their parts and written anew. Other messages, such as those of the program's own checks, stay as they
/// are.
std::string usage_error(const CLI::ParseError& error);

}  // namespace attnlab

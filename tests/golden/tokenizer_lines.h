// Lines of mixed scripts, code and emoji, the same as golden_tokenizer_lines.py makes; and hashes of what is
// made of them.
#pragma once

#include <string>
#include <vector>

#include "core/text/byte_pairs.h"

namespace attnlab::testing {

inline constexpr int kTokenizerLines = 10000, kHashedLines = 100;

/// Line 0 and on.
std::vector<std::string> tokenizer_lines(int count = kTokenizerLines);
/// The line with some of its bytes lost or changed, so that it need not be UTF-8.
std::string broken_line(const std::string& line, int number);

/// Six digits for each kHashedLines values, one of each line: the hash of their bytes.
std::string hashes_of(const std::vector<std::string>& values);
/// Four bytes an id.
std::string id_bytes(const std::vector<TokenId>& ids);

}  // namespace attnlab::testing

// Corpus: the text that a language model learns, from a file or from those built into the program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace attnlab {

/// Bytes of the largest text file that is read.
inline constexpr std::size_t kMaxCorpusBytes = std::size_t{64} << 20;

/// Names of the built-in texts, without ".txt", sorted.
std::vector<std::string> built_in_corpora();

/// The text of `corpus`: a built-in one where the name is one of those (with or without ".txt"), else the
/// file of that path. Throws std::runtime_error with one line that names it and says what to do where it
/// cannot be read.
std::string load_corpus(const std::string& corpus);

/// Reads a UTF-8 text file. A byte order mark is left out and line ends CR LF and CR become LF.
/// Throws std::runtime_error with one line for a file that is missing, not a regular file, unreadable, empty,
/// larger than `max_bytes` (without reading it), binary or not UTF-8 (with the offset of the first bad byte).
std::string read_text_file(const std::filesystem::path& path, std::size_t max_bytes = kMaxCorpusBytes);

}  // namespace attnlab

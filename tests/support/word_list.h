// A list of words in the place of a folder's tokenizer: how a BERT hides tokens and cuts pairs of texts.
#pragma once

#include <filesystem>
#include <string>

#include "tests/support/temp_folder.h"

namespace attnlab::testing {

/// Writes vocab.txt of 257 entries to `folder`, and takes its tokenizer.json away.
inline void write_words(const std::filesystem::path& folder) {
  constexpr int kEntries = 257;
  std::string list = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\nmill\nowl\nriver\nby\n##s\n.\n";
  for (int i = 12; i < kEntries; ++i) list += "word" + std::to_string(i) + "\n";
  write_bytes(folder / "vocab.txt", list);
  std::filesystem::remove(folder / "tokenizer.json");
}

}  // namespace attnlab::testing

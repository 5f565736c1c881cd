// Corpus: reading text files that may be anything, and finding built-in texts.
#include "core/tasks/text/corpus.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "core/config/embedded.h"
#include "core/tasks/base/user_file.h"
#include "core/text/utf8.h"
#include "embedded_corpora.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

std::string built_in_list() {
  std::string list;
  for (const std::string& name : built_in_corpora()) list += (list.empty() ? "" : ", ") + name;
  return list.empty() ? "none" : list;
}

void check_text(const UserFile& file, std::string_view bytes) {
  if (bytes.empty()) file.refuse("the file is empty");
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))
    file.refuse("its encoding is UTF-16; save it as UTF-8");
  if (const auto zero = bytes.find('\0'); zero != std::string_view::npos)
    file.refuse("it is not a text file: byte " + std::to_string(zero) + " is zero");
  if (const auto bad = first_invalid_utf8(bytes))
    file.refuse("byte " + std::to_string(*bad) + " is not UTF-8; save it as UTF-8");
}

/// Line ends CR LF and CR become LF, in place.
void unify_line_ends(std::string& text) {
  auto out = text.begin();
  for (auto in = text.begin(); in != text.end(); ++in) {
    if (*in == '\n' && in != text.begin() && *(in - 1) == '\r') continue;
    *out++ = *in;
  }
  text.erase(out, text.end());
  std::ranges::replace(text, '\r', '\n');
}

std::optional<std::string> find_built_in(std::string_view name) {
  for (const EmbeddedFile& file : embedded_corpora())
    if (file.name == name || file.name == std::string(name) + ".txt") return std::string(file.bytes);
  return std::nullopt;
}

}  // namespace

std::vector<std::string> built_in_corpora() {
  std::vector<std::string> names;
  for (const EmbeddedFile& file : embedded_corpora()) names.push_back(fs::path(file.name).stem().string());
  std::ranges::sort(names);
  return names;
}

std::string load_corpus(const std::string& corpus) {
  if (auto text = find_built_in(corpus)) return *std::move(text);
  return read_text_file(corpus);
}

std::string read_text_file(const std::filesystem::path& path, std::size_t max_bytes) {
  const UserFile file{"text file", path, " (built-in texts: " + built_in_list() + ")"};
  std::string text = file.read(
      max_bytes, "use a part of it, for example its beginning: head -c " + std::to_string(max_bytes));
  check_text(file, text);
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  if (text.empty()) file.refuse("the file is empty");
  unify_line_ends(text);
  return text;
}

}  // namespace attnlab

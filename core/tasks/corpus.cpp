// Corpus: reading text files that may be anything, and finding built-in texts.
#include "core/tasks/corpus.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "core/io/embedded.h"
#include "core/text/utf8.h"
#include "embedded_corpora.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, const std::string& why) {
  std::string name = path.string();
  std::ranges::replace_if(
      name, [](unsigned char byte) { return byte < 0x20; }, '?');  // one line, whatever the name
  throw std::runtime_error("cannot use text file '" + name + "': " + why);
}

std::string megabytes(std::uintmax_t bytes) { return std::to_string((bytes + (1u << 20) - 1) >> 20) + " MB"; }

[[noreturn]] void refuse_size(const fs::path& path, std::uintmax_t bytes, std::size_t max_bytes) {
  refuse(path, "it has " + megabytes(bytes) + ", but at most " + megabytes(max_bytes) +
                   " are read; cut a part out of it, for example its beginning with head -c " +
                   std::to_string(max_bytes));
}

std::string built_in_list() {
  std::string list;
  for (const std::string& name : built_in_corpora()) list += (list.empty() ? "" : ", ") + name;
  return list.empty() ? "none" : list;
}

void check_kind(const fs::path& path, std::size_t max_bytes) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found)
    refuse(path, "there is no such file (built-in texts: " + built_in_list() + ")");
  if (error) refuse(path, error.message());
  if (fs::is_directory(status)) refuse(path, "it is a folder; give a text file in it");
  if (!fs::is_regular_file(status)) refuse(path, "it is not a regular file");
  const std::uintmax_t bytes = fs::file_size(path, error);
  if (!error && bytes > max_bytes) refuse_size(path, bytes, max_bytes);
}

/// Reads to the end, or one byte past the limit: a file may grow, and some report no size.
std::string read_bytes(const fs::path& path, std::size_t max_bytes) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse(path, errno != 0 ? std::strerror(errno) : "it cannot be opened");
  std::string bytes;
  constexpr std::size_t chunk = std::size_t{1} << 20;
  while (file && bytes.size() <= max_bytes) {
    const std::size_t before = bytes.size();
    bytes.resize(before + chunk);
    file.read(bytes.data() + before, static_cast<std::streamsize>(chunk));
    bytes.resize(before + static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) refuse(path, "it could not be read to its end");
  if (bytes.size() > max_bytes) refuse_size(path, bytes.size(), max_bytes);
  return bytes;
}

void check_text(const fs::path& path, std::string_view bytes) {
  if (bytes.empty()) refuse(path, "it is empty");
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))
    refuse(path, "it is UTF-16; save it as UTF-8");
  if (const auto zero = bytes.find('\0'); zero != std::string_view::npos)
    refuse(path, "it is binary, not text: byte " + std::to_string(zero) + " is zero");
  if (const auto bad = first_invalid_utf8(bytes))
    refuse(path, "byte " + std::to_string(*bad) + " is not UTF-8; save it as UTF-8");
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
  check_kind(path, max_bytes);
  std::string text = read_bytes(path, max_bytes);
  check_text(path, text);
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  if (text.empty()) refuse(path, "it is empty");
  unify_line_ends(text);
  return text;
}

}  // namespace attnlab

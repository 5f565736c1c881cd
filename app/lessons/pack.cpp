// Reads and writes packs.
#include "app/lessons/pack.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "core/config/scan_number.h"
#include "core/io/files/checksum.h"
#include "core/io/files/file.h"
#include "core/io/files/json_text.h"
#include "core/language/messages.h"
#include "core/text/utf8.h"

namespace attnlab {

namespace {

constexpr std::string_view kPackBegins = "attention-lab pack 1 ";
constexpr std::size_t kMostPackLine = 40, kMostPackHeader = 1 << 20, kMostPackPath = 200;

std::string checksum_of(std::string_view bytes) {
  Checksum sum;
  sum.add(bytes);
  return sum.text();
}

/// The names of a pack together: each once, and none a folder of another. Case does not tell them apart
/// everywhere.
class PackNames {
 public:
  /// Why the name is refused, or "".
  std::string add(std::string_view path) {
    if (std::string problem = path_problem(path); !problem.empty()) return problem;
    std::string name(path);
    std::ranges::transform(name, name.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    for (std::size_t at = name.find('/'); at != std::string::npos; at = name.find('/', at + 1)) {
      folders_.insert(name.substr(0, at));
      if (files_.contains(name.substr(0, at))) return tr("{1} is inside a file", quoted(path));
    }
    if (folders_.contains(name) || !files_.insert(name).second) return tr("{1} appears twice", quoted(path));
    return "";
  }

 private:
  std::set<std::string> files_, folders_;
};

}  // namespace

std::string path_problem(std::string_view path) {
  const auto refused = [&](const char* why) {
    return tr("{1} is not a plain name within a folder: {2}", quoted(path), why);
  };
  if (path.empty() || path.size() > kMostPackPath) return refused(tr("it must have 1 to 200 bytes"));
  if (first_invalid_utf8(path)) return refused(tr("it is not UTF-8"));
  for (const char c : path)
    if (static_cast<unsigned char>(c) < 32 || c == 127 || c == '\\' || c == ':')
      return refused(tr("it must not contain \\, :, or control characters"));
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = path.substr(begin, end - begin);
    if (part.empty()) return refused(tr("it must not begin or end with /, or contain //"));
    if (part.starts_with('.')) return refused(tr("a part of it begins with a dot"));
    begin = end + 1;
  }
  return "";
}

std::string pack_text(const std::vector<PackedFile>& files) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  PackNames names;
  std::uint64_t bytes = 0;
  if (files.empty() || files.size() > kMostPackFiles)
    throw std::invalid_argument(tr("a pack must have 1 to {1} files, not {2}", std::to_string(kMostPackFiles),
                                   std::to_string(files.size())));
  for (const PackedFile& file : files) {
    if (const std::string problem = names.add(file.path); !problem.empty())
      throw std::invalid_argument(problem);
    bytes += file.bytes.size();
    if (bytes > kMostPackBytes)
      throw std::invalid_argument(
          tr("with {1}, the pack has more than {2} MB", file.path, std::to_string(kMostPackBytes >> 20)));
    list.push_back(
        {{"path", file.path}, {"bytes", file.bytes.size()}, {"checksum", checksum_of(file.bytes)}});
  }
  const std::string header = nlohmann::ordered_json{{"files", std::move(list)}}.dump();
  std::string text = std::string(kPackBegins) + std::to_string(header.size()) + "\n" + header;
  for (const PackedFile& file : files) text += file.bytes;
  return text;
}

namespace {

/// Reads a pack, whose header says where its files are.
class PackReader {
 public:
  PackReader(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  std::vector<PackedFile> read() {
    const nlohmann::json header = read_header();
    const auto list = header.find("files");
    if (list == header.end() || !list->is_array() || list->empty() || list->size() > kMostPackFiles)
      damaged(tr("its list of files cannot be read"));
    std::vector<PackedFile> files;
    for (const nlohmann::json& entry : *list) files.push_back(read_file_of(entry));
    if (!bytes_.empty())
      damaged(tr_plural("{1} byte after its files does not belong to a file",
                        "{1} bytes after its files do not belong to a file",
                        static_cast<std::int64_t>(bytes_.size()), std::to_string(bytes_.size())));
    return files;
  }

 private:
  [[noreturn]] void damaged(const std::string& why) const {
    throw std::runtime_error(tr("{1} is damaged: {2}", name_, why));
  }

  nlohmann::json read_header() {
    const std::size_t end = bytes_.substr(0, kMostPackLine).find('\n');
    if (!bytes_.starts_with(kPackBegins) || end == std::string_view::npos)
      throw std::runtime_error(tr("{1} is not a lesson pack of this version of the program", name_));
    std::size_t size = 0;
    const auto [stop, error] = scan_number(bytes_.data() + kPackBegins.size(), bytes_.data() + end, size);
    if (error != std::errc{} || stop != bytes_.data() + end || size > kMostPackHeader)
      damaged(tr("its first line cannot be read"));
    bytes_.remove_prefix(end + 1);
    if (size > bytes_.size()) damaged(tr("it is incomplete"));
    const std::string_view text = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    try {
      nlohmann::json header = parse_json(text);
      if (header.is_object()) return header;
    } catch (const std::runtime_error&) {
    }
    damaged(tr("its list of files cannot be read"));
  }

  PackedFile read_file_of(const nlohmann::json& entry) {
    if (!entry.is_object() || !entry.contains("path") || !entry.at("path").is_string() ||
        !entry.contains("bytes") || !entry.at("bytes").is_number_unsigned() || !entry.contains("checksum"))
      damaged(tr("its list of files cannot be read"));
    PackedFile file{entry.at("path").get<std::string>(), ""};
    if (const std::string problem = names_.add(file.path); !problem.empty()) damaged(problem);
    const auto stated = entry.at("bytes").get<std::uint64_t>();
    if (stated > bytes_.size()) damaged(tr("{1} is incomplete", file.path));
    const auto size = static_cast<std::size_t>(stated);
    file.bytes = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    if (entry.at("checksum") != checksum_of(file.bytes))
      damaged(tr("the bytes of {1} have changed", file.path));
    return file;
  }

  std::string_view bytes_;
  std::string name_;
  PackNames names_;
};

}  // namespace

std::vector<PackedFile> read_pack(std::string_view bytes, const std::string& name) {
  return PackReader(bytes, name).read();
}

bool is_lesson_pack(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return false;
  try {
    const InputFile in(file);
    std::string begin(kPackBegins.size(), '\0');
    if (in.size() < begin.size()) return false;
    in.read(0, std::as_writable_bytes(std::span(begin)));
    return begin == kPackBegins;
  } catch (const std::runtime_error&) {
    return false;
  }
}

std::vector<PackedFile> load_pack(const std::filesystem::path& file) {
  return read_pack(read_file(file, kMostPackBytes + kMostPackHeader + kMostPackLine), file.string());
}

}  // namespace attnlab

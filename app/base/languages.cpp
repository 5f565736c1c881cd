// The list of languages, and the choice among them.
#include "app/base/languages.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <mutex>
#include <stdexcept>

#include "core/config/nearest.h"
#include "core/io/files/file.h"
#include "core/language/messages.h"
#include "core/platform/environment.h"
#include "embedded_languages.h"

namespace attnlab {
namespace {

constexpr std::uint64_t kMostCatalogueBytes = 16 << 20;

/// "de_AT.UTF-8@euro" → "de-at".
std::string plain_code(std::string_view code) {
  std::string plain(code.substr(0, code.find_first_of(".@")));
  for (char& c : plain) c = c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return plain;
}

std::string without_region(std::string_view code) {
  const std::string plain = plain_code(code);
  return plain.substr(0, plain.find('-'));
}

/// The first language that has the same code after `simplify`; null if there is none.
const Language* with_code(std::string_view code, std::span<const Language* const> offered,
                          std::string (*simplify)(std::string_view)) {
  const auto found =
      std::ranges::find(offered, simplify(code), [&](const Language* l) { return simplify(l->code); });
  return found == offered.end() ? nullptr : *found;
}

/// Each file is read once, because a language stays in memory until the program ends.
const Language& language_in_file(const std::string& path) {
  static std::mutex mutex;
  static std::map<std::string, const Language*> read;
  const std::scoped_lock lock(mutex);
  const Language*& language = read[path];
  if (language) return *language;
  try {
    return *(language = &read_language(read_file(path, kMostCatalogueBytes)));
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(quoted(std::filesystem::path(path)) + ": " + error.what());
  }
}

}  // namespace

std::vector<const Language*> languages_of(std::span<const EmbeddedFile> catalogues) {
  std::vector<const Language*> all{&english()};
  for (const EmbeddedFile& file : catalogues) all.push_back(&read_language(std::string(file.bytes)));
  return all;
}

const std::vector<const Language*>& languages() {
  static const std::vector<const Language*> all = languages_of(embedded_languages());
  return all;
}

const Language& language_named(const std::string& name) {
  if (name.ends_with(".mo")) return language_in_file(name);
  if (const Language* const language = with_code(name, languages(), plain_code)) return *language;
  std::vector<std::string> codes;
  for (const Language* const language : languages()) codes.push_back(language->code);
  throw std::invalid_argument(tr("there is no language {1}: choose {2}, or a file that ends in .mo",
                                 quoted(std::string_view(name)), either_of(codes)));
}

const Language& best_language(std::span<const std::string> wanted, std::span<const Language* const> offered) {
  for (const std::string& code : wanted) {
    if (const std::string plain = plain_code(code); plain == "c" || plain == "posix") return english();
    if (const Language* const exact = with_code(code, offered, plain_code)) return *exact;
    if (const Language* const near = with_code(code, offered, without_region)) return *near;
  }
  return english();
}

const Language& system_language() { return best_language(platform::user_languages(), languages()); }

}  // namespace attnlab

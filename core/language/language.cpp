// Languages of catalogues, and the one in use.
#include "core/language/language.h"

#include <atomic>
#include <deque>
#include <mutex>
#include <stdexcept>

#include "core/language/catalogue.h"

namespace attnlab {
namespace {

std::atomic<const Language*> g_language{nullptr};
thread_local int t_in_english = 0;  ///< how many InEnglish there are

/// A language that was read, and the catalogue that it points to.
struct Read {
  explicit Read(std::string bytes) : catalogue(std::move(bytes)) {}
  Catalogue catalogue;
  Language language;
};

std::string field_or(const Catalogue& catalogue, std::string_view field, const std::string& standard) {
  const std::string_view found = catalogue.header(field);
  return found.empty() ? standard : std::string(found);
}

/// A space at the end of a header's line is easily lost, so signs may have a name.
std::string sign_or(const Catalogue& catalogue, std::string_view field, const std::string& standard) {
  const std::string sign = field_or(catalogue, field, standard);
  if (sign == "space") return " ";
  return sign == "none" ? "" : sign;
}

}  // namespace

const Language& english() {
  static const Language language;
  return language;
}

const Language& read_language(std::string bytes) {
  static std::mutex mutex;
  static std::deque<Read> read;
  const std::scoped_lock lock(mutex);
  Read& added = read.emplace_back(std::move(bytes));
  Language& language = added.language;
  language.code = field_or(added.catalogue, "Language", "");
  if (language.code.empty())
    throw std::invalid_argument("the catalogue's header does not have a field Language");
  language.name = field_or(added.catalogue, "X-Language-Name", language.code);
  language.decimal_sign = sign_or(added.catalogue, "X-Decimal-Sign", language.decimal_sign);
  language.group_sign = sign_or(added.catalogue, "X-Group-Sign", language.group_sign);
  language.right_to_left = added.catalogue.header("X-Direction") == "rtl";
  language.catalogue = &added.catalogue;
  return language;
}

void use_language(const Language& language) { g_language = &language; }

const Language& language_in_use() {
  const Language* const language = g_language;
  return language && t_in_english == 0 ? *language : english();
}

InEnglish::InEnglish() { ++t_in_english; }
InEnglish::~InEnglish() { --t_in_english; }

}  // namespace attnlab

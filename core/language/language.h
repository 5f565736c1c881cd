// Language: one that the program's messages can be in, with how it writes numbers and in which direction.
#pragma once

#include <string>
#include <string_view>

namespace attnlab {

class Catalogue;

struct Language {
  std::string code = "en";                           ///< "de", "pt-BR"
  std::string name = "English";                      ///< in the language itself
  std::string decimal_sign = ".", group_sign = ",";  ///< of numbers on screen, never in files
  bool right_to_left = false;
  const Catalogue* catalogue = nullptr;  ///< null: messages are in English
};

const Language& english();

/// The language of a catalogue's header: the fields "Language", "X-Language-Name", "X-Decimal-Sign",
/// "X-Group-Sign" and "X-Direction: rtl", of which only the first one is needed. `bytes` of a .mo file. It
/// lives until the program ends. Throws std::invalid_argument if the bytes are not a catalogue, or do not
/// name a language.
const Language& read_language(std::string bytes);

/// Messages are in this language from now on. Any thread may call it; `language` must live until the program
/// ends.
void use_language(const Language& language);
/// English inside of InEnglish.
const Language& language_in_use();

/// While one lives, this thread's messages and numbers are in English: for files, and for what programs read.
class InEnglish {
 public:
  InEnglish();
  ~InEnglish();
  InEnglish(const InEnglish&) = delete;
  InEnglish& operator=(const InEnglish&) = delete;
};

}  // namespace attnlab

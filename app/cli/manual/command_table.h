// Command table: subcommands and options as rows, for what is made from them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace attnlab {

/// What can stand for a value.
enum class ValueKind {
  Text,    ///< anything
  Words,   ///< one of some words
  File,    ///< a file, or one of some words where there are any
  Folder,  ///< a folder
  Path     ///< a file or a folder
};

/// An option, a flag or an argument without a name.
struct OptionRow {
  std::vector<std::string> names;  ///< "-h", "--help"; of an argument, the one that help shows
  std::string value;               ///< "FOLDER"; "": a flag
  std::string about;
  ValueKind kind = ValueKind::Text;
  std::vector<std::string> words;  ///< what can stand there, or some of it
  bool repeats = false;
  bool required = false;
};

struct CommandRow {
  std::string name;  ///< "" for the program without a subcommand
  std::string sentence, footer;
  std::vector<OptionRow> options, arguments;
};

/// The program without a subcommand, and its subcommands in their order. Throws std::logic_error for words
/// that are kept for an option that does not exist.
std::vector<CommandRow> command_table(const CLI::App& program);

/// The first sentence of a description, without its full stop.
std::string first_sentence(std::string_view about);

/// `words` with `between` between them.
std::string joined(const std::vector<std::string>& words, std::string_view between);

}  // namespace attnlab

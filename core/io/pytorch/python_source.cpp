// Python source: lines by facts, then definitions by use.
#include "core/io/pytorch/python_source.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <vector>

#include "core/config/embedded.h"
#include "embedded_pytorch.h"

namespace attnlab {
namespace {

constexpr std::string_view kMark = "#: ", kBegin = "#:{", kEnd = "#:}";

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\n')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n')) text.remove_suffix(1);
  return text;
}

/// Takes the first line off, with its end.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end);
  return line;
}

/// Whether all facts of "gated !bias" hold.
bool holds(std::string_view wanted, const PythonFacts& facts) {
  wanted = trimmed(wanted);
  while (!wanted.empty()) {
    std::string_view fact = wanted.substr(0, wanted.find(' '));
    wanted = trimmed(wanted.substr(fact.size()));
    const bool negated = fact.starts_with('!');
    if (negated) fact.remove_prefix(1);
    if (facts.contains(fact) == negated) return false;
  }
  return true;
}

bool is_name_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The names in a piece of code, except for its texts in three quotes and its comments.
std::set<std::string, std::less<>> names_in(std::string_view code) {
  constexpr std::string_view kQuotes = "\"\"\"";
  std::set<std::string, std::less<>> names;
  for (std::size_t at = 0; at < code.size();) {
    if (code.substr(at).starts_with(kQuotes)) {
      at = std::min(code.find(kQuotes, at + kQuotes.size()), code.size() - kQuotes.size()) + kQuotes.size();
    } else if (code[at] == '#') {
      at = std::min(code.find('\n', at), code.size());
    } else if (is_name_letter(code[at])) {
      std::size_t end = at;
      while (end < code.size() && is_name_letter(code[end])) ++end;
      names.emplace(code.substr(at, end - at));
      at = end;
    } else {
      ++at;
    }
  }
  return names;
}

/// A statement at the left edge with the lines below it.
struct Statement {
  std::string_view text;
  std::vector<std::string> defines;  ///< none: it is always used
  bool used = false;
};

/// What a list of names defines: "a, b", or "a as b".
std::vector<std::string> listed(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    std::string_view one = list.substr(0, list.find(','));
    list.remove_prefix(std::min(one.size() + 1, list.size()));
    if (const std::size_t as = one.find(" as "); as != one.npos) one.remove_prefix(as + 4);
    names.emplace_back(trimmed(one));
  }
  return names;
}

std::vector<std::string> defined_by(std::string_view line) {
  for (const std::string_view word : {"def ", "class "})
    if (line.starts_with(word)) {
      const std::string_view rest = line.substr(word.size());
      return {std::string(rest.substr(0, rest.find_first_of("(:")))};
    }
  if (line.starts_with("import ")) return listed(line.substr(7));
  if (line.starts_with("from ")) return listed(line.substr(line.find(" import ") + 8));
  const std::size_t equals = line.find(" = ");
  const bool constant = std::isupper(static_cast<unsigned char>(line[0])) != 0 && equals != line.npos;
  return constant ? listed(line.substr(0, equals)) : std::vector<std::string>();
}

/// Whether a line at the left edge goes on with what is above it: a bracket, the end of a text.
bool goes_on(std::string_view line, bool in_text) {
  return in_text || line[0] == ' ' || line[0] == '\n' || line[0] == '}' || line[0] == ']' || line[0] == ')';
}

std::vector<Statement> statements_of(std::string_view text) {
  std::vector<Statement> statements;
  bool in_text = false;
  while (!text.empty()) {
    const char* const begin = text.data();
    const std::string_view line = take_line(text);
    if (!statements.empty() && goes_on(line, in_text)) {
      Statement& last = statements.back();
      last.text = {last.text.data(), static_cast<std::size_t>(line.data() + line.size() - last.text.data())};
    } else {
      statements.push_back({{begin, line.size()}, defined_by(line)});
    }
    for (std::size_t at = line.find("\"\"\""); at != line.npos; at = line.find("\"\"\"", at + 3))
      in_text = !in_text;
  }
  return statements;
}

void use(std::vector<Statement>& statements, Statement& used) {
  used.used = true;
  const auto names = names_in(used.text);
  for (Statement& other : statements) {
    const auto named = [&](const std::string& name) { return names.contains(name); };
    if (!other.used && std::ranges::any_of(other.defines, named)) use(statements, other);
  }
}

bool is_heading(const Statement& statement) { return statement.text.starts_with('#'); }

/// A heading is over what follows, up to the next one.
void use_headings(std::vector<Statement>& statements) {
  bool below = false;
  for (std::size_t i = statements.size(); i-- > 0;) {
    if (is_heading(statements[i])) {
      statements[i].used = below;
      below = false;
    } else {
      below = below || statements[i].used;
    }
  }
}

/// At most two empty lines behind each other, and one before a line that is set in.
std::string without_gaps(const std::string& text) {
  std::string out;
  std::size_t empty = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = take_line(rest);
    if (line == "\n") {
      ++empty;
      continue;
    }
    const std::size_t most = line[0] == ' ' ? 1 : 2;
    if (!out.empty()) out.append(std::min(empty, most), '\n');
    empty = 0;
    out += line;
  }
  return out;
}

}  // namespace

std::string lines_for(std::string_view text, const PythonFacts& facts) {
  std::string out;
  std::vector<bool> open;
  while (!text.empty()) {
    const std::string_view line = take_line(text), inside = trimmed(line);
    if (inside.starts_with(kBegin)) {
      open.push_back(holds(inside.substr(kBegin.size()), facts));
    } else if (inside == kEnd) {
      if (open.empty()) throw std::logic_error("Python source: a block ends that did not begin");
      open.pop_back();
    } else if (std::ranges::find(open, false) == open.end()) {
      const std::size_t mark = line.find(kMark);
      if (mark == line.npos) {
        out += line;
      } else if (holds(line.substr(mark + kMark.size()), facts)) {
        out += line.substr(0, line.find_last_not_of(' ', mark - 1) + 1);
        out += '\n';
      }
    }
  }
  if (!open.empty()) throw std::logic_error("Python source: a block does not end");
  return out;
}

std::string_view python_asset(std::string_view name) {
  for (const EmbeddedFile& file : embedded_pytorch())
    if (file.name == name) return file.bytes;
  throw std::logic_error("the program lacks assets/pytorch/" + std::string(name));
}

std::string python_source(std::span<const std::string_view> files, const PythonFacts& facts,
                          std::span<const std::string_view> roots) {
  std::string all;
  for (const std::string_view file : files)
    all += (all.empty() ? "" : "\n\n") + lines_for(python_asset(file), facts);
  std::vector<Statement> statements = statements_of(all);
  for (Statement& statement : statements) {
    const auto is_root = [&](const std::string& name) {
      return std::ranges::find(roots, name) != roots.end();
    };
    const bool always = statement.defines.empty() && !is_heading(statement);
    if (always || std::ranges::any_of(statement.defines, is_root)) use(statements, statement);
  }
  use_headings(statements);
  std::string out;
  for (const Statement& statement : statements)
    if (statement.used) out += statement.text;
  return without_gaps(out);
}

}  // namespace attnlab

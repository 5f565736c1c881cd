// NumPy functions: cut out of the files of assets/numpy.
#include "core/io/numpy/numpy_functions.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <vector>

#include "core/config/embedded.h"
#include "embedded_numpy.h"

namespace attnlab {
namespace {

constexpr std::string_view kFrame = "frame.py", kDefinition = "def ";

/// A function and the comment over its file.
struct Function {
  std::string_view name, text, chapter;
};

std::string_view without_trailing_lines(std::string_view text) {
  return text.substr(0, text.find_last_not_of('\n') + 1);
}

void append_functions(std::string_view file, std::vector<Function>& functions) {
  const std::string_view chapter = file.substr(0, file.find('\n'));
  std::size_t at = file.find("\ndef ");
  while (at != std::string_view::npos) {
    const std::size_t end = file.find("\ndef ", at + 1), begin = at + 1;
    const std::string_view text = file.substr(begin, end == std::string_view::npos ? end : end - begin);
    const std::size_t name = kDefinition.size();
    functions.push_back({text.substr(name, text.find('(') - name), without_trailing_lines(text), chapter});
    at = end;
  }
}

std::vector<Function> cut_functions() {
  std::vector<Function> functions;
  for (const char* file :
       {"input.py", "layers.py", "attention.py", "experts.py", "recurrent.py", "loss.py"}) {
    for (const EmbeddedFile& embedded : embedded_numpy())
      if (embedded.name == file) append_functions(embedded.bytes, functions);
  }
  return functions;
}

const std::vector<Function>& all_functions() {
  static const std::vector<Function> functions = cut_functions();
  return functions;
}

/// `text` without its docstring.
std::string code_of(std::string_view text) {
  constexpr std::string_view kQuotes = "\"\"\"";
  const std::size_t begin = text.find(kQuotes);
  const std::size_t end = begin == std::string_view::npos ? begin : text.find(kQuotes, begin + 3);
  if (end == std::string_view::npos) return std::string(text);
  return std::string(text.substr(0, begin)) + std::string(text.substr(end + 3));
}

/// Whether `code` calls `name`; a method of that name does not count.
bool calls(std::string_view code, std::string_view name) {
  const std::string call = std::string(name) + "(";
  for (std::size_t at = code.find(call, 1); at != std::string_view::npos; at = code.find(call, at + 1)) {
    const char before = code[at - 1];
    const bool defined = at >= kDefinition.size() && code.substr(at - kDefinition.size(), 4) == kDefinition;
    if (!defined && before != '.' && before != '_' && !std::isalnum(static_cast<unsigned char>(before)))
      return true;
  }
  return false;
}

/// Adds the functions that `names` call, directly and indirectly.
void add_callees(std::set<std::string, std::less<>>& names) {
  std::vector<std::string> open(names.begin(), names.end());
  while (!open.empty()) {
    const std::string name = open.back();
    open.pop_back();
    const auto caller = std::ranges::find(all_functions(), name, &Function::name);
    if (caller == all_functions().end())
      throw std::logic_error("the operation " + name + " has no NumPy function");
    const std::string code = code_of(caller->text);
    for (const Function& callee : all_functions())
      if (calls(code, callee.name) && names.insert(std::string(callee.name)).second)
        open.emplace_back(callee.name);
  }
}

}  // namespace

bool has_numpy_function(std::string_view name) {
  return std::ranges::find(all_functions(), name, &Function::name) != all_functions().end();
}

std::string_view numpy_frame() {
  for (const EmbeddedFile& file : embedded_numpy()) {
    if (file.name == kFrame) return file.bytes.substr(file.bytes.find('\n') + 1);
  }
  throw std::logic_error("the program lacks assets/numpy/frame.py");
}

std::string numpy_functions(std::set<std::string, std::less<>> names) {
  add_callees(names);
  std::string out;
  std::string_view chapter;
  for (const Function& function : all_functions()) {
    if (!names.contains(function.name)) continue;
    if (function.chapter != chapter) out += "\n\n" + std::string(function.chapter);
    chapter = function.chapter;
    out += "\n\n" + std::string(function.text) + "\n";
  }
  return out;
}

}  // namespace attnlab

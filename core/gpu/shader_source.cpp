// Shaders from files, with #line where a file begins or goes on.
#include "core/gpu/shader_source.h"

#include <algorithm>
#include <regex>
#include <sstream>
#include <stdexcept>

#include "embedded_shaders.h"

namespace attnlab::gpu {

namespace {

class Assembly {
 public:
  explicit Assembly(const ShaderFiles& files) : find_(files) {}

  void add(const std::string& name, const std::string& asked_from) {
    const std::optional<std::string_view> text = find_(name);
    if (!text) throw std::invalid_argument(asked_from + "unknown shader file \"" + name + "\"");
    const std::size_t number = source.files.size();
    source.files.push_back(name);
    go_on(1, number);
    std::istringstream lines{std::string(*text)};
    std::string line;
    for (int at = 1; std::getline(lines, line); ++at) {
      static const std::regex include(R"(^\s*#include\s+"([^"]+)\"\s*$)");
      std::smatch found;
      if (!std::regex_match(line, found, include)) {
        source.text += line + '\n';
        continue;
      }
      if (std::find(source.files.begin(), source.files.end(), found[1]) == source.files.end())
        add(found[1], name + ':' + std::to_string(at) + ": ");
      go_on(at + 1, number);
    }
  }

  ShaderSource source;

 private:
  void go_on(int line, std::size_t file) {
    source.text += "#line " + std::to_string(line) + ' ' + std::to_string(file) + '\n';
  }

  const ShaderFiles& find_;
};

}  // namespace

std::optional<std::string_view> embedded_shader(std::string_view name) {
  for (const EmbeddedFile& file : embedded_shaders()) {
    if (file.name == name) return file.bytes;
  }
  return {};
}

std::vector<std::string_view> embedded_shader_names() {
  std::vector<std::string_view> names;
  for (const EmbeddedFile& file : embedded_shaders()) names.push_back(file.name);
  return names;
}

ShaderSource assemble_shader(const ShaderFiles& files, const std::string& name,
                             const ShaderDefines& defines) {
  Assembly assembly(files);
  assembly.source.text = "#version 430 core\n";
  for (const auto& [what, value] : defines) assembly.source.text += "#define " + what + ' ' + value + '\n';
  assembly.add(name, "");
  return std::move(assembly.source);
}

std::string readable_messages(std::string_view log, const std::vector<std::string>& files) {
  static const std::regex numbered(
      R"(^(?:(ERROR|WARNING): )?(\d{1,6})(?::(\d+)\(\d+\)|\((\d+)\)|:(\d+)) ?: ?(.*)$)");
  std::istringstream lines{std::string(log.substr(0, log.find('\0')))};
  std::string line, readable;
  while (std::getline(lines, line)) {
    std::smatch found;
    if (std::regex_match(line, found, numbered)) {
      const auto file = static_cast<std::size_t>(std::stoul(found[2]));
      const std::string at = found[3].str() + found[4].str() + found[5].str();
      if (file < files.size())
        line =
            files[file] + ':' + at + ": " + (found[1].matched ? found[1].str() + ": " : "") + found[6].str();
    }
    readable += (readable.empty() ? "" : "\n") + line;
  }
  return readable;
}

}  // namespace attnlab::gpu

// Shader sources: assembles shaders from files, and translates compilers' messages.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attnlab::gpu {

/// The text of the file of this name; none where there is no such file.
using ShaderFiles = std::function<std::optional<std::string_view>(std::string_view name)>;

/// Macros of a shader, names and values: {"ROWS", "64"}.
using ShaderDefines = std::vector<std::pair<std::string, std::string>>;

/// A whole shader, and the names of its files by their numbers in #line.
struct ShaderSource {
  std::string text;
  std::vector<std::string> files;
};

/// The shaders that are compiled into the program, from the folder shaders/.
std::optional<std::string_view> embedded_shader(std::string_view name);
std::vector<std::string_view> embedded_shader_names();

/// File `name` behind a #version line and the defines, each #include "file" replaced by that file, once.
/// Throws std::invalid_argument with FILE:LINE for a file that is not there.
ShaderSource assemble_shader(const ShaderFiles& files, const std::string& name, const ShaderDefines& defines);

/// A driver's messages with our FILE:LINE in place of its numbers: Mesa's "0:12(3): error: …", NVIDIA's
/// "0(12) : error …", and the "ERROR: 0:12: …" of others. Lines of any other form are unchanged.
std::string readable_messages(std::string_view log, const std::vector<std::string>& files);

}  // namespace attnlab::gpu

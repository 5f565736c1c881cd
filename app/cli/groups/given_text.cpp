// Given text: lines, UTF-8 and unknown words.
#include "app/cli/groups/given_text.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "app/base/printable.h"
#include "app/base/unknown_remark.h"
#include "core/io/files/file.h"
#include "core/language/messages.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

constexpr std::uint64_t kMostBytes = 1 << 30;

std::string standard_input() {
  if (std::cin.eof())
    throw std::invalid_argument(tr("standard input has been read already: only one option can be -"));
  std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  std::cin.setstate(std::ios::eofbit);
  return text;
}

std::string without_line_end(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  if (text.ends_with('\r')) text.pop_back();
  return text;
}

}  // namespace

CLI::Option* take_standard_input(CLI::Option* option) {
  return option->transform([](std::string text) -> std::string {
    return text == "-" ? without_line_end(standard_input()) : std::move(text);
  });
}

std::vector<std::string> lines_of_file(const std::string& file) {
  std::istringstream text(file == "-" ? standard_input() : read_file(file, kMostBytes));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(without_line_end(std::move(line)));
  return lines;
}

void check_utf8(std::string_view option, std::string_view text) {
  const std::optional<std::size_t> bad = first_invalid_utf8(text);
  if (!bad) return;
  throw std::invalid_argument(
      tr("{1} is not UTF-8 from byte {2} on: write it in UTF-8", option, std::to_string(*bad)));
}

void note_unknown(std::span<const Piece> pieces) {
  std::vector<std::string> unknown;
  for (const Piece& piece : pieces)
    if (!piece.known) unknown.push_back(quoted_piece(piece.text));
  if (!unknown.empty()) std::fprintf(stderr, "%s\n", tr("note: {1}", unknown_remark(unknown)).c_str());
}

}  // namespace attnlab

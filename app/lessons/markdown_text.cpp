// Writes prose as Markdown.
#include "app/lessons/markdown_text.h"

#include <algorithm>
#include <stdexcept>

#include "app/lessons/prose.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

constexpr std::string_view kMarks = "\\`*_[]<>$|~";

/// A text between as many backticks as it needs.
std::string code_text(const std::string& text) {
  const std::string ticks = text.find('`') == std::string::npos ? "`" : "``";
  const std::string air = ticks.size() > 1 ? " " : "";
  return ticks + air + text + air + ticks;
}

bool leads_out(const std::string& link) { return link.starts_with("http:") || link.starts_with("https:"); }

/// `mark` around the words, and blanks outside of it.
std::string marked(const std::string& words, std::string_view mark) {
  const std::size_t first = words.find_first_not_of(' ');
  if (first == std::string::npos) return words;
  const std::size_t end = words.find_last_not_of(' ') + 1;
  return words.substr(0, first) + std::string(mark) + words.substr(first, end - first) + std::string(mark) +
         words.substr(end);
}

std::string markdown_of_span(const Span& span) {
  std::string words = span.code || span.formula ? code_text(span.text) : escaped_markdown(span.text);
  for (std::size_t at = 0; (at = words.find('\n', at)) != std::string::npos; at += 2)
    words.replace(at, 1, "\\\n");
  if (span.emphasis) words = marked(words, "*");
  if (span.strong) words = marked(words, "**");
  return leads_out(span.link) ? "[" + words + "](<" + span.link + ">)" : words;
}

/// A paragraph that begins as a list, a title or a quote does.
std::string as_paragraph(std::string text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const bool numbered = digits > 0 && digits < text.size() && (text[digits] == '.' || text[digits] == ')');
  if (numbered) return text.insert(digits, "\\");
  const bool marked = !text.empty() && std::string_view("#+-=").find(text[0]) != std::string_view::npos;
  return marked ? "\\" + text : text;
}

std::string quoted_lines(const std::string& text) {
  std::string lines = "> ";
  for (const char c : text) {
    lines += c;
    if (c == '\n') lines += "> ";
  }
  return lines;
}

std::string row_text(const std::vector<Spans>& row) {
  std::string line = "|";
  for (const Spans& cell : row) line += " " + markdown_of(cell) + " |";
  return line;
}

std::string table_text(const Prose& table) {
  std::string text;
  for (const auto& row : table.rows) {
    text += (text.empty() ? "" : "\n") + row_text(row);
    if (&row != &table.rows.front()) continue;
    text += "\n|";
    for (std::size_t i = 0; i < row.size(); ++i) text += "---|";
  }
  return text;
}

std::string listing(const std::string& text) { return "```text\n" + text + "\n```"; }

}  // namespace

std::string escaped_markdown(std::string_view words) {
  std::string all;
  for (const char c : words) {
    if (kMarks.find(c) != std::string_view::npos) all += '\\';
    all += c;
  }
  return all;
}

std::string markdown_of(const Spans& spans) {
  std::string line;
  for (const Span& span : spans) line += markdown_of_span(span);
  return line;
}

std::string markdown_of(const Prose& block) {
  const auto level = static_cast<std::size_t>(std::max(block.level, 1));
  switch (block.kind) {
    case Prose::Kind::Paragraph: return as_paragraph(markdown_of(block.spans));
    case Prose::Kind::Heading:
      return std::string(std::max<std::size_t>(level, 3), '#') + " " + markdown_of(block.spans);
    case Prose::Kind::Item:
      return std::string(4 * (level - 1), ' ') + (block.marker == "•" ? "-" : block.marker) + " " +
             markdown_of(block.spans);
    case Prose::Kind::Quote: return quoted_lines(markdown_of(block.spans));
    case Prose::Kind::Note: return quoted_lines(tr("For the teacher: {1}", markdown_of(block.spans)));
    case Prose::Kind::Code: return listing(block.text);
    case Prose::Kind::Equation: {
      std::string formula;
      for (const Span& span : block.spans) formula += span.text;
      return listing(formula);
    }
    case Prose::Kind::Table: return table_text(block);
    case Prose::Kind::Picture: return "![" + markdown_of(block.spans) + "](<" + block.text + ">)";
  }
  return {};
}

std::string markdown_on_paper(const std::string& markdown) {
  std::string all;
  try {
    for (const Prose& block : read_prose(markdown))
      all += (all.empty() ? "" : " ") + markdown_of(block.spans);
  } catch (const std::invalid_argument&) {
    return escaped_markdown(markdown);
  }
  return all;
}

}  // namespace attnlab

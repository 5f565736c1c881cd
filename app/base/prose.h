// Prose: text as blocks of spans, each in one look.
#pragma once

#include <string>
#include <tuple>
#include <vector>

namespace attnlab {

/// A run of text in one look.
struct Span {
  std::string text;  ///< of a formula: in the notation of derivations, y = x/√D
  bool strong = false;
  bool emphasis = false;
  bool code = false;
  bool formula = false;
  std::string link{};  ///< "do:COMMAND", "term:NAME", "step:TITLE", "lesson:ID" or an address; "": no link
  friend bool operator==(const Span&, const Span&) = default;
};
using Spans = std::vector<Span>;

/// One block of text.
struct Prose {
  enum class Kind {
    Paragraph,
    Heading,  ///< below the titles of steps
    Item,     ///< of a list
    Quote,
    Note,  ///< for the teacher: a quote that begins with "teacher:"
    Code,
    Equation,  ///< on a line of its own
    Table,
    Picture  ///< a paragraph that is one: its file in `text`, what it shows in `spans`
  };
  Kind kind = Kind::Paragraph;
  int level = 1;                           ///< of a heading; the depth of an item, 1 the outermost
  std::string marker{};                    ///< of an item: "•", "3."
  Spans spans{};                           ///< of all but code and tables
  std::string text{};                      ///< of code
  std::vector<std::vector<Spans>> rows{};  ///< of a table; the first row is its head
  int line = 0;                            ///< at which it begins in what was read, from 1

  /// Whether both say the same, wherever that stands.
  friend bool operator==(const Prose& a, const Prose& b) {
    const auto said = [](const Prose& p) {
      return std::tie(p.kind, p.level, p.marker, p.spans, p.text, p.rows);
    };
    return said(a) == said(b);
  }
};

}  // namespace attnlab

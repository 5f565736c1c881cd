// Reads the text of lessons with md4c.
#include "app/lessons/prose.h"

#include <md4c.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <stdexcept>
#include <utility>

#include "core/language/messages.h"

namespace attnlab {

namespace {

/// Builds blocks from md4c's events.
class ProseBuilder {
 public:
  ProseBuilder(std::string_view markdown, ProsePictures pictures)
      : markdown_(markdown), pictures_(pictures) {}

  std::vector<Prose> take() { return std::move(blocks_); }

  void enter(MD_BLOCKTYPE type, void* detail) {
    switch (type) {
      case MD_BLOCK_QUOTE: ++quotes_; break;
      case MD_BLOCK_UL: lists_.push_back({false, 0}); break;
      case MD_BLOCK_OL:
        lists_.push_back({true, static_cast<int>(static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start)});
        break;
      case MD_BLOCK_LI: begin_item(); break;
      case MD_BLOCK_H:
        begin(Prose::Kind::Heading);
        blocks_.back().level = static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
        break;
      case MD_BLOCK_CODE: begin(Prose::Kind::Code); break;
      case MD_BLOCK_P: begin_paragraph(); break;
      case MD_BLOCK_TABLE: begin(Prose::Kind::Table); break;
      case MD_BLOCK_TR: blocks_.back().rows.emplace_back(); break;
      case MD_BLOCK_TH:
      case MD_BLOCK_TD: blocks_.back().rows.back().emplace_back(); break;
      case MD_BLOCK_HTML: throw std::invalid_argument(tr("lessons cannot contain HTML: write Markdown"));
      case MD_BLOCK_DOC:
      case MD_BLOCK_HR:
      case MD_BLOCK_THEAD:
      case MD_BLOCK_TBODY: break;
    }
  }

  void leave(MD_BLOCKTYPE type) {
    if (type == MD_BLOCK_QUOTE) --quotes_;
    if (type == MD_BLOCK_UL || type == MD_BLOCK_OL) lists_.pop_back();
    if (type == MD_BLOCK_LI) item_open_ = false;
    if (type == MD_BLOCK_P) mark_note();
    if (type == MD_BLOCK_CODE && !blocks_.back().text.empty() && blocks_.back().text.back() == '\n')
      blocks_.back().text.pop_back();
  }

  void enter_span(MD_SPANTYPE type, void* detail) {
    if (type == MD_SPAN_IMG) begin_picture(static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src);
    if (type == MD_SPAN_A) {
      const MD_ATTRIBUTE& address = static_cast<MD_SPAN_A_DETAIL*>(detail)->href;
      link_.assign(address.text, address.size);
    }
    change(type, 1);
  }
  void leave_span(MD_SPANTYPE type) {
    if (type == MD_SPAN_A) link_.clear();
    if (type == MD_SPAN_IMG) in_picture_ = false;
    change(type, -1);
  }

  void text(MD_TEXTTYPE type, std::string_view text) {
    note_line(text);
    switch (type) {
      case MD_TEXT_CODE:
        if (blocks_.back().kind == Prose::Kind::Code) return void(blocks_.back().text += text);
        return add(text);
      case MD_TEXT_BR: return add("\n");
      case MD_TEXT_SOFTBR: return add(" ");
      case MD_TEXT_ENTITY: return add(entity(text));
      case MD_TEXT_HTML: throw std::invalid_argument(tr("lessons cannot contain HTML: write Markdown"));
      case MD_TEXT_NULLCHAR: return;
      case MD_TEXT_NORMAL:
      case MD_TEXT_LATEXMATH: return add(text);
    }
  }

  std::exception_ptr error;

 private:
  struct List {
    bool numbered;
    int next;
  };

  void begin(Prose::Kind kind) { blocks_.push_back({.kind = kind}); }

  void begin_item() {
    List& list = lists_.back();
    begin(Prose::Kind::Item);
    blocks_.back().level = static_cast<int>(lists_.size());
    blocks_.back().marker = list.numbered ? std::to_string(list.next++) + "." : "•";
    item_open_ = true;
  }
  /// The first paragraph of an item is the item itself.
  void begin_paragraph() {
    if (std::exchange(item_open_, false)) return;
    begin(quotes_ > 0 ? Prose::Kind::Quote : Prose::Kind::Paragraph);
  }
  /// A quote that begins with "teacher:" is a note.
  void mark_note() {
    if (blocks_.empty() || blocks_.back().kind != Prose::Kind::Quote || blocks_.back().spans.empty()) return;
    constexpr std::string_view kTeacher = "teacher:";
    std::string& first = blocks_.back().spans.front().text;
    if (!first.starts_with(kTeacher)) return;
    first.erase(0, first.find_first_not_of(' ', kTeacher.size()));
    blocks_.back().kind = Prose::Kind::Note;
  }

  void begin_picture(const MD_ATTRIBUTE& file) {
    if (pictures_ == ProsePictures::Refused)
      throw std::invalid_argument(tr("an image can only be in the text of a step"));
    Prose& block = blocks_.back();
    if (block.kind != Prose::Kind::Paragraph || !block.spans.empty() || !link_.empty()) not_alone();
    block.kind = Prose::Kind::Picture;
    block.text.assign(file.text, file.size);
    in_picture_ = true;
  }
  [[noreturn]] static void not_alone() {
    throw std::invalid_argument(tr("an image must be a paragraph of its own, between empty lines"));
  }

  /// md4c hands over parts of the text that it reads, in their order, but for what it has put in the place of
  /// some.
  void note_line(std::string_view text) {
    const std::less<const char*> before;
    const char* const end = markdown_.data() + markdown_.size();
    if (before(text.data(), counted_) || before(end, text.data())) return;
    line_ += static_cast<int>(std::count(counted_, text.data(), '\n'));
    counted_ = text.data();
    if (int& line = blocks_.back().line; line == 0) line = line_;
  }

  void change(MD_SPANTYPE type, int by) {
    switch (type) {
      case MD_SPAN_EM: emphasis_ += by; break;
      case MD_SPAN_STRONG: strong_ += by; break;
      case MD_SPAN_CODE: code_ += by; break;
      case MD_SPAN_LATEXMATH: formula_ += by; break;
      case MD_SPAN_LATEXMATH_DISPLAY:
        formula_ += by;
        if (by > 0 && blocks_.back().kind == Prose::Kind::Picture) not_alone();
        if (by > 0) blocks_.back().kind = Prose::Kind::Equation;
        break;
      case MD_SPAN_A:
      case MD_SPAN_IMG:
      case MD_SPAN_DEL:
      case MD_SPAN_WIKILINK:
      case MD_SPAN_U: break;
    }
  }

  void add(std::string_view text) {
    Prose& block = blocks_.back();
    if (block.kind == Prose::Kind::Picture && !in_picture_) not_alone();
    Spans& spans = block.kind == Prose::Kind::Table ? block.rows.back().back() : block.spans;
    Span span{std::string(text), strong_ > 0, emphasis_ > 0, code_ > 0, formula_ > 0, link_};
    if (!spans.empty()) {
      Span& last = spans.back();
      std::string before = std::exchange(last.text, span.text);
      const bool alike = last == span;
      last.text = std::move(before);
      if (alike) return void(last.text += text);
    }
    spans.push_back(std::move(span));
  }

  static std::string_view entity(std::string_view text) {
    static constexpr std::pair<std::string_view, std::string_view> kEntities[] = {
        {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&nbsp;", "\u00a0"}};
    for (const auto& [name, letter] : kEntities)
      if (name == text) return letter;
    return text;
  }

  std::string_view markdown_;
  const char* counted_ = markdown_.data();  ///< line_ is the line of this letter
  int line_ = 1;
  ProsePictures pictures_;
  std::vector<Prose> blocks_;
  std::vector<List> lists_;
  std::string link_;
  int quotes_ = 0, strong_ = 0, emphasis_ = 0, code_ = 0, formula_ = 0;
  bool item_open_ = false, in_picture_ = false;
};

/// md4c is written in C: an exception waits in the builder until it has returned.
template <typename Event>
int guarded(void* builder, Event event) {
  auto& target = *static_cast<ProseBuilder*>(builder);
  try {
    event(target);
    return 0;
  } catch (...) {
    target.error = std::current_exception();
    return 1;
  }
}

constexpr unsigned kFlags = MD_FLAG_TABLES | MD_FLAG_LATEXMATHSPANS;

MD_PARSER parser() {
  MD_PARSER all{};
  all.flags = kFlags;
  all.enter_block = [](MD_BLOCKTYPE type, void* detail, void* to) {
    return guarded(to, [&](ProseBuilder& b) { b.enter(type, detail); });
  };
  all.leave_block = [](MD_BLOCKTYPE type, void*, void* to) {
    return guarded(to, [&](ProseBuilder& b) { b.leave(type); });
  };
  all.enter_span = [](MD_SPANTYPE type, void* detail, void* to) {
    return guarded(to, [&](ProseBuilder& b) { b.enter_span(type, detail); });
  };
  all.leave_span = [](MD_SPANTYPE type, void*, void* to) {
    return guarded(to, [&](ProseBuilder& b) { b.leave_span(type); });
  };
  all.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* to) {
    return guarded(to, [&](ProseBuilder& b) { b.text(type, {text, size}); });
  };
  return all;
}

/// CommonMark ends an address at a space, and what was meant as a link then stays text.
void refuse_broken_links(const Prose& block) {
  const auto check = [](const Spans& spans) {
    for (const Span& span : spans)
      for (const std::string_view begin : {"](do:", "](term:", "](step:", "](lesson:"})
        if (const std::size_t at = span.text.find(begin); !span.code && at != std::string::npos)
          throw std::invalid_argument(
              tr("write an address that has spaces in < >: [text](<{1}…>)", begin.substr(2)));
  };
  check(block.spans);
  for (const auto& row : block.rows)
    for (const Spans& cell : row) check(cell);
}

}  // namespace

std::string plain_text(const Spans& spans) {
  std::string all;
  for (const Span& span : spans) all += span.text;
  return all;
}

std::vector<Prose> read_prose(const std::string& markdown, ProsePictures pictures) {
  ProseBuilder builder(markdown, pictures);
  const MD_PARSER events = parser();
  const int failed = md_parse(markdown.data(), static_cast<MD_SIZE>(markdown.size()), &events, &builder);
  if (builder.error) std::rethrow_exception(builder.error);
  if (failed) throw std::invalid_argument(tr("this text cannot be read as Markdown"));
  std::vector<Prose> blocks = builder.take();
  for (const Prose& block : blocks) refuse_broken_links(block);
  return blocks;
}

}  // namespace attnlab

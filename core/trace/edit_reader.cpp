// Reads edits from text.
#include <stdexcept>
#include <utility>

#include "core/config/scan_number.h"
#include "core/trace/edit.h"
#include "core/trace/edit_words.h"

namespace attnlab {

namespace {

/// Reads an edit from left to right.
class EditReader {
 public:
  explicit EditReader(std::string_view text) : text_(text), rest_(text) {}

  Edit edit() {
    if (rest_.starts_with("force ")) return force();
    if (take("no ")) return switch_off();
    if (take("mask ")) return mask();
    if (take("token ")) return token();
    for (const auto& [word, how] : kHeadWords)
      if (take(std::string(word) + " ")) return head(how);
    return cells();
  }

  /// "100/110/011": all of one length.
  std::vector<std::string> mask_rows() {
    std::vector<std::string> rows;
    do {
      const std::size_t length = std::min(rest_.find_first_not_of("01"), rest_.size());
      if (length == 0 || (!rows.empty() && length != rows[0].size()))
        fail(mask_usages(", ") + " or rows of 0 and 1 of equal length");
      rows.emplace_back(rest_.substr(0, length));
      rest_.remove_prefix(length);
    } while (take("/"));
    end();
    return rows;
  }

 private:
  Edit cells() {
    CellEdit edit;
    edit.cells.tensor = name_up_to("[");
    edit.cells.index = places();
    if (take(" from ")) return patch(edit.cells);
    if (take("+=")) {
      edit.how = CellEdit::How::Add;
    } else if (take("*=")) {
      edit.how = CellEdit::How::Scale;
    } else {
      expect("=");
    }
    edit.value = value();
    return edit;
  }

  /// "TEXT", or "SOURCE => ANSWER".
  Edit patch(const CellRegion& cells) {
    PatchEdit edit{cells, nullptr, remaining("the text to read")};
    const std::size_t mark = edit.text.rfind(kAnswerMark);
    if (mark == std::string::npos || mark == 0) return edit;
    edit.answer = edit.text.substr(mark + kAnswerMark.size());
    edit.text.resize(mark);
    return edit;
  }

  Edit head(HeadEdit::How how) {
    HeadEdit edit;
    edit.how = how;
    const bool can_be_all = how == HeadEdit::How::Zero || how == HeadEdit::How::Mean;
    if (can_be_all && rest_.find('#') == std::string_view::npos) {
      edit.attention = remaining("the name of an attention");
      return edit;
    }
    edit.attention = name_up_to("#");
    edit.heads = how == HeadEdit::How::Swap ? two_heads() : some_numbers();
    end();
    return edit;
  }

  std::vector<Index> two_heads() {
    std::vector<Index> heads{whole_number()};
    expect(",");
    heads.push_back(whole_number());
    return heads;
  }

  std::vector<Index> some_numbers() {
    std::vector<Index> numbers;
    do numbers.push_back(whole_number());
    while (take(","));
    return numbers;
  }

  Edit force() {
    take("force ");
    ForceAttention edit;
    edit.attention = name_up_to("#");
    edit.head = number_or_star();
    expect("[");
    edit.query = number_or_star();
    expect(",");
    edit.key = whole_number();
    expect("]");
    end();
    return edit;
  }

  Edit expert() {
    ExpertEdit edit;
    edit.feed_forward = name_up_to("#");
    edit.experts = some_numbers();
    end();
    return edit;
  }

  Edit switch_off() {
    if (take("expert ")) return expert();
    for (const auto& [word, what] : kSwitchWords) {
      if (!take(word)) continue;
      if (what == SwitchOff::What::Positions) {
        end();
        return SwitchOff{what, ""};
      }
      expect(" ");
      return SwitchOff{what, remaining("a name")};
    }
    fail("scaling, mask, norm, residual, sublayer, positions or expert");
  }

  Edit mask() {
    MaskEdit edit;
    edit.attention = name_up_to(" ");
    if (const std::size_t at = edit.attention.find('#'); at != std::string::npos) {
      EditReader number(std::string_view(edit.attention).substr(at + 1));
      edit.head = number.whole_number();
      number.end();
      edit.attention.resize(at);
    }
    if (edit.head == CellRegion::kWhole && rest_ == "none")
      return SwitchOff{SwitchOff::What::Mask, edit.attention};
    for (const MaskKind& kind : mask_kinds()) {
      if (!take(kind.name)) continue;
      edit.kind = &kind;
      for (std::size_t i = 0; i < kind.numbers.size(); ++i) {
        expect(" ");
        edit.numbers[i] = number_of(kind, kind.numbers[i]);
      }
      end();
      return edit;
    }
    edit.rows = mask_rows();
    return edit;
  }

  Index number_of(const MaskKind& kind, const MaskKind::Number& number) {
    const Index given = whole_number();
    if (given < number.least)
      fail(std::string(kind.name) + " with " + std::to_string(number.least) + " or more " +
           std::string(number.unit));
    return given;
  }

  Edit token() {
    TokenEdit edit;
    edit.in_source = take("source[");
    if (!edit.in_source) expect("input[");
    edit.position = whole_number();
    expect("]=");
    edit.token = remaining("a token");
    return edit;
  }

  std::string remaining(const std::string& wanted) {
    if (rest_.empty()) fail(wanted);
    return std::string(std::exchange(rest_, {}));
  }

  std::string name_up_to(std::string_view mark) {
    const std::size_t at = rest_.find(mark);
    if (at == 0 || at == std::string_view::npos) fail("a name and then " + std::string(mark));
    const std::string name(rest_.substr(0, at));
    rest_.remove_prefix(at + mark.size());
    return name;
  }

  /// "0,*,9:12]".
  std::vector<AxisRange> places() {
    std::vector<AxisRange> index;
    if (take("]")) return index;
    do index.push_back(range());
    while (take(","));
    expect("]");
    return index;
  }

  /// "*", "2", or "9:12", which ends with 11.
  AxisRange range() {
    if (take("*")) return CellRegion::kWhole;
    const Index begin = whole_number();
    if (!take(":")) return begin;
    const std::string_view at = rest_;
    const Index range_end = whole_number();
    if (range_end > begin) return {begin, range_end};
    rest_ = at;
    fail("an end greater than " + std::to_string(begin));
  }

  Index number_or_star() { return take("*") ? CellRegion::kWhole : whole_number(); }

  Index whole_number() {
    Index number = 0;
    const auto [stop, error] = scan_number(rest_.data(), rest_.data() + rest_.size(), number);
    if (error != std::errc() || number < 0) fail("an index, counted from 0");
    rest_.remove_prefix(stop - rest_.data());
    return number;
  }

  double value() {
    double number = 0;
    const auto [stop, error] = scan_number(rest_.data(), rest_.data() + rest_.size(), number);
    if (error != std::errc()) fail("a number");
    rest_.remove_prefix(stop - rest_.data());
    end();
    return number;
  }

  bool take(std::string_view mark) {
    if (!rest_.starts_with(mark)) return false;
    rest_.remove_prefix(mark.size());
    return true;
  }

  void expect(std::string_view mark) {
    if (!take(mark)) fail("\"" + std::string(mark) + "\"");
  }

  void end() {
    if (!rest_.empty()) fail("the end");
  }

  [[noreturn]] void fail(const std::string& wanted) const {
    throw std::invalid_argument(
        "edit \"" + std::string(text_) + "\": expected " + wanted + " at \"" + std::string(rest_) +
        "\"; examples of edits: NAME[0,*,2:4]=0.5, NAME[…]+=1, NAME[…]*=2, NAME[…] from TEXT, zero "
        "ATTENTION#1, "
        "mean …, only …, swap ATTENTION#0,1, force ATTENTION#1[2,0], no norm NAME, no positions, "
        "no expert FEED_FORWARD#1, mask ATTENTION window 3 or token source[2]=a");
  }

  std::string_view text_, rest_;
};

}  // namespace

Edit parse_edit(std::string_view text) { return EditReader(text).edit(); }

std::vector<std::string> parse_mask_rows(std::string_view text) { return EditReader(text).mask_rows(); }

}  // namespace attnlab

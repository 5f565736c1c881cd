// Edits as text.
#include "core/config/number_text.h"
#include "core/trace/edit.h"
#include "core/trace/edit_words.h"

namespace attnlab {

namespace {

std::string place(const AxisRange& range) {
  if (range.whole()) return "*";
  const std::string begin = std::to_string(range.begin);
  return range.end == range.begin + 1 ? begin : begin + ":" + std::to_string(range.end);
}

std::string text_of(const CellRegion& cells) { return cells.tensor + places_text(cells); }

std::string text_of(const CellEdit& e) {
  const char* how = e.how == CellEdit::How::Set ? "=" : e.how == CellEdit::How::Add ? "+=" : "*=";
  return text_of(e.cells) + how + shortest_text(e.value);
}

/// "#0,2"; "" for none.
std::string numbers_text(const std::vector<Index>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i) text += (i ? "," : "#") + std::to_string(numbers[i]);
  return text;
}

std::string text_of(const HeadEdit& e) {
  return std::string(word_of(kHeadWords, e.how)) + " " + e.attention + numbers_text(e.heads);
}

std::string text_of(const ExpertEdit& e) { return "no expert " + e.feed_forward + numbers_text(e.experts); }

std::string text_of(const ForceAttention& e) {
  return "force " + e.attention + "#" + place(e.head) + "[" + place(e.query) + "," + place(e.key) + "]";
}

std::string text_of(const PatchEdit& e) {
  const std::string answer = e.answer.empty() ? "" : std::string(kAnswerMark) + e.answer;
  return text_of(e.cells) + " from " + (e.text.empty() ? "another text" : e.text) + answer;
}

std::string text_of(const SwitchOff& e) {
  return "no " + std::string(word_of(kSwitchWords, e.what)) + (e.name.empty() ? "" : " " + e.name);
}

std::string text_of(const MaskEdit& e) {
  std::string text = "mask " + e.attention + (e.head == CellRegion::kWhole ? "" : "#" + place(e.head)) + " ";
  if (e.kind) text += e.kind->text(e.numbers);
  for (std::size_t q = 0; q < e.rows.size(); ++q) text += (q ? "/" : "") + e.rows[q];
  return text;
}

std::string text_of(const TokenEdit& e) {
  return std::string("token ") + (e.in_source ? "source" : "input") + "[" + std::to_string(e.position) +
         "]=" + e.token;
}

}  // namespace

std::string places_text(const CellRegion& cells) {
  std::string text = "[";
  for (std::size_t i = 0; i < cells.index.size(); ++i) text += (i ? "," : "") + place(cells.index[i]);
  return text + "]";
}

std::string edit_text(const Edit& edit) {
  return std::visit([](const auto& e) { return text_of(e); }, edit);
}

}  // namespace attnlab

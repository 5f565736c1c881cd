// Growing text: the whole decoded again, and stop strings looked for in it.
#include "app/cli/growing_text.h"

#include <algorithm>

namespace attnlab {

std::size_t find_stop(std::string_view text, const std::vector<std::string>& stops) {
  std::size_t first = std::string_view::npos;
  for (const std::string& stop : stops)
    if (!stop.empty()) first = std::min(first, text.find(stop));
  return first;
}

namespace {

/// Bytes of the character that begins with `lead`.
std::size_t bytes_after(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  return byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
}

/// `end`, or where the character begins of which the text so far has the first bytes alone.
std::size_t before_part_of_character(std::string_view text, std::size_t end) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, end); ++back) {
    const char byte = text[end - back];
    const bool continues = (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
    if (!continues) return bytes_after(byte) > back ? end - back : end;
  }
  return end;
}

}  // namespace

GrowingText::GrowingText(const Tokenizer& tokenizer, std::vector<TokenId> prompt,
                         std::vector<std::string> stops, std::function<void(std::string_view)> show)
    : tokenizer_(tokenizer), tokens_(std::move(prompt)), stops_(std::move(stops)), show_(std::move(show)) {
  before_ = tokenizer_.decode(tokens_).size();
  for (const std::string& stop : stops_)
    if (!stop.empty()) held_ = std::max(held_, stop.size() - 1);
}

bool GrowingText::add(TokenId token) {
  tokens_.push_back(token);
  const std::string all = tokenizer_.decode(tokens_);
  text_ = all.substr(std::min(before_, all.size()));
  const std::size_t stop = find_stop(text_, stops_);
  stopped_ = stop != std::string::npos;
  if (stopped_) text_.resize(stop);
  show_up_to(stopped_ || text_.size() < held_ ? 0 : before_part_of_character(text_, text_.size() - held_));
  return !stopped_;
}

void GrowingText::finish() { show_up_to(text_.size()); }

void GrowingText::show_up_to(std::size_t end) {
  if (end <= shown_) return;
  if (show_) show_(std::string_view(text_).substr(shown_, end - shown_));
  shown_ = end;
}

}  // namespace attnlab

// Growing text: the whole decoded again, and stop strings looked for in it.
#include "app/cli/growing_text.h"

#include <algorithm>

namespace attnlab {

namespace {

/// Bytes at the end of `text` that may be the beginning of a character whose rest is still to come.
std::size_t begun_character(std::string_view text) {
  constexpr std::size_t kLongest = 4;
  for (std::size_t back = 1; back < kLongest && back <= text.size(); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if (byte < 0x80) return 0;
    if (byte >= 0xC0) return (byte >= 0xF0 ? 4u : byte >= 0xE0 ? 3u : 2u) > back ? back : 0;
  }
  return 0;
}

}  // namespace

std::size_t find_stop(std::string_view text, const std::vector<std::string>& stops) {
  std::size_t first = std::string_view::npos;
  for (const std::string& stop : stops)
    if (!stop.empty()) first = std::min(first, text.find(stop));
  return first;
}

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
  const std::size_t held = std::max(held_, begun_character(text_));
  show_up_to(stopped_ || text_.size() < held ? 0 : text_.size() - held);
  return !stopped_;
}

void GrowingText::finish() { show_up_to(text_.size()); }

void GrowingText::show_up_to(std::size_t end) {
  if (end <= shown_) return;
  if (show_) show_(std::string_view(text_).substr(shown_, end - shown_));
  shown_ = end;
}

}  // namespace attnlab

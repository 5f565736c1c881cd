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
  show_up_to(stopped_ || text_.size() < held_ ? 0 : text_.size() - held_);
  return !stopped_;
}

void GrowingText::finish() { show_up_to(text_.size()); }

void GrowingText::show_up_to(std::size_t end) {
  if (end <= shown_) return;
  if (show_) show_(std::string_view(text_).substr(shown_, end - shown_));
  shown_ = end;
}

}  // namespace attnlab

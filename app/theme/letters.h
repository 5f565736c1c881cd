// Letters that texts ask for beyond those that the fonts have from the start.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string_view>
#include <vector>

struct ImFont;

namespace attnlab {

/// The letters that were asked for while frames were drawn, and those of them that the fonts are built with.
/// Letters beyond IM_UNICODE_CODEPOINT_MAX cannot be drawn and are never asked for.
class Letters {
 public:
  /// Notes what of `text`, UTF-8, `font` lacks, and which added letters frame number `frame` draws.
  void ask(const ImFont& font, std::string_view text, int frame);

  /// Whether letters were asked for that are not added.
  bool wanted() const { return !wanted_.empty(); }
  /// Whether more are added than there is room for, as when the text has become larger.
  bool too_many(std::size_t most) const { return added_.size() > most; }

  /// Between two frames: adds the letters asked for, so that there are `most` at most. Where room is lacking,
  /// those go that the last frame did not draw. Whether the fonts are to be built anew.
  bool add(std::size_t most);

  /// Those added, in ascending order.
  std::vector<char32_t> added() const;

 private:
  void ask(const ImFont& font, char32_t letter, int frame);

  std::map<char32_t, int> added_;  ///< with the last frame that drew each
  std::set<char32_t> wanted_;
  int newest_ = 0;  ///< frame
};

/// How many letters may be added to the fonts that are current, for the texture to stay a usual size.
std::size_t most_letters();

}  // namespace attnlab

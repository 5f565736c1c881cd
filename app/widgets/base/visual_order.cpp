// Visual order: runs between left-to-right letters, turned cluster by cluster.
#include "app/widgets/base/visual_order.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/text/utf8.h"

namespace attnlab {
namespace {

using CodeRange = std::pair<char32_t, char32_t>;

/// Hebrew to N'Ko and on, their presentation forms; Unicode's bidirectional classes R and AL.
constexpr std::array<CodeRange, 3> kRightToLeft{{{0x0590, 0x08FF}, {0xFB1D, 0xFDFF}, {0xFE70, 0xFEFE}}};

/// Points and vowel signs, which stand behind the letter that they belong to.
constexpr std::array<CodeRange, 8> kMarks{{{0x0300, 0x036F},
                                           {0x0591, 0x05BD},
                                           {0x05BF, 0x05C7},
                                           {0x0610, 0x061A},
                                           {0x064B, 0x065F},
                                           {0x0670, 0x0670},
                                           {0x06D6, 0x06ED},
                                           {0xFB1E, 0xFB1E}}};

constexpr std::array<CodeRange, 3> kDigits{{{U'0', U'9'}, {0x0660, 0x0669}, {0x06F0, 0x06F9}}};

constexpr std::array<CodeRange, 4> kBrackets{{{U'(', U')'}, {U'[', U']'}, {U'{', U'}'}, {U'«', U'»'}}};

template <std::size_t Count>
bool in(const std::array<CodeRange, Count>& ranges, char32_t c) {
  return std::ranges::any_of(ranges, [c](CodeRange r) { return c >= r.first && c <= r.second; });
}

/// What is turned as one: a letter with its marks, or a number.
struct Cluster {
  char32_t first;
  std::string text;
  bool leads_left() const { return !in(kDigits, first) && in(kRightToLeft, first); }
  bool leads_right() const { return !leads_left() && !in(kDigits, first) && is_word_character(first); }
};

bool continues(const Cluster& cluster, char32_t c) {
  return in(kMarks, c) || (in(kDigits, cluster.first) && in(kDigits, c));
}

std::vector<Cluster> clusters_of(std::string_view text) {
  std::vector<Cluster> clusters;
  for (CodePoint c; !text.empty(); text.remove_prefix(c.size)) {
    c = decode_utf8(text);
    if (clusters.empty() || !continues(clusters.back(), c.value)) clusters.push_back({c.value, ""});
    clusters.back().text += text.substr(0, c.size);
  }
  return clusters;
}

void mirror(Cluster& cluster) {
  for (const auto& [open, close] : kBrackets) {
    if (cluster.first != open && cluster.first != close) continue;
    cluster.text = encode_utf8(cluster.first == open ? close : open);
  }
}

using At = std::vector<Cluster>::iterator;

/// The end of the run that begins with a right-to-left letter: behind the last such letter, or a number,
/// before the next left-to-right one.
At run_end(At from, At end) {
  At last = from;
  for (At at = from; at != end && !at->leads_right(); ++at)
    if (at->leads_left() || in(kDigits, at->first)) last = at;
  return last + 1;
}

/// Letters of these scripts begin with such bytes.
bool may_lead_left(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= 0xD6 && byte <= 0xE0) || byte == 0xEF;
  });
}

}  // namespace

std::string_view visual_order(std::string_view text, std::string& room) {
  if (!may_lead_left(text)) return text;
  std::vector<Cluster> clusters = clusters_of(text);
  for (At at = clusters.begin(); at != clusters.end();) {
    if (!at->leads_left()) {
      ++at;
      continue;
    }
    const At end = run_end(at, clusters.end());
    std::for_each(at, end, mirror);
    std::reverse(at, end);
    at = end;
  }
  room.clear();
  for (const Cluster& cluster : clusters) room += cluster.text;
  return room;
}

}  // namespace attnlab

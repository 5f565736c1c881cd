// Writes and reads the line of a state.
#include "app/state/setup/state_line.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <stdexcept>

#include "app/base/split.h"
#include "core/io/files/checksum.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

constexpr std::string_view kForm = "1";
constexpr std::size_t kCheckDigits = 8;
constexpr std::size_t kHead = 5;  ///< form, version, processor, weights, check

bool is_plain(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return letter || std::string_view("._,=:@-").find(c) != std::string_view::npos;
}

std::string coded(std::string_view text) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_plain(c)) {
      out += c;
    } else if (c == ' ') {
      out += '+';
    } else {
      out += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return out;
}

[[noreturn]] void refuse(const std::string& why) {
  throw std::invalid_argument(tr("this is not the line of a state: {1}", why));
}
[[noreturn]] void refuse_damaged() { refuse(tr("it is damaged; check that all of it was copied")); }

char decoded_byte(std::string_view digits) {
  unsigned value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, 16);
  if (digits.size() != 2 || error != std::errc() || stop != end) refuse_damaged();
  return static_cast<char>(value);
}

std::string decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      out += decoded_byte(text.substr(i + 1, 2));
      i += 2;
    } else if (text[i] == '+' || is_plain(text[i])) {
      out += text[i] == '+' ? ' ' : text[i];
    } else {
      refuse_damaged();
    }
  }
  return out;
}

std::string commands_text(const StateLine& line) {
  std::string text;
  for (const Command& command : line.commands) text += "/" + coded(command.text());
  return text;
}

std::string check_of(std::string_view head, std::string_view commands) {
  Checksum sum;
  sum.add(head);
  sum.add(commands);
  return sum.text().substr(0, kCheckDigits);
}

std::string without_blanks_inside(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (!std::isspace(static_cast<unsigned char>(c))) out += c;
  return out;
}

/// The head, without the check, of a line in its parts.
std::string head_of(const std::vector<std::string_view>& parts) {
  std::string head;
  for (std::size_t i = 0; i + 1 < kHead; ++i) head += std::string(parts[i]) + "/";
  return head;
}

}  // namespace

std::string state_line_text(const StateLine& line) {
  const std::string head =
      std::string(kForm) + "/" + coded(line.version) + "/" + coded(line.processor) + "/" + line.weights + "/";
  const std::string commands = commands_text(line);
  return std::string(kStateLineStart) + head + check_of(head, commands) + commands;
}

StateLine read_state_line(std::string_view given) {
  const std::string text = without_blanks_inside(given);
  if (!text.starts_with(kStateLineStart)) refuse(tr("it must begin with {1}", kStateLineStart));
  if (text.size() > kMostLetters)
    refuse(tr("it has {1} characters, but may have at most {2}", std::to_string(text.size()),
              std::to_string(kMostLetters)));
  const std::vector<std::string_view> parts =
      split_at(std::string_view(text).substr(kStateLineStart.size()), '/');
  if (parts.front() != kForm)
    refuse(tr("it has format {1}, but this program reads format {2}", parts.front(), kForm));
  if (parts.size() <= kHead) refuse_damaged();
  if (parts.size() > kHead + kMostCommands)
    refuse(tr("it has more than {1} commands", std::to_string(kMostCommands)));
  const std::size_t begin = static_cast<std::size_t>(parts[kHead].data() - text.data()) - 1;
  const std::string_view commands = std::string_view(text).substr(begin);
  if (check_of(head_of(parts), commands) != parts[kHead - 1]) refuse_damaged();
  StateLine line{decoded(parts[1]), decoded(parts[2]), std::string(parts[3]), {}};
  for (std::size_t i = kHead; i < parts.size(); ++i)
    line.commands.push_back(parse_command(decoded(parts[i])));
  return line;
}

std::string checksum_of_weights(std::span<const Real> weights) {
  Checksum sum;
  sum.add(std::as_bytes(weights));
  return sum.text();
}

std::string difference_of(const StateLine& line, const StateLine& here) {
  const bool same_weights = line.weights == here.weights;
  if (line.version != here.version)
    return same_weights ? tr("the line comes from version {1} of the program, and this is version {2}",
                             line.version, here.version)
                        : tr("the line comes from version {1} of the program, and this is version {2}: the "
                             "retrained model has different numbers",
                             line.version, here.version);
  if (same_weights) return "";
  if (line.processor != here.processor)
    return tr(
        "the model was retrained on another kind of processor ({1} there, {2} here): numbers may differ in "
        "the last digits",
        line.processor, here.processor);
  return tr(
      "the retrained model has different numbers, although the version and the kind of processor are the "
      "same: the program was built differently");
}

}  // namespace attnlab

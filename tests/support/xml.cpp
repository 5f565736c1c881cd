// A recursive reader of elements, attributes, text and the five entities.
#include "tests/support/xml.h"

#include <cctype>
#include <stdexcept>

namespace attnlab::testing {
namespace {

class XmlReader {
 public:
  explicit XmlReader(std::string_view text) : text_(text) {}

  std::vector<XmlElement> read() {
    skip_space();
    element(0);
    skip_space();
    if (at_ != text_.size()) fail("something follows the root");
    return std::move(elements_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error("XML, byte " + std::to_string(at_) + ": " + what + ": " +
                             std::string(text_.substr(at_, 40)));
  }

  bool has(std::string_view part) const { return text_.substr(at_).starts_with(part); }
  bool take(std::string_view part) {
    if (!has(part)) return false;
    at_ += part.size();
    return true;
  }
  void expect(std::string_view part) {
    if (!take(part)) fail("no " + std::string(part));
  }
  char next() {
    if (at_ == text_.size()) fail("it ends too early");
    return text_[at_++];
  }
  void skip_space() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }

  std::string name() {
    const std::size_t from = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) ||
                                  std::string_view("-_:.").find(text_[at_]) != std::string_view::npos))
      ++at_;
    if (from == at_ || std::isdigit(static_cast<unsigned char>(text_[from]))) fail("no name");
    return std::string(text_.substr(from, at_ - from));
  }

  /// One character of text or of an attribute's value.
  char letter() {
    if (take("&amp;")) return '&';
    if (take("&lt;")) return '<';
    if (take("&gt;")) return '>';
    if (take("&quot;")) return '"';
    const char c = next();
    if (c == '&') fail("unknown entity");
    if (static_cast<unsigned char>(c) < 0x20 && !std::isspace(static_cast<unsigned char>(c)))
      fail("a control character");
    return c;
  }

  void element(std::size_t parent) {
    const std::size_t self = elements_.size();
    expect("<");
    elements_.push_back({name(), {}, "", parent});
    skip_space();
    while (!has(">") && !has("/>")) {
      attribute(elements_[self]);
      skip_space();
    }
    if (take("/>")) return;
    expect(">");
    while (!has("</")) {
      if (has("<")) {
        element(self);
      } else {
        elements_[self].text += letter();
      }
    }
    expect("</" + elements_[self].name + ">");
  }

  void attribute(XmlElement& element) {
    const std::string key = name();
    expect("=\"");
    std::string value;
    while (!has("\"")) {
      if (has("<")) fail("< in an attribute");
      value += letter();
    }
    expect("\"");
    if (!element.attributes.emplace(key, value).second) fail("attribute " + key + " twice");
    if (!has(" ") && !has(">") && !has("/>")) fail("no space between attributes");
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<XmlElement> elements_;
};

}  // namespace

std::vector<XmlElement> read_xml(std::string_view document) { return XmlReader(document).read(); }

std::vector<XmlElement> named(const std::vector<XmlElement>& elements, std::string_view name) {
  std::vector<XmlElement> found;
  for (const XmlElement& e : elements)
    if (e.name == name) found.push_back(e);
  return found;
}

}  // namespace attnlab::testing

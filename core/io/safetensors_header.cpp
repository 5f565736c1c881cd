// Safetensors: the header's JSON read event by event, so that a hostile one costs no memory, and its rules.
#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "core/io/safetensors.h"

namespace attnlab {
namespace {

using Json = nlohmann::json;
using Type = SafetensorsEntry::Type;

constexpr std::string_view kMetadata = "__metadata__";

[[noreturn]] void refuse_header(const std::string& why) { throw std::runtime_error(why); }

[[noreturn]] void refuse_header(const SafetensorsEntry& entry, const std::string& why) {
  refuse_header("tensor " + quoted(std::string_view(entry.name)) + " " + why);
}

struct TypeRow {
  std::string_view name;
  std::uint64_t bytes;
  Type type = Type::Other;
};

/// Types without a reader of their own are skipped, those that are not here among them.
constexpr TypeRow kTypes[] = {{"F32", 4, Type::F32},
                              {"F64", 8, Type::F64},
                              {"F16", 2, Type::F16},
                              {"BF16", 2, Type::BF16},
                              {"I64", 8},
                              {"I32", 4},
                              {"I16", 2},
                              {"I8", 1},
                              {"U64", 8},
                              {"U32", 4},
                              {"U16", 2},
                              {"U8", 1},
                              {"BOOL", 1},
                              {"F8_E4M3", 1},
                              {"F8_E5M2", 1},
                              {"C64", 8}};

/// Builds a SafetensorsHeader from the parser's events.
class HeaderReader : public Json::json_sax_t {
 public:
  SafetensorsHeader header;

  bool start_object(std::size_t) override {
    if (++depth_ > 2 || in_array_) refuse_header("the header has an object in the wrong place");
    return true;
  }
  bool key(string_t& name) override {
    if (depth_ == 1)
      begin_member(name);
    else if (in_metadata_)
      begin_metadata(name);
    else
      begin_field(name);
    return true;
  }
  bool end_object() override {
    if (--depth_ == 1 && !in_metadata_) end_tensor();
    return true;
  }
  bool start_array(std::size_t) override {
    if (depth_ != 2 || in_metadata_ || in_array_ || (field_ != "shape" && field_ != "data_offsets"))
      refuse_header("the header has an array in the wrong place");
    in_array_ = true;
    return true;
  }
  bool end_array() override {
    in_array_ = false;
    return true;
  }
  bool number_unsigned(number_unsigned_t value) override {
    if (!in_array_) refuse_header("the header has a number in the wrong place");
    std::vector<std::uint64_t>& list = field_ == "shape" ? shape_ : offsets_;
    const std::size_t most = field_ == "shape" ? Shape::kMaxRank : 2;
    if (list.size() == most)
      refuse_header(entry(), "has more than " + std::to_string(most) + " numbers in " + field_);
    list.push_back(value);
    return true;
  }
  bool string(string_t& value) override {
    if (depth_ != 2 || in_array_ || (!in_metadata_ && field_ != "dtype"))
      refuse_header("the header has a string in the wrong place");
    if (in_metadata_)
      header.metadata[field_] = value;
    else
      set_type(value);
    return true;
  }
  bool null() override {
    if (depth_ != 1 || !in_metadata_) refuse_header("the header has a null");
    return true;
  }
  bool boolean(bool) override { refuse_header("the header has a boolean"); }
  bool number_integer(number_integer_t) override { refuse_header("the header has a negative number"); }
  bool number_float(number_float_t, const string_t&) override {
    refuse_header("the header has a number that is not an integer or is too large");
  }
  bool binary(binary_t&) override { refuse_header("the header is not JSON"); }
  bool parse_error(std::size_t byte, const std::string&, const Json::exception&) override {
    refuse_header("the header is invalid JSON at byte " + std::to_string(byte));
  }

 private:
  SafetensorsEntry& entry() { return header.entries.back(); }

  void begin_member(const std::string& name) {
    if (!names_.insert(name).second) refuse_header(quoted(std::string_view(name)) + " occurs twice");
    in_metadata_ = name == kMetadata;
    fields_.clear();
    shape_.clear();
    offsets_.clear();
    if (!in_metadata_) header.entries.emplace_back().name = name;
  }
  void begin_metadata(const std::string& name) {
    field_ = name;
    if (header.metadata.contains(name))
      refuse_header("metadata " + quoted(std::string_view(name)) + " occurs twice");
  }
  void begin_field(const std::string& name) {
    if (name != "dtype" && name != "shape" && name != "data_offsets")
      refuse_header(entry(), "has an unknown property " + quoted(std::string_view(name)));
    if (!fields_.insert(name).second) refuse_header(entry(), "has " + name + " twice");
    field_ = name;
  }
  void set_type(const std::string& value) {
    const auto row = std::ranges::find(kTypes, value, &TypeRow::name);
    if (row == std::end(kTypes)) {
      entry().type = Type::Other;
      entry().unknown_type = quoted(std::string_view(value));
      entry().cell_bytes = 0;
      return;
    }
    entry().type = row->type;
    entry().cell_bytes = row->bytes;
  }

  /// The present tensor is complete: checks it by itself.
  void end_tensor() {
    if (fields_.size() != 3) refuse_header(entry(), "lacks one of dtype, shape and data_offsets");
    if (offsets_.size() != 2 || offsets_[0] > offsets_[1])
      refuse_header(entry(), "has data_offsets that are not a range");
    entry().begin = offsets_[0];
    entry().end = offsets_[1];
    const std::uint64_t bytes = checked_size() * entry().cell_bytes;
    if (entry().unknown_type.empty() && bytes != entry().end - entry().begin) {
      refuse_header(entry(), "has shape " + entry().shape.text() + ", which is " + std::to_string(bytes) +
                                 " bytes, but its data_offsets span " +
                                 std::to_string(entry().end - entry().begin));
    }
  }

  /// Cells of the present shape; throws where their bytes would overflow.
  std::uint64_t checked_size() {
    constexpr auto limit = static_cast<std::uint64_t>(std::numeric_limits<Index>::max()) / 16;
    std::uint64_t size = 1;
    for (const std::uint64_t axis : shape_) {
      // Axes behind a 0 count as well: they are sizes of their own.
      if (axis > limit || (axis != 0 && size > limit / axis))
        refuse_header(entry(), "has a shape with too many cells");
      size *= axis;
    }
    std::vector<Index> sizes(shape_.begin(), shape_.end());
    entry().shape = Shape(std::span<const Index>(sizes));
    return size;
  }

  int depth_ = 0;
  bool in_metadata_ = false, in_array_ = false;
  std::string field_;
  std::set<std::string> names_, fields_;
  std::vector<std::uint64_t> shape_, offsets_;
};

/// Tensors must follow each other without holes and fill the data exactly.
void check_places(std::vector<SafetensorsEntry>& entries, std::uint64_t data_size) {
  std::ranges::stable_sort(entries, {}, [](const SafetensorsEntry& e) { return std::pair(e.begin, e.end); });
  std::uint64_t end = 0;
  for (const SafetensorsEntry& entry : entries) {
    if (entry.begin < end) refuse_header(entry, "overlaps the tensor before it");
    if (entry.begin > end) refuse_header(entry, "leaves a gap before it, from byte " + std::to_string(end));
    end = entry.end;
    if (end > data_size)
      refuse_header(entry, "ends at byte " + std::to_string(end) + " of the data, but the file has only " +
                               std::to_string(data_size) + ": the file is cut off");
  }
  if (end != data_size)
    refuse_header("the tensors end at byte " + std::to_string(end) + ", but there are " +
                  std::to_string(data_size) + " bytes of data");
}

}  // namespace

SafetensorsHeader parse_safetensors_header(std::string_view json, std::uint64_t data_size) {
  if (!json.starts_with('{')) refuse_header("the header does not begin with {");
  HeaderReader reader;
  Json::sax_parse(json, &reader);
  check_places(reader.header.entries, data_size);
  return std::move(reader.header);
}

}  // namespace attnlab

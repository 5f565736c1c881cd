// Files of llama2.c: header, order of the weights, and reading.
#include "core/io/families/llama2c.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/io/families/model_family.h"

namespace attnlab {
namespace {

constexpr std::uint64_t kLaterHeader = 256, kFlagPlace = 36;
constexpr double kEpsilon = 1e-5;  // of its norms
constexpr int kReadVersion = 1;

constexpr const char* kNumberNames[] = {"dim",        "hidden_dim", "n_layers",   "n_heads",
                                        "n_kv_heads", "vocab_size", "max_seq_len"};

/// Weights in the order of the file, those of all layers side by side; "": the table of angles.
constexpr std::string_view kFirstOrder[] = {"target.embedding.weight",
                                            "decoder.layers.N.attention_norm.gamma",
                                            "decoder.layers.N.self_attention.query.weight",
                                            "decoder.layers.N.self_attention.key.weight",
                                            "decoder.layers.N.self_attention.value.weight",
                                            "decoder.layers.N.self_attention.output.weight",
                                            "decoder.layers.N.feed_forward_norm.gamma",
                                            "decoder.layers.N.feed_forward.gate.weight",
                                            "decoder.layers.N.feed_forward.contract.weight",
                                            "decoder.layers.N.feed_forward.up.weight",
                                            "decoder.norm.gamma",
                                            "",
                                            "output.weight"};
constexpr std::string_view kLaterOrder[] = {"decoder.layers.N.attention_norm.gamma",
                                            "decoder.layers.N.feed_forward_norm.gamma",
                                            "decoder.norm.gamma",
                                            "target.embedding.weight",
                                            "decoder.layers.N.self_attention.query.weight",
                                            "decoder.layers.N.self_attention.key.weight",
                                            "decoder.layers.N.self_attention.value.weight",
                                            "decoder.layers.N.self_attention.output.weight",
                                            "decoder.layers.N.feed_forward.gate.weight",
                                            "decoder.layers.N.feed_forward.contract.weight",
                                            "decoder.layers.N.feed_forward.up.weight",
                                            "output.weight"};

std::uint32_t word_at(const FileBytes& file, std::uint64_t offset) {
  std::array<std::byte, 4> bytes{};
  file.read(offset, bytes);
  std::uint32_t word = 0;
  for (std::size_t i = 4; i-- > 0;) word = word << 8 | std::to_integer<std::uint32_t>(bytes[i]);
  return word;
}

void check_version(int version) {
  if (version == kReadVersion) return;
  throw std::runtime_error("its llama2.c format is version " + std::to_string(version) +
                           ", but this program reads only the legacy format and version 1" +
                           (version == 2 ? ": export the model without 8-bit quantization" : ""));
}

/// Every number but the flags in the vocabulary's sign is at least 1.
void check_numbers(const Llama2cHeader& header) {
  for (std::size_t i = 0; i < header.numbers.size(); ++i)
    if (header.numbers[i] < 1)
      throw std::runtime_error(std::string(kNumberNames[i]) + " is " + std::to_string(header.numbers[i]) +
                               ", but must be at least 1: this is not a llama2.c model");
  if (header.width() % header.heads() != 0)
    throw std::runtime_error("dim is " + std::to_string(header.width()) +
                             ", but must be a multiple of n_heads, " + std::to_string(header.heads()));
}

Llama2cHeader header_of(const FileBytes& file) {
  Llama2cHeader header;
  if (file.size < kLlama2cFirstHeader)
    throw std::runtime_error("the file is too short to be a llama2.c model");
  std::uint64_t at = 0;
  if (word_at(file, 0) == kLlama2cMagic) {
    header.version = static_cast<int>(word_at(file, 4));
    check_version(header.version);
    header.start = kLaterHeader;
    at = 8;
    if (file.size < kLaterHeader) throw std::runtime_error("the file ends within its header");
  }
  for (std::size_t i = 0; i < header.numbers.size(); ++i)
    header.numbers[i] = static_cast<std::int32_t>(word_at(file, at + 4 * i));
  if (header.version > 0) {
    header.tied = (word_at(file, kFlagPlace) & 0xFF) != 0;
  } else if (header.numbers[5] < 0 && header.numbers[5] > INT32_MIN) {
    header.tied = false;
    header.numbers[5] = -header.numbers[5];
  }
  check_numbers(header);
  return header;
}

/// Cells of the table of angles: cosines and sines of half a head at each position.
double angle_cells(const Llama2cHeader& h) {
  return double(h.context()) * double(h.width() / h.heads() / 2 * 2);
}

/// Bytes of the file that has such a header; a whole number, as far as a file can be that large.
double bytes_of(const Llama2cHeader& h) {
  const auto c = double(h.width()), f = double(h.hidden());
  const double keys = c / double(h.heads()) * double(h.key_heads());
  const double table = double(h.vocabulary()) * c;
  const double a_layer = 2 * c + 2 * c * c + 2 * keys * c + 3 * c * f;
  const double cells =
      table * (h.tied ? 1 : 2) + c + double(h.layers()) * a_layer + (h.version == 0 ? angle_cells(h) : 0);
  return double(h.start) + 4 * cells;
}

void check_size(const FileBytes& file, const Llama2cHeader& header) {
  const double needed = bytes_of(header);
  if (needed == double(file.size)) return;
  std::string numbers;
  for (std::size_t i = 0; i < header.numbers.size(); ++i)
    numbers += (i > 0 ? ", " : "") + std::string(kNumberNames[i]) + " " + std::to_string(header.numbers[i]);
  throw std::runtime_error("the file has " + std::to_string(file.size) +
                           " bytes, which is not the size of a llama2.c model with " + numbers);
}

std::string numbered_name(std::string_view name, std::int64_t layer) {
  const std::size_t at = name.find(".N.");
  if (at == name.npos) return std::string(name);
  return std::string(name.substr(0, at + 1)) + std::to_string(layer) + std::string(name.substr(at + 2));
}

class WeightsReader {
 public:
  WeightsReader(const FileBytes& file, const Llama2cHeader& header, const ParameterLayout& layout)
      : file_(file),
        header_(header),
        layout_(layout),
        at_(header.start),
        weights_(static_cast<std::size_t>(layout.size())) {}

  AlignedBuffer read(std::span<const std::string_view> order) && {
    for (const std::string_view name : order) {
      if (name.empty())
        at_ += static_cast<std::uint64_t>(angle_cells(header_)) * 4;
      else
        read_all(name);
    }
    return std::move(weights_);
  }

 private:
  void read_all(std::string_view name) {
    const bool numbered = name.find(".N.") != name.npos;
    for (std::int64_t layer = 0; layer < (numbered ? header_.layers() : 1); ++layer)
      if (const std::optional<ParameterId> id = layout_.find(numbered_name(name, layer)))
        read_one(layout_[*id]);
  }

  void read_one(const Parameter& parameter) {
    const auto cells = std::span(weights_).subspan(parameter.offset, parameter.shape.size());
    static_assert(sizeof(float) == 4 && std::endian::native == std::endian::little);
    std::vector<float> stored(cells.size());
    file_.read(at_, std::as_writable_bytes(std::span(stored)));
    at_ += stored.size() * 4;
    std::ranges::transform(stored, cells.begin(), [](float cell) { return Real(cell); });
    if (!std::ranges::all_of(cells, [](Real cell) { return std::isfinite(cell); }))
      throw std::runtime_error(parameter.name + " contains a value that is not finite");
  }

  const FileBytes& file_;
  const Llama2cHeader& header_;
  const ParameterLayout& layout_;
  std::uint64_t at_;
  AlignedBuffer weights_;
};

}  // namespace

Llama2cHeader read_llama2c_header(const FileBytes& file) {
  Llama2cHeader header = header_of(file);
  check_size(file, header);
  return header;
}

ModelConfig llama2c_config(const Llama2cHeader& header) {
  const auto family = std::ranges::find(model_families(), kLlama2cFamily, &ModelFamily::name);
  ModelConfig config = family->config();
  config.width = header.width();
  config.feed_forward = header.hidden();
  config.layers = header.layers();
  config.heads = header.heads();
  config.key_value_heads = header.key_heads() == header.heads() ? 0 : header.key_heads();
  config.context = header.context();
  config.target_vocabulary = header.vocabulary();
  config.activation = "swiglu";
  config.norm_epsilon = kEpsilon;
  config.tied_output = header.tied;
  validate(config);
  return config;
}

AlignedBuffer read_llama2c_weights(const FileBytes& file, const Llama2cHeader& header,
                                   const ParameterLayout& layout) {
  const std::span<const std::string_view> order =
      header.version == 0 ? std::span<const std::string_view>(kFirstOrder) : kLaterOrder;
  return WeightsReader(file, header, layout).read(order);
}

}  // namespace attnlab

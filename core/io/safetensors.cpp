// Safetensors: writing, and reading cells to their place.
#include "core/io/safetensors.h"

#include <array>
#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "core/config/no_such_kind.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

static_assert(std::endian::native == std::endian::little, "files hold little-endian numbers");

constexpr std::size_t kLengthBytes = 8;
constexpr std::size_t kConvertedAtOnce = 4096;
/// Cells of long tensors after which their memory is given back.
constexpr std::size_t kPiece = std::size_t{1} << 22;

using Type = SafetensorsEntry::Type;

constexpr Type kRealType = std::is_same_v<Real, float> ? Type::F32 : Type::F64;

/// A number of 16 bits: 1 of sign, 5 of exponent, 10 of fraction (IEEE 754 binary16).
Real from_half(std::uint16_t half) {
  const std::uint32_t sign = std::uint32_t{half & 0x8000u} << 16, exponent = (half >> 10) & 31u,
                      fraction = half & 1023u;
  if (exponent == 0) {  // below the smallest exponent: fraction · 2⁻²⁴
    const Real small = Real(fraction) * Real(0x1p-24);
    return sign ? -small : small;
  }
  const std::uint32_t wide = exponent == 31 ? 255 : exponent + 112;
  return Real(std::bit_cast<float>(sign | wide << 23 | fraction << 13));
}

/// The upper half of a number of 32 bits.
Real from_bfloat(std::uint16_t upper) { return Real(std::bit_cast<float>(std::uint32_t{upper} << 16)); }

void check_text(const std::string& text, const char* what) {
  if (first_invalid_utf8(text))
    throw std::invalid_argument(std::string(what) + quoted(std::string_view(text)) + " is not UTF-8");
}

std::string header_text(std::span<const TensorToWrite> tensors, const SafetensorsMetadata& metadata) {
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  if (!metadata.empty()) header["__metadata__"] = metadata;
  std::uint64_t end = 0;
  for (const TensorToWrite& tensor : tensors) {
    const std::uint64_t begin = end;
    end += tensor.data.size_bytes();
    header.push_back({tensor.name,
                      {{"dtype", std::is_same_v<Real, float> ? "F32" : "F64"},
                       {"shape", tensor.shape.sizes()},
                       {"data_offsets", {begin, end}}}});
  }
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');  // the cells begin on a boundary of eight bytes
  return text;
}

void check_tensors(std::span<const TensorToWrite> tensors, const SafetensorsMetadata& metadata) {
  std::set<std::string_view> names{"__metadata__"};
  for (const TensorToWrite& tensor : tensors) {
    check_text(tensor.name, "tensor name ");
    if (!names.insert(tensor.name).second)
      throw std::invalid_argument("tensor name " + quoted(std::string_view(tensor.name)) + " occurs twice");
    if (tensor.shape.size() != count_of(tensor.data))
      throw std::invalid_argument("tensor " + quoted(std::string_view(tensor.name)) + " has shape " +
                                  tensor.shape.text() + ", but " + std::to_string(tensor.data.size()) +
                                  " cells");
  }
  for (const auto& [key, value] : metadata) {
    check_text(key, "metadata ");
    check_text(value, "metadata ");
  }
}

/// Collects the header and small tensors into larger writes, because each call is slow in a browser.
void write_together(OutputFile& file, std::span<const std::byte> first,
                    std::span<const TensorToWrite> tensors) {
  constexpr std::size_t kGathered = 1 << 22;
  std::vector<std::byte> waiting(first.begin(), first.end());
  for (const TensorToWrite& tensor : tensors) {
    const std::span<const std::byte> bytes = std::as_bytes(tensor.data);
    if (waiting.size() + bytes.size() > kGathered) {
      file.write(waiting);
      waiting.clear();
    }
    if (bytes.size() > kGathered)
      file.write(bytes);
    else
      waiting.insert(waiting.end(), bytes.begin(), bytes.end());
  }
  file.write(waiting);
}

}  // namespace

void write_safetensors(const std::filesystem::path& path, std::span<const TensorToWrite> tensors,
                       const SafetensorsMetadata& metadata) {
  check_tensors(tensors, metadata);
  const std::string header = header_text(tensors, metadata);
  const std::uint64_t length = header.size();
  std::string first(sizeof length, '\0');
  std::memcpy(first.data(), &length, sizeof length);
  OutputFile file(path);
  first += header;
  write_together(file, std::as_bytes(std::span(first)), tensors);
  file.close();
}

SafetensorsFile::SafetensorsFile(const std::filesystem::path& path, ReadProgress* progress)
    : file_(path), progress_(progress) {
  try {
    load_header();
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(quoted(path) + " is not a valid safetensors file: " + error.what());
  }
  for (const SafetensorsEntry& entry : header_.entries) by_name_[entry.name] = &entry;
}

void SafetensorsFile::load_header() {
  if (file_.size() < kLengthBytes)
    throw std::runtime_error("its " + std::to_string(file_.size()) + " bytes are too few for a header");
  std::uint64_t length = 0;
  file_.read(0, std::as_writable_bytes(std::span(&length, 1)));
  if (length > kMaxSafetensorsHeader)
    throw std::runtime_error("its header claims " + std::to_string(length) + " bytes, but may have at most " +
                             std::to_string(kMaxSafetensorsHeader));
  if (length > file_.size() - kLengthBytes)
    throw std::runtime_error("its header claims " + std::to_string(length) + " bytes, but only " +
                             std::to_string(file_.size() - kLengthBytes) + " follow");
  std::string json(length, '\0');
  file_.read(kLengthBytes, std::as_writable_bytes(std::span(json)));
  data_start_ = kLengthBytes + length;
  header_ = parse_safetensors_header(json, file_.size() - data_start_);
}

const SafetensorsEntry* SafetensorsFile::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : found->second;
}

void SafetensorsFile::read(const SafetensorsEntry& entry, std::span<Real> out) const {
  if (count_of(out) != entry.shape.size())
    throw std::invalid_argument("tensor " + quoted(std::string_view(entry.name)) + " has " +
                                std::to_string(entry.shape.size()) + " cells, not " +
                                std::to_string(out.size()));
  read_cells(entry, 0, out);
  release(entry);
}

void SafetensorsFile::read_cells(const SafetensorsEntry& entry, Index first, std::span<Real> out) const {
  if (first < 0 || first + count_of(out) > entry.shape.size())
    throw std::invalid_argument("tensor " + quoted(std::string_view(entry.name)) + " has " +
                                std::to_string(entry.shape.size()) + " cells");
  std::uint64_t at = data_start_ + entry.begin + static_cast<std::uint64_t>(first) * entry.cell_bytes;
  for (; out.size() > kPiece; out = out.subspan(kPiece), at += kPiece * entry.cell_bytes) {
    read_piece(entry, at, out.first(kPiece));
    file_.release(at, kPiece * entry.cell_bytes);
  }
  read_piece(entry, at, out);
}

void SafetensorsFile::release(const SafetensorsEntry& entry) const {
  file_.release(data_start_ + entry.begin, entry.end - entry.begin);
}

void SafetensorsFile::read_piece(const SafetensorsEntry& entry, std::uint64_t at, std::span<Real> out) const {
  if (progress_) progress_->note(out.size() * entry.cell_bytes);
  if (entry.type == kRealType) return file_.read(at, std::as_writable_bytes(out));
  const auto cast = [](auto cell) { return Real(cell); };
  switch (entry.type) {
    case Type::F32: return read_as<float>(at, out, cast);
    case Type::F64: return read_as<double>(at, out, cast);
    case Type::F16: return read_as<std::uint16_t>(at, out, from_half);
    case Type::BF16: return read_as<std::uint16_t>(at, out, from_bfloat);
    case Type::Other:
      throw std::runtime_error(
          "tensor " + quoted(std::string_view(entry.name)) +
          (entry.unknown_type.empty() ? " has integer or boolean type" : " has type " + entry.unknown_type) +
          ", but must be F16, BF16, F32 or F64");
  }
  no_such_kind("type of cells");
}

template <typename Stored, typename Convert>
void SafetensorsFile::read_as(std::uint64_t at, std::span<Real> out, const Convert& convert) const {
  std::array<Stored, kConvertedAtOnce> chunk;
  while (!out.empty()) {
    const auto part = std::span(chunk).first(std::min(out.size(), chunk.size()));
    file_.read(at, std::as_writable_bytes(part));
    for (std::size_t i = 0; i < part.size(); ++i) out[i] = convert(part[i]);
    at += part.size_bytes();
    out = out.subspan(part.size());
  }
}

}  // namespace attnlab

// Event file: messages, records, and what is kept of an older file.
#include "core/io/tensorboard/event_file.h"

#include <array>
#include <bit>
#include <chrono>
#include <stdexcept>

#include "core/io/files/file.h"
#include "core/platform/file.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEventFileName = "events.out.tfevents.0000000000.attention-lab";
constexpr std::string_view kFileVersion = "brain.Event:2";
constexpr std::uint64_t kMostEventFile = std::uint64_t{4} << 30;
constexpr std::size_t kEventLengthBytes = 8, kEventCrcBytes = 4,
                      kRecordHead = kEventLengthBytes + kEventCrcBytes;

/// Numbers of the fields of an event, and how each is written.
enum class Wire : std::uint32_t { Varint = 0, Eight = 1, Text = 2, Four = 5 };
constexpr std::uint32_t kWallTime = 1, kStepField = 2, kVersionField = 3, kSummary = 5, kSessionLog = 7;
constexpr std::uint32_t kSummaryValue = 1, kTag = 1, kSimpleValue = 2, kStatus = 1, kStarted = 1;

constexpr std::array<std::uint32_t, 256> kCrcTable = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t sum = byte;
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1) ^ ((sum & 1) ? 0x82F63B78u : 0u);
    table[byte] = sum;
  }
  return table;
}();

void add_little_endian(std::string& out, std::uint64_t number, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) out += static_cast<char>(number >> (8 * i) & 0xFF);
}

std::uint64_t number_of_bytes(std::string_view bytes, std::size_t count) {
  std::uint64_t number = 0;
  for (std::size_t i = count; i-- > 0;) number = number << 8 | static_cast<unsigned char>(bytes[i]);
  return number;
}

void add_varint(std::string& out, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) out += static_cast<char>((number & 0x7F) | 0x80);
  out += static_cast<char>(number);
}

void add_field_key(std::string& out, std::uint32_t field, Wire wire) {
  add_varint(out, field << 3 | static_cast<std::uint32_t>(wire));
}

void add_text_field(std::string& out, std::uint32_t field, std::string_view text) {
  add_field_key(out, field, Wire::Text);
  add_varint(out, text.size());
  out += text;
}

std::string event_at(Index step) {
  const auto now = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  std::string event;
  add_field_key(event, kWallTime, Wire::Eight);
  add_little_endian(event, std::bit_cast<std::uint64_t>(now), 8);
  add_field_key(event, kStepField, Wire::Varint);
  add_varint(event, static_cast<std::uint64_t>(step));
  return event;
}

std::string summary_of(std::span<const Scalar> scalars) {
  std::string summary;
  for (const Scalar& scalar : scalars) {
    std::string value;
    add_text_field(value, kTag, scalar.tag);
    add_field_key(value, kSimpleValue, Wire::Four);
    add_little_endian(value, std::bit_cast<std::uint32_t>(float(scalar.value)), 4);
    add_text_field(summary, kSummaryValue, value);
  }
  return summary;
}

/// Bytes of the record at the front; 0 where it is not whole.
std::size_t whole_record(std::string_view bytes) {
  if (bytes.size() < kRecordHead) return 0;
  const std::uint64_t stated = number_of_bytes(bytes, kEventLengthBytes);
  if (number_of_bytes(bytes.substr(kEventLengthBytes), kEventCrcBytes) !=
      masked_crc32c(bytes.substr(0, kEventLengthBytes)))
    return 0;
  if (stated > bytes.size() - kRecordHead) return 0;
  const auto length = static_cast<std::size_t>(stated);
  if (bytes.size() - kRecordHead - length < kEventCrcBytes) return 0;
  const std::string_view event = bytes.substr(kRecordHead, length);
  const std::uint64_t crc = number_of_bytes(bytes.substr(kRecordHead + length), kEventCrcBytes);
  return crc == masked_crc32c(event) ? kRecordHead + length + kEventCrcBytes : 0;
}

[[noreturn]] void refuse_events(const fs::path& path, const std::string& why) {
  throw std::runtime_error("cannot write events to " + quoted(path) + ": " + why);
}

}  // namespace

std::uint32_t crc32c(std::string_view bytes) {
  std::uint32_t sum = 0xFFFFFFFFu;
  for (const char byte : bytes) sum = (sum >> 8) ^ kCrcTable[(sum ^ static_cast<unsigned char>(byte)) & 0xFF];
  return sum ^ 0xFFFFFFFFu;
}

std::uint32_t masked_crc32c(std::string_view bytes) { return std::rotr(crc32c(bytes), 15) + 0xA282EAD8u; }

EventFile::EventFile(const fs::path& folder, Index step) : path_(folder / kEventFileName) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) refuse_events(folder, error.message());
  const bool is_new = !fs::exists(path_, error) || fs::file_size(path_, error) == 0;
  file_ = platform::open_file(path_, platform::OpenFor::Adding, error);
  if (error) refuse_events(path_, error.message());
  if (!is_new) {
    go_on(step);
    return;
  }
  std::string event = event_at(0);
  add_text_field(event, kVersionField, kFileVersion);
  write(event);
}

/// Events of steps after the run's are of a run that went on from here before.
void EventFile::go_on(Index step) {
  const std::string bytes = read_file(path_, kMostEventFile);
  std::string_view rest = bytes;
  while (const std::size_t size = whole_record(rest)) rest.remove_prefix(size);
  const std::size_t whole = bytes.size() - rest.size();
  if (whole == 0) refuse_events(path_, "it is not an event file");
  std::error_code error;
  platform::cut_off(file_, whole, error);
  if (error) refuse_events(path_, error.message());
  std::string status, event = event_at(step + 1);
  add_field_key(status, kStatus, Wire::Varint);
  add_varint(status, kStarted);
  add_text_field(event, kSessionLog, status);
  write(event);
}

EventFile::~EventFile() {
  std::error_code ignored;
  if (file_ != platform::kNoFile) platform::close_file(file_, ignored);
}

void EventFile::add(Index step, std::span<const Scalar> scalars) {
  std::string event = event_at(step);
  add_text_field(event, kSummary, summary_of(scalars));
  write(event);
}

void EventFile::write(std::string_view event) {
  std::string record;
  add_little_endian(record, event.size(), kEventLengthBytes);
  add_little_endian(record, masked_crc32c(record), kEventCrcBytes);
  record += event;
  add_little_endian(record, masked_crc32c(event), kEventCrcBytes);
  for (std::string_view rest = record; !rest.empty();) {
    std::error_code error;
    const std::size_t written = platform::write_some(file_, std::as_bytes(std::span(rest)), error);
    if (error) refuse_events(path_, error.message());
    rest.remove_prefix(written);
  }
}

}  // namespace attnlab

// Settings store: when and how the file is written.
#include "app/state/settings/settings_store.h"

#include <stdexcept>
#include <utility>

#include "core/io/files/file.h"
#include "core/io/files/replace_file.h"
#include "core/language/messages.h"

namespace attnlab {

namespace fs = std::filesystem;

namespace {

constexpr auto kQuiet = std::chrono::seconds(1);
constexpr std::uint64_t kMostBytes = 1 << 20;

fs::path beside(fs::path file) { return file += ".old"; }

/// Returns why writing failed, or "".
std::string write_settings(const fs::path& file, const Settings& settings, bool back_up) {
  try {
    fs::create_directories(file.parent_path());
    if (back_up && fs::exists(file)) fs::copy_file(file, beside(file), fs::copy_options::overwrite_existing);
    replace_file(file, [&](const fs::path& place) {
      OutputFile out(place);
      out.write(settings_text(settings));
      out.close();
    });
    return "";
  } catch (const fs::filesystem_error& error) {
    return tr("cannot write {1}: {2}", quoted(file), error.code().message());
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace

SettingsStore::SettingsStore(fs::path file) : file_(std::move(file)) {
  if (!file_.empty()) read();
  wanted_ = saved_;
}

void SettingsStore::read() {
  std::error_code error;
  first_ = !fs::exists(file_, error) && !error;
  if (first_) return;
  ReadSettings read;
  try {
    read = settings_from_text(read_file(file_, kMostBytes));
  } catch (const std::runtime_error& failure) {
    read.problem = failure.what();
  }
  saved_ = read.settings;
  if (read.problem.empty()) return;
  back_up_ = true;
  problem_ = tr("some settings in {1} were not read: {2}", quoted(file_), read.problem);
}

std::string SettingsStore::update(const Settings& now, Clock::time_point time) {
  if (file_.empty()) return "";
  const bool written = writing_.ready();
  std::string error = written ? note(writing_.get()) : "";
  if (!(now == wanted_)) wanted_ = now, changed_ = time;
  if (wanted_ == saved_ || time - changed_ < kQuiet || writing_.valid()) return error;
  saved_ = wanted_;
  writing_ = in_background(
      [file = file_, saved = saved_, back_up = back_up_] { return write_settings(file, saved, back_up); });
  return error;
}

std::string SettingsStore::finish(const Settings& now, Deadline deadline) {
  if (file_.empty()) return "";
  if (writing_.valid() && !writing_.wait(deadline)) return "";
  std::string error = writing_.valid() ? note(writing_.get()) : "";
  if (now == saved_ && !unwritten_) return error;
  saved_ = now;
  return note(write_settings(file_, now, back_up_));
}

/// Returns an error once.
std::string SettingsStore::note(std::string error) {
  unwritten_ = !error.empty();
  if (!unwritten_) back_up_ = false;
  if (!unwritten_ || std::exchange(reported_, true)) return "";
  return tr("the settings are not saved: {1}", error);
}

}  // namespace attnlab

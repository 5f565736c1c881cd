// A full disk: one clear line, and the old checkpoint untouched.
#include <gtest/gtest.h>
#include <sys/mount.h>

#include <cerrno>
#include <cstring>

#include "core/io/checkpoint.h"
#include "core/io/trace_export.h"
#include "core/trace/tracer.h"
#include "core/training/run/recorder.h"
#include "core/training/run/train_loop.h"
#include "tests/support/small_training.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

/// A file system in memory of a few kilobytes.
class SmallDisk {
 public:
  explicit SmallDisk(const char* options) {
    mounted_ = ::mount("none", folder_.path().c_str(), "tmpfs", 0, options) == 0;
    if (!mounted_) reason_ = std::strerror(errno);
  }
  ~SmallDisk() {
    if (mounted_) ::umount2(folder_.path().c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  bool mounted() const { return mounted_; }
  const std::string& reason() const { return reason_; }
  const std::filesystem::path& path() const { return folder_.path(); }

 private:
  TempFolder folder_;
  bool mounted_ = false;
  std::string reason_;
};

template <typename F>
std::string error_of(const F& action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(FullDisk, KeepsTheOldCheckpointAndSaysWhy) {
  SmallRun run(small_preset(), 1);
  const SmallDisk disk("size=100k");  // room for one checkpoint of about 60 kB, not for two
  if (!disk.mounted()) GTEST_SKIP() << "no small disk can be mounted here: " << disk.reason();
  save_checkpoint(disk.path() / "m", run.checkpoint());
  run.trainer.step();
  const std::string message = error_of([&] { save_checkpoint(disk.path() / "m", run.checkpoint()); });
  EXPECT_NE(message.find("No space left on device"), std::string::npos) << message;
  EXPECT_NE(message.find((disk.path() / "m").string()), std::string::npos) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  EXPECT_EQ(load_checkpoint(disk.path() / "m").state->step(), 1);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(disk.path()), {}), 1) << "a part was left";
}

TEST(FullDisk, SavesWhatIsNewAndKeepsTheOldRunWhereThatDoesNotFit) {
  SmallRun run(small_preset());
  const SmallDisk disk("size=800k");  // twelve times 62 kB: a state, or weights and optimizer
  if (!disk.mounted()) GTEST_SKIP() << "no small disk can be mounted here: " << disk.reason();
  Recorder recorder(run.trainer, {.measure_every = 0});
  std::string message;
  Index saved = -1;
  while (message.empty()) {
    ASSERT_LT(run.trainer.steps_done(), 20);
    train_until(run.trainer, {.until = run.trainer.steps_done() + 1, .recorder = &recorder});
    message = error_of([&] { save_checkpoint(disk.path() / "m", run.checkpoint(recorder.record())); });
    if (message.empty()) saved = run.trainer.steps_done();
  }
  EXPECT_GE(saved, 6) << "states that are there already need no room";
  EXPECT_NE(message.find("No space left on device"), std::string::npos) << message;
  const Checkpoint loaded = load_checkpoint(disk.path() / "m");
  EXPECT_EQ(loaded.state->step(), saved);
  EXPECT_TRUE(loaded.remarks.empty());
  EXPECT_EQ(loaded.record->timeline->states.size(), static_cast<std::size_t>(saved) + 1);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(disk.path()), {}), 1) << "a part was left";
}

TEST(FullDisk, KeepsTheOldTrace) {
  const Checkpoint model = SmallRun(small_preset(), 1).checkpoint();
  TraceRequest request;
  request.source = request.target = "abc";
  const TracePtr trace = Tracer(model.model, model.vocabularies).trace(model.state->snapshot, request);
  const SmallDisk disk("size=16k");
  if (!disk.mounted()) GTEST_SKIP() << "no small disk can be mounted here: " << disk.reason();
  write_bytes(disk.path() / "t", "old");
  const std::string message = error_of([&] { write_trace(disk.path() / "t", *trace); });
  EXPECT_NE(message.find("No space left on device"), std::string::npos) << message;
  EXPECT_EQ(read_bytes(disk.path() / "t"), "old");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(disk.path()), {}), 1) << "a part was left";
}

}  // namespace
}  // namespace attnlab::testing

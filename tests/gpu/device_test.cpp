// The device: buffers, errors, and a context that is lost.
#include "core/gpu/device.h"

#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <numeric>

#include "tests/gpu/test_devices.h"

namespace attnlab::testing {
namespace {

/// A context that is lost on request.
class FragileContext final : public gpu::Context {
 public:
  explicit FragileContext(std::shared_ptr<std::atomic<bool>> broken)
      : context_(gpu::make_egl_context()), broken_(std::move(broken)) {}
  void make_current() override { context_->make_current(); }
  void release() override { context_->release(); }
  bool lost() override { return *broken_ || context_->lost(); }

 private:
  std::unique_ptr<gpu::Context> context_;
  std::shared_ptr<std::atomic<bool>> broken_;
};

/// A context that cannot be used.
class DeadContext final : public gpu::Context {
 public:
  void make_current() override { throw std::runtime_error("dead"); }
  void release() override {}
};

/// Runs on a device's thread and leaves OpenGL's error to be found.
void ask_for_too_much_memory() {
  unsigned id = 0;
  glGenBuffers(1, &id);
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, id);
  glBufferData(GL_SHADER_STORAGE_BUFFER, GLsizeiptr(1) << 60, nullptr, GL_STATIC_DRAW);
  glDeleteBuffers(1, &id);
}

std::string message_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const gpu::Error& error) {
    return error.what();
  }
  return "";
}

TEST(GpuDevice, KeepsWhatIsUploaded) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  std::vector<float> values(1000), read(10);
  std::iota(values.begin(), values.end(), 0.0f);
  const gpu::Buffer buffer = device->upload(values);
  EXPECT_EQ(buffer.size(), 1000);
  device->read(buffer, read, 500);
  EXPECT_EQ(read.front(), 500);
  EXPECT_EQ(read.back(), 509);
  device->write(buffer, std::vector<float>(2, -1.0f), 508);
  device->read(buffer, read, 500);
  EXPECT_EQ(read[7], 507);
  EXPECT_EQ(read[8], -1);
  EXPECT_THROW(device->write(buffer, read, 991), std::out_of_range);
  EXPECT_THROW(device->read(buffer, read, 991), std::out_of_range);
}

TEST(GpuDevice, CountsBytesAndTheirPeak) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  device->reset_peak_memory();
  const Index before = device->memory().alive;
  {
    const gpu::Buffer a = device->buffer(1000), b = device->buffer(500);
    EXPECT_EQ(device->memory().alive - before, 6000);
  }
  const gpu::Buffer again = device->buffer(1000);
  EXPECT_EQ(device->memory().alive - before, 4000);
  EXPECT_EQ(device->memory().peak - before, 6000);
}

TEST(GpuDevice, SaysWhatIsTooLarge) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  const Index most = device->limits().buffer_bytes;
  const std::string message = message_of([&] { device->buffer(most / 4 + 1); });
  EXPECT_NE(message.find(std::to_string(most)), std::string::npos) << message;
  EXPECT_FALSE(device->lost());
}

TEST(GpuDevice, CanDoAtLeastWhatEveryGpuCan) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  EXPECT_GE(device->limits().groups, 65535);
  EXPECT_GE(device->limits().shader_buffers, 8);
  EXPECT_GE(device->limits().buffer_bytes, Index(1) << 27);
}

TEST(GpuDevice, KeepsNoMoreThanWasLentAtOnce) {
  if (!test_device()) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  gpu::Device device(gpu::make_egl_context());
  // Three quarters of kKept, then a half; of each size for itself all is kept.
  for (const Index floats : {gpu::BufferPool::kKept / 16, gpu::BufferPool::kKept / 24}) {
    std::vector<gpu::Buffer> held;
    for (int i = 0; i < 3; ++i) held.push_back(device.buffer(floats));
  }
  EXPECT_GT(device.memory().kept, gpu::BufferPool::kKept);
  device.buffer(1);
  device.buffer(1000);
  EXPECT_EQ(device.memory().alive, 0);
  EXPECT_LE(device.memory().kept, device.memory().peak);
  EXPECT_GE(device.memory().kept, 1000 * Index(sizeof(float))) << "what comes back is lent again";
}

TEST(GpuDevice, ThatHasNoMemoryLeftIsNotLost) {
  if (!test_device()) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  gpu::Device device(gpu::make_egl_context());
  device.buffer(1000);
  ASSERT_GT(device.memory().kept, 0);
  EXPECT_THROW(device.run([&] { ask_for_too_much_memory(); }), gpu::TooLarge);
  EXPECT_FALSE(device.lost());
  EXPECT_EQ(device.memory().kept, 0);
  device.upload(std::vector<float>(10));
}

TEST(GpuDevice, ABufferDoesNotHideWhatWentWrongBeforeIt) {
  if (!test_device()) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  gpu::Device device(gpu::make_egl_context());
  EXPECT_THROW(device.run([&] {
    ask_for_too_much_memory();
    device.buffer(123456);
  }),
               gpu::TooLarge);
  EXPECT_FALSE(device.lost());
  EXPECT_THROW(device.run([&] {
    glBindBuffer(GL_NONE, 1);  // no such target
    device.buffer(123456);
  }),
               gpu::Error);
  EXPECT_TRUE(device.lost());
}

TEST(GpuDevice, PassesOnWhatWorkThrows) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  EXPECT_THROW(device->run([] { throw std::logic_error("ours"); }), std::logic_error);
  EXPECT_FALSE(device->lost());
  device->run([] {});
}

TEST(GpuDevice, SaysThatItIsLostAndStaysSo) {
  if (!test_device()) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  const auto broken = std::make_shared<std::atomic<bool>>(false);
  gpu::Buffer outlives;
  {
    gpu::Device device(std::make_unique<FragileContext>(broken));
    outlives = device.upload(std::vector<float>(100, 1.0f));
    EXPECT_FALSE(device.lost());
    *broken = true;
    std::vector<float> read(100);
    EXPECT_NE(message_of([&] { device.read(outlives, read); }).find("no longer available"),
              std::string::npos);
    EXPECT_TRUE(device.lost());
    *broken = false;
    EXPECT_NE(message_of([&] { device.buffer(10); }).find("no longer available"), std::string::npos);
  }
  outlives = {};
}

TEST(GpuDevice, IsLostInTheMiddleOfWork) {
  if (!test_device()) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  const auto broken = std::make_shared<std::atomic<bool>>(false);
  gpu::Device device(std::make_unique<FragileContext>(broken));
  EXPECT_THROW(device.run([&] { *broken = true; }), gpu::Error);
  EXPECT_TRUE(device.lost());
}

TEST(GpuDevice, IsLostWhereWorkFailsOnALostContext) {
  if (!test_device()) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  const auto broken = std::make_shared<std::atomic<bool>>(false);
  gpu::Device device(std::make_unique<FragileContext>(broken));
  EXPECT_THROW(device.run([&] {
    *broken = true;
    throw std::logic_error("ours");
  }),
               std::logic_error);
  EXPECT_TRUE(device.lost());
}

TEST(GpuDevice, IsNotMadeFromAContextThatCannotBeUsed) {
  EXPECT_THROW(gpu::Device(std::make_unique<DeadContext>()), gpu::Error);
}

TEST(GpuDevice, SaysWhatItRunsOn) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  EXPECT_NE(device->description().find(", OpenGL 4."), std::string::npos) << device->description();
  EXPECT_TRUE(gpu::is_software_renderer("llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5"));
  EXPECT_FALSE(gpu::is_software_renderer("NVIDIA H200/PCIe/SSE2, OpenGL 4.6"));
}

}  // namespace
}  // namespace attnlab::testing

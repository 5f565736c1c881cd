// Rotary positions on the GPU, over more heads than one dispatch has groups.
#include "core/gpu/rotation.h"

#include <gtest/gtest.h>

#include "core/ops/attention/rotary.h"
#include "tests/gpu/test_devices.h"

namespace attnlab::testing {
namespace {

TEST(Rotation, TurnsEveryHeadWhateverTheirNumber) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  const RotaryTable table = rotary_table(4, RotaryTurns::whole(2));
  gpu::Attention how;
  how.batch = device->limits().groups + 10;
  how.head_size = 2;
  how.rotary = table.cells.data;
  how.query_position = 3;
  std::vector<float> points;
  for (Index b = 0; b < how.batch; ++b) points.insert(points.end(), {static_cast<float>(b), 1});
  const gpu::Operand operand = gpu::Operand::heads_apart(device->upload(points), 1, 1, 2);
  gpu::Turned turned;
  device->run([&] { turned = gpu::turn_positions(*device, how, operand, operand); });
  std::vector<float> query(points.size()), key(points.size());
  device->read(turned.query.buffer, query);
  device->read(turned.key.buffer, key);
  EXPECT_EQ(key, points) << "position 0 turns nothing";
  const float cosine = table.cells.data[6], sine = table.cells.data[7];
  for (std::size_t i = 0; i < points.size(); i += 2) {
    ASSERT_NEAR(query[i], points[i] * cosine - sine, 1e-6f * (1 + points[i]));
    ASSERT_NEAR(query[i + 1], points[i] * sine + cosine, 1e-6f * (1 + points[i]));
  }
}

}  // namespace
}  // namespace attnlab::testing

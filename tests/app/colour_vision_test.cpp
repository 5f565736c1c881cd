// Tests of colour vision: CIEDE2000 against the published pairs, dichromats' sight against known confusions.
#include "tests/app/colour_vision.h"

#include <gtest/gtest.h>

#include <cmath>

namespace attnlab {
namespace {

using namespace testing;

struct Pair {
  Cielab p, q;
  double difference;
};

/// The test pairs of Sharma, Wu and Dalal (2005), table 1.
constexpr Pair kPublished[] = {{{50, 2.6772, -79.7751}, {50, 0, -82.7485}, 2.0425},
                               {{50, 3.1571, -77.2803}, {50, 0, -82.7485}, 2.8615},
                               {{50, 2.8361, -74.0200}, {50, 0, -82.7485}, 3.4412},
                               {{50, -1.3802, -84.2814}, {50, 0, -82.7485}, 1.0000},
                               {{50, -1.1848, -84.8006}, {50, 0, -82.7485}, 1.0000},
                               {{50, -0.9009, -85.5211}, {50, 0, -82.7485}, 1.0000},
                               {{50, 0, 0}, {50, -1, 2}, 2.3669},
                               {{50, -1, 2}, {50, 0, 0}, 2.3669},
                               {{50, 2.4900, -0.0010}, {50, -2.4900, 0.0009}, 7.1792},
                               {{50, 2.4900, -0.0010}, {50, -2.4900, 0.0010}, 7.1792},
                               {{50, 2.4900, -0.0010}, {50, -2.4900, 0.0011}, 7.2195},
                               {{50, 2.4900, -0.0010}, {50, -2.4900, 0.0012}, 7.2195},
                               {{50, -0.0010, 2.4900}, {50, 0.0009, -2.4900}, 4.8045},
                               {{50, -0.0010, 2.4900}, {50, 0.0010, -2.4900}, 4.8045},
                               {{50, -0.0010, 2.4900}, {50, 0.0011, -2.4900}, 4.7461},
                               {{50, 2.5, 0}, {50, 0, -2.5}, 4.3065},
                               {{50, 2.5, 0}, {73, 25, -18}, 27.1492},
                               {{50, 2.5, 0}, {61, -5, 29}, 22.8977},
                               {{50, 2.5, 0}, {56, -27, -3}, 31.9030},
                               {{50, 2.5, 0}, {58, 24, 15}, 19.4535},
                               {{50, 2.5, 0}, {50, 3.1736, 0.5854}, 1.0000},
                               {{50, 2.5, 0}, {50, 3.2972, 0}, 1.0000},
                               {{50, 2.5, 0}, {50, 1.8634, 0.5757}, 1.0000},
                               {{50, 2.5, 0}, {50, 3.2592, 0.3350}, 1.0000},
                               {{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644},
                               {{63.0109, -31.0961, -5.8663}, {62.8187, -29.7946, -4.0864}, 1.2630},
                               {{61.2901, 3.7196, -5.3901}, {61.4292, 2.2480, -4.9620}, 1.8731},
                               {{35.0831, -44.1164, 3.7933}, {35.0232, -40.0716, 1.5901}, 1.8645},
                               {{22.7233, 20.0904, -46.6940}, {23.0331, 14.9730, -42.5619}, 2.0373},
                               {{36.4612, 47.8580, 18.3852}, {36.2715, 50.5065, 21.2231}, 1.4146},
                               {{90.8027, -2.0831, 1.4410}, {91.1528, -1.6435, 0.0447}, 1.4441},
                               {{90.9257, -0.5406, -0.9208}, {88.6381, -0.8985, -0.7239}, 1.5381},
                               {{6.7747, -0.2908, -2.4247}, {5.8714, -0.0985, -2.2286}, 0.6377},
                               {{2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}, 0.9082}};

TEST(Ciede2000, GivesThePublishedDifferences) {
  for (const Pair& pair : kPublished) {
    EXPECT_NEAR(ciede2000(pair.p, pair.q), pair.difference, 1e-4) << pair.p.a << " " << pair.q.a;
    EXPECT_NEAR(ciede2000(pair.q, pair.p), pair.difference, 1e-4) << pair.q.a << " " << pair.p.a;
  }
}

TEST(Cielab, WhiteRedAndBlack) {
  EXPECT_NEAR(to_cielab(Rgb{1, 1, 1}).lightness, 100, 1e-3);
  EXPECT_NEAR(to_cielab(Rgb{0, 0, 0}).lightness, 0, 1e-9);
  const Cielab red = to_cielab(Rgb{1, 0, 0});
  EXPECT_NEAR(red.lightness, 53.24, 0.01);
  EXPECT_NEAR(red.a, 80.09, 0.01);
  EXPECT_NEAR(red.b, 67.20, 0.01);
}

double apart(Rgb p, Rgb q, Vision vision) {
  return ciede2000(to_cielab(as_seen(p, vision)), to_cielab(as_seen(q, vision)));
}

TEST(AsSeen, GreysStayAndDichromatsConfuseWhatTheyAreKnownToConfuse) {
  for (Vision vision : kAllVisions)
    EXPECT_LT(ciede2000(to_cielab(as_seen(Rgb{0.5f, 0.5f, 0.5f}, vision)), to_cielab(Rgb{0.5f, 0.5f, 0.5f})),
              0.5)
        << vision_name(vision);
  // Olive and brown differ in red and green alone, navy and teal-black in blue and green.
  const Rgb green{0.35f, 0.5f, 0.2f}, brown{0.62f, 0.42f, 0.2f};
  EXPECT_GT(apart(green, brown, Vision::Normal), 20);
  EXPECT_LT(apart(green, brown, Vision::Deuteranopia), apart(green, brown, Vision::Normal) / 2);
  EXPECT_GT(apart(green, brown, Vision::Tritanopia), 15);
}

}  // namespace
}  // namespace attnlab

// Activations and their slopes, by ACTIVATION, a row of activation_kinds() (core/ops/basic/activation.h): RELU,
// RELU_SQUARED, GELU, GELU_TANH or SILU.
const float kTanhScale = 0.79788456;  // √(2/π)
const float kTanhCube = 0.044715;

/// The share of a standard normal below x, to 1e-7: the error function by formula 7.1.26 of Abramowitz and Stegun.
float normal_share(float x) {
  float z = abs(x) * 0.70710678, t = 1 / (1 + 0.3275911 * z);
  float tail = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t * exp(-z * z);
  return x < 0 ? 0.5 * tail : 1 - 0.5 * tail;
}

/// tanh without overflow, where drivers compute it of exponentials.
float bounded_tanh(float x) { return tanh(clamp(x, -20.0, 20.0)); }

float logistic(float x) { return 1 / (1 + exp(-x)); }

float activation(float x) {
#if defined(RELU)
  return max(x, 0.0);
#elif defined(RELU_SQUARED)
  return max(x, 0.0) * max(x, 0.0);
#elif defined(GELU)
  return x * normal_share(x);
#elif defined(GELU_TANH)
  return 0.5 * x * (1 + bounded_tanh(kTanhScale * (x + kTanhCube * x * x * x)));
#elif defined(SILU)
  return x * logistic(x);
#endif
}

float slope(float x) {
#if defined(RELU)
  return x > 0 ? 1.0 : 0.0;
#elif defined(RELU_SQUARED)
  return 2 * max(x, 0.0);
#elif defined(GELU)
  return normal_share(x) + x * 0.39894228 * exp(-0.5 * x * x);
#elif defined(GELU_TANH)
  float t = bounded_tanh(kTanhScale * (x + kTanhCube * x * x * x));
  return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * kTanhScale * (1 + 3 * kTanhCube * x * x);
#elif defined(SILU)
  float s = logistic(x);
  return s * (1 + x * (1 - s));
#endif
}
